cimport cython

from paishan.solving.conflict cimport Conflict
from paishan.solving.cuts cimport CHOSEN, Cuts
from paishan.solving.engine cimport OPTIMISTIC, PESSIMISTIC, Engine
from paishan.solving.memory cimport byte, ints, lowest, mask, masks, octets, release, row_words, scramble, word, word_p
from paishan.solving.pairings cimport Pairings

cdef enum:
    NO = 0
    YES = 1
    OPEN = 2

cdef double TRUSTED
cdef double LIKED
cdef double RATED
cdef int RESTART
cdef int DOUBT


@cython.final
cdef class Search:
    cdef readonly Engine engine
    cdef readonly Cuts cuts
    cdef readonly Conflict conflict
    cdef Pairings pairings
    cdef readonly long long conflicts
    cdef long long limit
    cdef int relaxed
    cdef readonly int spare_row
    cdef int floor
    cdef int question
    cdef int answer
    cdef bint hopeless
    cdef mask noise
    cdef byte* liked
    cdef mask* assumed
    cdef mask* early
    cdef bint looked
    cdef mask* away
    cdef byte* mates_in
    cdef int* mates

    @cython.locals(g=cython.int)
    cdef void close(self, int row, int since) noexcept nogil
    @cython.locals(g=cython.int, k=cython.int, out=mask, since=cython.int)
    cdef bint assume(self) noexcept nogil
    @cython.locals(g=cython.int, i=cython.int, at=cython.int, size=cython.int, out=mask, left=mask, stay=mask)
    cdef void position(self) noexcept nogil
    @cython.locals(g=cython.int)
    cdef int begin(self) except -1 nogil
    @cython.locals(g=cython.int, k=cython.int)
    cdef bint refuted(self) except -1 nogil
    @cython.locals(
        k=cython.int, x=word, literal=cython.int, best=cython.int, most=cython.double, value=cython.double,
        step=cython.double, ways=word_p, noise=mask, g=cython.int,
    )
    cdef int decide(self, int row) noexcept nogil
    @cython.locals(g=cython.int, d=mask, p=cython.int, literal=cython.int)
    cdef int unsettled(self) noexcept nogil
    @cython.locals(g=cython.int, p=cython.int, clash=mask, base=cython.int)
    cdef void prefer(self, int literal) noexcept nogil
    @cython.locals(
        row=cython.int, done=cython.int, literal=cython.int, g=cython.int, c=cython.int, since=cython.int, at=cython.int,
        back=cython.int, k=cython.int, failed=cython.bint, stuck=cython.bint, same=cython.bint, start=cython.longlong,
        restarted=cython.longlong, bit=mask, out=mask,
    )
    cdef int search(self) except -1 nogil
    cdef void give_up(self, int c) noexcept nogil
    cdef int ask(self) except -1 nogil
    @cython.locals(g=cython.int, i=cython.int, at=cython.int, size=cython.int, d=mask)
    cdef int settle(self) noexcept nogil
    cpdef int literal(self, int g, int i, int j)
    @cython.locals(p=cython.int, domain=mask)
    cpdef bint possible(self, int g, int i, int j)
