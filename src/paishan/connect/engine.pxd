cimport cython

from paishan.connect.position cimport PITCH, Position
from paishan.connect.runs cimport run_of
from paishan.solving.engine cimport OPTIMISTIC
from paishan.solving.memory cimport (
    byte, byte_p, code, highest, int_p, ints, lowest, mask, mask_p, masks, octets, release, row_codes, row_masks, word,
    word_bits, words,
)


cdef class ConnectEngine(Position):
    cdef int bits
    cdef int spots
    cdef int* spot_word
    cdef word* spot_bit
    cdef int* spot_tile
    cdef word* seen
    cdef word* low_bits

    cdef mask* fresh
    cdef mask new_rows
    cdef mask new_columns
    cdef byte* mates_in

    cdef int mode
    cdef bint settling
    cdef bint all_asked
    cdef mask* domains
    cdef mask* here
    cdef code* code_here
    cdef byte* table
    cdef int count

    @cython.locals(t=cython.int, k=cython.int, bit=word)
    cdef void link(self) noexcept nogil
    cdef void root(self, int row) noexcept nogil
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
