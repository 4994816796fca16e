cimport cython

from paishan.solving.engine cimport OPTIMISTIC, Engine
from paishan.solving.memory cimport (
    byte, byte_p, code, code_p, doubles, int_p, ints, lowest, mask, mask_p, masks, octets, release, row_codes,
    row_octets, row_words, word, word_p,
)


cdef enum:
    OPEN = 128


cdef class SolitaireEngine(Engine):
    cdef readonly int edges
    cdef byte* lift
    cdef byte* touched
    cdef int touches
    cdef byte* free
    cdef byte* hopeful
    cdef byte* certain
    cdef byte* exits

    cdef int* slot_edge
    cdef int* slot_edges
    cdef byte* slot_status
    cdef double* slot_weight

    cdef mask* edge
    cdef int* edge_at
    cdef byte* status
    cdef double* weight
    cdef int* stack
    cdef double* worth
    cdef int top

    cdef object tables(self)
    @cython.final
    @cython.locals(p=cython.int, i=cython.int, some=mask, every=mask, out=mask, clash=mask)
    cdef mask leaving(self, int mode, int g, mask domain, mask open_tiles, mask left) noexcept nogil
    @cython.final
    cdef mask ways_of(self, int g, mask q) noexcept nogil
    @cython.final
    @cython.locals(bits=word, k=cython.int, ways=word_p)
    cdef void show(self, int row, int g) noexcept nogil
    @cython.final
    @cython.locals(k=Py_ssize_t, e=mask, s=mask, cells=byte_p, value=cython.double)
    cdef double opened(self, int row, int t) noexcept nogil
    @cython.locals(t=cython.int, k=cython.int, n=cython.int, at=cython.int, slot=cython.int, g=cython.int, bit=cython.int)
    cdef void link(self) noexcept nogil
    @cython.final
    @cython.locals(g=cython.int, size=cython.int, open_tiles=mask)
    cdef bint is_open(self, code* code_of, int t) noexcept nogil
    @cython.locals(t=cython.int, cells=byte_p)
    cdef int misplaced(self) noexcept nogil
    @cython.locals(
        base=cython.int, at=cython.int, cells=byte_p, code_of=code_p, gone=cython.int,
        t=cython.int, k=cython.int, e=mask, g=cython.int, size=cython.int,
    )
    cdef void root(self, int row) noexcept nogil
    @cython.locals(k=cython.int)
    cdef void ways(self, int row) noexcept nogil
    @cython.locals(code_of=code_p, q=mask, out=mask, left=mask, n=cython.int)
    cdef mask kick(self, int row, int mode, mask* domain, int g) noexcept nogil
    @cython.locals(
        code_of=code_p, cells=byte_p, table=byte_p, free=byte_p, edge=mask_p, edge_at=int_p, stack=int_p, need=mask_p, first_tile=int_p,
        touched=byte_p, touches=mask, top=mask, gone=cython.int, k=Py_ssize_t, e=mask, n=mask, s=mask, g=mask, q=mask,
        bit=mask, out=mask,
    )
    cdef bint run(self, int row, int mode, mask* domain) noexcept nogil
    @cython.locals(q=mask)
    cdef mask removed(self, int row, int g) noexcept nogil
    @cython.final
    @cython.locals(
        q=mask, narrow=cython.bint, open_tiles=mask, free=mask, n=cython.int, i=cython.int, some=mask, p=cython.int,
        value=cython.double,
    )
    cdef void rate_group(self, int row, int g, mask domain) noexcept nogil
    @cython.locals(k=cython.int, x=word, g=cython.int, ways=word_p)
    cdef void rate(self, int row, mask* domain) noexcept nogil
    @cython.locals(
        cells=byte_p, code_of=code_p, line=int_p, count=cython.int, t=cython.int,
        head=cython.int, k=cython.int, e=mask, n=cython.int, g=cython.int, size=cython.int,
    )
    cdef int play(self, int row, int* mates) noexcept nogil
    @cython.locals(
        g=cython.int, size=cython.int, code=cython.int, shift=cython.int, free=cython.int, at=cython.int, i=cython.int,
        j=cython.int, code_of=code_p,
    )
    cpdef list open_pairs(self, int row)
