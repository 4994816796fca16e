cimport cython

from paishan.solving.memory cimport byte, code, codes, ints, mask, masks, memcpy, octets, release, word, words, zeroed
from paishan.solving.pairings cimport Pairings


cdef enum:
    PESSIMISTIC = 0
    OPTIMISTIC = 1


cdef class Engine:
    cdef readonly Pairings pairings
    cdef public int patience
    cdef public bint asking
    cdef readonly int rows

    cdef byte* block
    cdef int row_size
    cdef word* ways_out
    cdef int ways_stride
    cdef int* gone
    cdef int gone_stride
    cdef code* code_of
    cdef int code_stride
    cdef byte* cells
    cdef int cell_stride

    cdef mask* need
    cdef byte* taken
    cdef double* score
    cdef int* line

    @cython.locals(at_code=cython.int, at_cell=cython.int, size=cython.int, pairings=Pairings)
    cdef object claim(self, int rows, int cells)
    cdef void copy(self, int source, int target) noexcept nogil

    cdef void root(self, int row) noexcept nogil
    cdef mask kick(self, int row, int mode, mask* domain, int g) noexcept nogil
    cdef bint run(self, int row, int mode, mask* domain) noexcept nogil
    cdef void ways(self, int row) noexcept nogil
    cdef void rate(self, int row, mask* domain) noexcept nogil
    cdef mask removed(self, int row, int g) noexcept nogil
    cdef int play(self, int row, int* mates) noexcept nogil
