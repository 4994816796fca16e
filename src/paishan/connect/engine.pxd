cimport cython

from paishan.solving.engine cimport OPTIMISTIC, Engine
from paishan.solving.memory cimport (
    byte, byte_p, code, code_p, codes, doubles, highest, int_p, ints, lowest, mask, mask_p, masks, octets, release,
    row_codes, row_masks, row_words, word, word_bits, word_p, words,
)


cdef enum:
    PITCH = 32


@cython.locals(block=byte_p, k=Py_ssize_t, size=Py_ssize_t)
cdef byte* filled(bytes table) except NULL

@cython.locals(above=mask, below=mask, end=cython.int, out=mask)
cdef inline mask run_of(mask line, int at, int length) noexcept nogil


cdef class ConnectEngine(Engine):
    cdef int width
    cdef int across
    cdef int down
    cdef int margin
    cdef byte* at_row
    cdef byte* at_column
    cdef int* by_row
    cdef int* by_column
    cdef mask* between
    cdef double* rim
    cdef byte* members

    cdef int bits
    cdef int spots
    cdef int* spot_word
    cdef word* spot_bit
    cdef int* spot_tile
    cdef word* seen
    cdef word* low_bits

    cdef byte* low
    cdef byte* high
    cdef byte* hopeful
    cdef byte* certain
    cdef byte* settled
    cdef byte* exits
    cdef byte* whole
    cdef byte* apart
    cdef byte* among
    cdef byte* near
    cdef byte* of_domain

    cdef mask* fresh
    cdef mask new_rows
    cdef mask new_columns
    cdef int* stack
    cdef byte* mates_in
    cdef int joined_at

    cdef int mode
    cdef bint settling
    cdef bint all_asked
    cdef mask* domains
    cdef mask* here
    cdef code* code_here
    cdef byte* table
    cdef int count

    @cython.locals(a=cython.int, b=cython.int, bit=mask)
    cdef object tables(self)
    @cython.locals(y=cython.int, x=cython.int, t=cython.int, k=cython.int, rows=cython.int, far_x=cython.int, far_y=cython.int, bit=word)
    cdef void link(self) noexcept nogil
    @cython.final
    @cython.locals(
        r=cython.int, c=cython.int, s=cython.int, d=cython.int, down=cython.int, gap=mask, shared=mask,
    )
    cdef bint joins(self, mask* strips, int a, int b) noexcept nogil
    @cython.locals(
        strips=mask_p, code_of=code_p, gone=cython.int, k=cython.int, t=cython.int, g=cython.int, at=cython.int,
        size=cython.int, left=mask, joined=mask, e=cython.int, i=cython.int,
    )
    cdef void root(self, int row) noexcept nogil
    @cython.locals(out=word_p, code_of=code_p, strips=mask_p, k=cython.int, g=cython.int, bits=word)
    cdef void ways(self, int row) noexcept nogil
    @cython.locals(strips=mask_p, code_of=code_p, g=cython.int, at=cython.int, q=mask, ask=mask, e=cython.int)
    cdef void recall(self, int row, mask* domain) noexcept nogil
    @cython.final
    cdef mask ways_of(self, int g, code* code_of, mask* strips) noexcept nogil
    @cython.final
    cdef void enter(self, int row, int mode, mask* domain) noexcept nogil
    @cython.locals(out=mask)
    cdef mask kick(self, int row, int mode, mask* domain, int g) noexcept nogil
    @cython.final
    @cython.locals(
        joined=mask, some=mask, every=mask, stay=mask, out=mask, left=mask, clash=mask, i=cython.int, able=cython.bint
    )
    cdef mask leaving(self, int g, mask q) noexcept nogil
    @cython.final
    @cython.locals(at=cython.int, left=mask, i=cython.int)
    cdef mask away(self, int g) noexcept nogil
    @cython.final
    @cython.locals(
        here=mask_p, ghosts=cython.int, down=cython.int, every=mask, before=mask, whole=cython.bint, n=cython.int,
        t=cython.int, r=cython.int, c=cython.int,
    )
    cdef void leave(self, int g, mask q, mask out) noexcept nogil
    @cython.final
    @cython.locals(q=mask, out=mask)
    cdef void join(self, int g, mask pairs) noexcept nogil
    @cython.final
    @cython.locals(
        g=cython.int, i=cython.int, q=mask, pairs=mask, low=byte_p, high=byte_p, along=byte_p, side=byte_p,
        length=cython.int, own=cython.int, here=mask_p, other=cython.int, found=mask, n=cython.int, e=cython.int,
        u=cython.int, s=cython.int, gap=mask, shared=mask,
    )
    cdef void ask(self, int v, mask fresh, bint flat) noexcept nogil
    @cython.locals(down=cython.int, k=cython.int, cells=mask)
    cdef bint run(self, int row, int mode, mask* domain) noexcept nogil
    @cython.final
    @cython.locals(k=cython.int)
    cdef void clean(self) noexcept nogil
    @cython.final
    @cython.locals(
        here=mask_p, strip=mask, ghosts=mask, length=cython.int, other=cython.int, own=int_p, places=int_p, below=mask,
        span=mask, mine=mask, rest=mask, k=cython.int, x=cython.int, cross=mask, side=mask,
    )
    cdef void sweep(self, int line, mask cells, bint flat) noexcept nogil
    @cython.final
    @cython.locals(k=cython.int, x=word, y=word, i=cython.int, g=cython.int, bit=word, pairs=mask, t=cython.int)
    cdef void gather(self, int line, mask span, bint flat) noexcept nogil
    @cython.final
    @cython.locals(
        g=cython.int, q=mask, left=mask, narrow=cython.bint, along=byte_p, side=byte_p, other=cython.int, found=mask,
        i=cython.int, u=cython.int, bit=mask,
    )
    cdef void meet(self, int v, int line, mask span, bint flat) noexcept nogil
    @cython.locals(q=mask)
    cdef mask removed(self, int row, int g) noexcept nogil
    cdef mask allowed(self, int row, int g, mask domain) noexcept nogil
    @cython.locals(
        ways=word_p, strips=mask_p, code_of=code_p, k=cython.int, x=word, literal=cython.int, g=cython.int,
        p=cython.int, n=cython.int, q=mask, value=cython.double, e=cython.int,
    )
    cdef void rate(self, int row, mask* domain) noexcept nogil
    @cython.final
    @cython.locals(r=cython.int, c=cython.int, line=mask, value=cython.int)
    cdef double worth(self, mask* strips, int n, int i, mask q) noexcept nogil
    @cython.locals(
        strips=mask_p, code_of=code_p, g=cython.int, at=cython.int, left=mask, i=cython.int, j=cython.int,
    )
    cpdef list open_pairs(self, int row)
    @cython.final
    @cython.locals(e=cython.int)
    cdef bint is_joined(self, mask* strips, code* code_of, int g, int i, int j) noexcept nogil
    @cython.locals(
        strips=mask_p, k=cython.int, t=cython.int, waiting=cython.int, before=cython.int, count=cython.int,
    )
    cdef int play(self, int row, int* mates) noexcept nogil
