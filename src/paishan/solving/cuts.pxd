cimport cython

from paishan.solving.memory cimport (
    byte, doubles, int_p, ints, lowest, mask, masks, more_ints, more_words, release, word, word_p, words,
)
from paishan.solving.pairings cimport Pairings


cdef enum:
    CHOSEN = -1

cdef double GROWTH
cdef double CEILING


@cython.final
cdef class Cuts:
    cdef Pairings pairings
    cdef readonly int words
    cdef bint wide
    cdef byte* width
    cdef int* word
    cdef int* shift
    cdef int* first
    cdef word* span
    cdef int* group_of
    cdef mask* excludes

    cdef mask* domain
    cdef word* alive
    cdef int level
    cdef int trailed
    cdef int done
    cdef int* trail_group
    cdef mask* trail_mask
    cdef int* trail_level
    cdef int* level_of
    cdef int* reason_of
    cdef int* place

    cdef readonly int count
    cdef int room
    cdef word* clause
    cdef int* watch
    cdef int* following
    cdef int* head

    cdef double* activity
    cdef double step
    cdef word* now
    cdef word* spare

    @cython.locals(k=cython.int, g=cython.int)
    cdef void forget(self) noexcept nogil
    @cython.locals(bits=word, mates=mask, g=cython.int, i=cython.int, k=cython.int)
    cdef object every_tile(self)
    @cython.locals(left=mask, literal=cython.int, base=cython.int, at=cython.int, bits=word)
    cdef void remove(self, int g, mask out, int reason) noexcept nogil
    @cython.locals(bits=word, g=cython.int, at=cython.int)
    cdef void back(self, int level) noexcept nogil
    @cython.locals(
        out=mask, p=mask, e=cython.int, before=cython.int, then=cython.int, c=cython.int, other=cython.int,
        g=cython.int, h=cython.int, k=cython.int, x=word, found=cython.int, literal=cython.int, base=cython.int,
        at=cython.int, n=cython.int, bits=word, clause=word_p, alive=word_p,
        watch=int_p, following=int_p,
    )
    cdef int propagate(self) noexcept nogil
    @cython.locals(k=cython.int, h=cython.int, x=word, p=mask, out=mask, literal=cython.int)
    cdef int settle(self, int c) noexcept nogil
    @cython.locals(
        c=cython.int, k=cython.int, x=word, literal=cython.int, a=cython.int, b=cython.int, late=cython.int,
        later=cython.int, base=cython.int,
    )
    cdef int add(self, word* literals) except -2 nogil
    @cython.locals(
        k=cython.int, x=word, top=cython.int, literal=cython.int, key=cython.int, first=cython.int, many=cython.int,
        late=cython.int, latest=cython.int, base=cython.int, g=cython.int, back=cython.int, bits=word,
    )
    cdef int learn(self, int floor) noexcept nogil
    @cython.locals(base=cython.int, g=cython.int, k=cython.int, x=word, bits=word)
    cdef bint implied(self, int literal) noexcept nogil
    @cython.locals(literal=cython.int)
    cdef void fade(self) noexcept nogil
