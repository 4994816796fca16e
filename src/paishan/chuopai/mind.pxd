cimport cython

from paishan.chuopai.blocks cimport Guess, Known, guesses, table_of, whole, wholes
from paishan.chuopai.core cimport NUMBER, apply, legal
from paishan.chuopai.guess cimport draw, prepare
from paishan.chuopai.habits cimport cash, hold_back, hopeful, liking, lowest_beat, play_on
from paishan.chuopai.judge cimport Judge
from paishan.chuopai.known cimport Knowledge, largest, threat
from paishan.chuopai.state cimport LEAD, State, State_p, below, copy_state, held, state_at, states
from paishan.solving.memory cimport ints, release, word, words

from libc.math cimport sqrt

@cython.locals(other=cython.int, winners=cython.int)
cdef int sixths(State* state, int seat) noexcept nogil
@cython.locals(other=cython.int, rival=cython.int, margin=cython.int)
cdef int worth(State* state, int seat) noexcept nogil
@cython.locals(head=cython.int, size=cython.int, heads=cython.int, all=cython.bint, figure=cython.int)
cdef bint sensible(word hand, int move, int most) noexcept nogil


cdef class Mind:
    cdef Guess* guess
    cdef State* drawn
    cdef State* trial
    cdef word* rng
    cdef int* moves
    cdef int* room
    cdef int* order
    cdef whole* sums
    cdef whole* squares
    cdef whole* tries
    cdef whole* prior
    cdef whole gained
    cdef whole carried
    cdef int options
    cdef int count
    cpdef int plain(self, Knowledge knowledge, word seed, int steady, int taste)
    cpdef int weighed(self, Knowledge knowledge, word seed, int play_outs, int taste)
    @cython.locals(usual=cython.int, place=cython.int)
    cpdef int judged(self, Knowledge knowledge, Judge judge, word seed, int play_outs, int taste)
    @cython.locals(best=cython.int, pairs=cython.int, _=cython.int)
    cpdef tuple better(self, Knowledge knowledge, word seed, int play_outs, int move)
    @cython.locals(seat=cython.int)
    cpdef list guessed(self, Knowledge knowledge, word seed)
    @cython.locals(option=cython.int)
    cdef void compare(self, Known* known) noexcept nogil
    @cython.locals(
        table=State_p, hand=word, first=word, second=word, next=cython.int, before=cython.int, drawn=cython.int,
        move=cython.int,
    )
    cdef int habit(self, Known* known, int steady, int taste) noexcept nogil
    @cython.locals(table=State_p, hand=word, place=cython.int, kept=cython.int, move=cython.int)
    cdef void gather(self, Known* known, int usual) noexcept nogil
    @cython.locals(
        stages=cython.int, stage=cython.int, left=cython.int, used=cython.int, quota=cython.int, place=cython.int,
    )
    cdef void spend(self, Known* known, int play_outs) noexcept nogil
    @cython.locals(place=cython.int, option=cython.int, usual=whole, gain=whole)
    cdef void try_all(self, Known* known) noexcept nogil
    cdef whole seems(self, int option) noexcept nogil
    @cython.locals(place=cython.int, other=cython.int, option=cython.int)
    cdef void halve(self) noexcept nogil
    @cython.locals(
        best=cython.int, place=cython.int, option=cython.int, mean=cython.double, spread=cython.double,
        sure=cython.double, most=cython.double, base=cython.int,
    )
    cdef int verdict(self, word hand, int taste) noexcept nogil
