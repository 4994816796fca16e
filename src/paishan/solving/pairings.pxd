cimport cython

from paishan.solving.memory cimport byte, ints, lowest, mask, masks, octets, release, tie_of, word, word_bits, words


@cython.final
cdef class Pairings:
    cdef readonly int groups
    cdef readonly int tiles
    cdef readonly int words
    cdef readonly int literals
    cdef readonly bint wide
    cdef readonly object sizes

    cdef byte* size
    cdef byte* width
    cdef int* word
    cdef int* shift
    cdef int* first
    cdef int* first_tile
    cdef mask* full
    cdef word* span
    cdef int* group_of
    cdef mask* excludes
    cdef mask* tie
    cdef mask* inside
    cdef mask* touching
    cdef byte* low
    cdef byte* high

    @cython.locals(p=cython.int, out=mask)
    cdef mask ruled_out(self, int g, mask alive) noexcept nogil
    @cython.locals(d=mask, p=cython.int, q=cython.int, i=cython.int, size=cython.int)
    cdef bint matches(self, int g, mask alive, mask gone, int must, byte* mates) noexcept nogil
