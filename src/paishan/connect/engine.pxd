cimport cython

from paishan.solving.engine cimport OPTIMISTIC, Engine
from paishan.solving.memory cimport (
    byte, byte_p, code, code_p, codes, doubles, highest, int_p, ints, lowest, mask, mask_p, masks, octets, release,
    row_codes, row_masks, row_words, word, word_bits, word_p, words,
)


cdef enum:
    PITCH = 32


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

    cdef mask* fresh
    cdef int* stack
    cdef int top
    cdef byte* mates_in
    cdef int joined_at

    cdef int mode
    cdef bint settling
    cdef mask* domains
    cdef mask* here
    cdef code* code_here
    cdef byte* table
    cdef int count

    cdef object tables(self)
    @cython.locals(y=cython.int, x=cython.int, t=cython.int, k=cython.int, rows=cython.int, far_x=cython.int, far_y=cython.int, bit=word)
    cdef void link(self) noexcept nogil
    @cython.final
    @cython.locals(above=mask, below=mask, end=cython.int, out=mask)
    cdef mask run_of(self, mask line, int at, int length) noexcept nogil
    @cython.final
    @cython.locals(r=cython.int, c=cython.int, s=cython.int, d=cython.int, gap=mask, shared=mask, x=cython.int, y=cython.int)
    cdef bint reaches(self, mask* strips, int a, mask along, mask across, int b) noexcept nogil
    @cython.final
    @cython.locals(along=mask, across=mask)
    cdef bint joins(self, mask* strips, int a, int b) noexcept nogil
    @cython.locals(
        strips=mask_p, code_of=code_p, gone=cython.int, k=cython.int, t=cython.int, g=cython.int, at=cython.int,
        size=cython.int, left=mask, joined=mask, e=cython.int, i=cython.int,
    )
    cdef void root(self, int row) noexcept nogil
    @cython.locals(out=word_p, code_of=code_p, strips=mask_p, k=cython.int, g=cython.int, bits=word)
    cdef void ways(self, int row) noexcept nogil
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
    @cython.locals(here=mask_p, n=cython.int, t=cython.int, r=cython.int, c=cython.int)
    cdef void leave(self, int g, mask q, mask out) noexcept nogil
    @cython.final
    @cython.locals(q=mask, out=mask)
    cdef void join(self, int g, mask pairs) noexcept nogil
    @cython.final
    @cython.locals(
        g=cython.int, q=mask, n=cython.int, found=mask, ask=mask, low=byte_p, high=byte_p, along=mask, across=mask,
        e=cython.int,
    )
    cdef void touch(self, int v) noexcept nogil
    @cython.locals(
        here=mask_p, down=cython.int, across=cython.int, new_rows=mask, new_columns=mask, t=cython.int, r=cython.int,
        c=cython.int, x=mask,
    )
    cdef bint run(self, int row, int mode, mask* domain) noexcept nogil
    @cython.final
    @cython.locals(above=mask, below=mask, end=cython.int, start=cython.int, k=cython.int, t=cython.int)
    cdef void look(self, mask line, int at, int length, int base, int* places) noexcept nogil
    @cython.final
    @cython.locals(
        here=mask_p, below=mask, c=cython.int, span=mask, inner=mask, k=cython.int, x=cython.int, side=mask,
        t=cython.int, strip=mask,
    )
    cdef void sweep(self, mask line, mask cells, int length, int other, int at, int* places) noexcept nogil
    @cython.final
    @cython.locals(
        strips=mask_p, k=cython.int, x=word, y=word, i=cython.int, g=cython.int, bit=word, pairs=mask, t=cython.int
    )
    cdef void gather(self) noexcept nogil
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
