cimport cython

from paishan.solving.cuts cimport Cuts
from paishan.solving.engine cimport OPTIMISTIC, Engine
from paishan.solving.memory cimport lowest, mask, masks, more_words, release, row_words, word, word_p, words


cdef int EASING


@cython.final
cdef class Conflict:
    cdef Engine engine
    cdef Cuts cuts
    cdef int first_row
    cdef int second_row
    cdef mask* domain
    cdef mask* needed

    cdef public bint collecting
    cdef readonly int collected
    cdef int room
    cdef int set_words
    cdef word* sets

    @cython.locals(
        g=cython.int, here=cython.int, trial=cython.int, kept=cython.int, most=cython.int, at=cython.int, ways=word_p,
        out=mask, was=mask, bit=mask, kicked=mask,
    )
    cdef int explain(self, int row, int floor, int spent) except -1 nogil
    @cython.locals(
        k=cython.int, g=cython.int, x=word, bits=word, literal=cython.int, ways=word_p, kept=word,
    )
    cdef int keep(self, int row) except -1 nogil
    @cython.locals(g=cython.int, base=cython.int, i=cython.int, bits=mask, bit=word, size=cython.int, at=cython.int)
    cdef int collect(self, int row) except -1 nogil
