cimport cython

from paishan.connect.runs cimport run_of
from paishan.solving.engine cimport Engine
from paishan.solving.memory cimport (
    byte, code, code_p, doubles, int_p, ints, lowest, mask, mask_p, masks, octets, release, row_codes, row_masks,
    row_words, word, word_p,
)


cdef enum:
    PITCH = 32


cdef class Position(Engine):
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
    cdef int* stack
    cdef int joined_at

    # The bytes of `answers`, which are never given back.
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

    @cython.locals(
        a=cython.int, b=cython.int, bit=mask, low=bytes, high=bytes, hopeful=bytes, certain=bytes, settled=bytes,
        exits=bytes, whole=bytes, apart=bytes, among=bytes, near=bytes, of_domain=bytes,
    )
    cdef object tables(self)
    @cython.final
    @cython.locals(
        y=cython.int, x=cython.int, t=cython.int, k=cython.int, rows=cython.int, far_x=cython.int, far_y=cython.int,
    )
    cdef void locate(self) noexcept nogil
    @cython.final
    @cython.locals(
        r=cython.int, c=cython.int, s=cython.int, d=cython.int, down=cython.int, gap=mask, shared=mask,
    )
    cdef bint joins(self, mask* strips, int a, int b) noexcept nogil
    @cython.final
    @cython.locals(gone=cython.int, k=cython.int, t=cython.int)
    cdef int occupy(self, mask* strips) noexcept nogil
    @cython.final
    cdef void lift(self, mask* strips, int t) noexcept nogil
    @cython.final
    @cython.locals(
        strips=mask_p, code_of=code_p, t=cython.int, g=cython.int, at=cython.int, size=cython.int, left=mask,
        joined=mask, e=cython.int, i=cython.int, k=cython.int,
    )
    cdef void write(self, int row) noexcept nogil
    @cython.locals(out=word_p, code_of=code_p, strips=mask_p, k=cython.int, g=cython.int, bits=word)
    cdef void ways(self, int row) noexcept nogil
    @cython.locals(strips=mask_p, code_of=code_p, g=cython.int, at=cython.int, q=mask, ask=mask, e=cython.int)
    cdef void recall(self, int row, mask* domain) noexcept nogil
    @cython.final
    cdef mask ways_of(self, int g, code* code_of, mask* strips) noexcept nogil
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
