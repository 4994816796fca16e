cimport cython

from paishan.chuopai.state cimport LEAD, PASS, State, State_p, below, copy_state, held, state_at, states
from paishan.solving.memory cimport byte, ints, lowest, octets, release, word, words


cdef word* CARDS
cdef byte* NUMBER
cdef word* ABOVE
cdef word* LIFT
cdef int* FIRST
cdef int* SECOND


@cython.locals(figure=cython.int, count=cython.int, found=cython.int, number=cython.int, head=cython.int)
cdef int leads(word hand, int most, int* moves) noexcept nogil
@cython.locals(
    heads=cython.int, a=cython.int, b=cython.int, at=cython.int, some=cython.int, others=cython.int, room=cython.int,
)
cdef int combinations(word hand, int head, int most, int* moves, int found) noexcept nogil
@cython.locals(above=word, figure=cython.int, found=cython.int, number=cython.int, head=cython.int)
cdef int beats(word hand, int to_beat, int* moves) noexcept nogil
@cython.locals(heads=cython.int, a=cython.int, b=cython.int, at=cython.int, some=cython.int, others=cython.int)
cdef int combinations_of(word hand, int head, int number, int* moves, int found) noexcept nogil
@cython.locals(number=cython.int, head=cython.int, others=cython.int)
cdef bint can_beat(word hand, int to_beat) noexcept nogil
@cython.locals(found=cython.int)
cdef int legal(State* state, int* moves) noexcept nogil
@cython.locals(seat=cython.int)
cdef void apply(State* state, int move) noexcept nogil
@cython.locals(seat=cython.int)
cdef void settle(State* state, int leader) noexcept nogil
@cython.locals(seat=cython.int, nails=cython.int, reds=cython.int)
cdef void open_match(State* state, int leader, bint every_copy, int most) noexcept nogil
@cython.locals(place=cython.int, other=cython.int, card=byte, seat=cython.int)
cdef void deal(State* state, word* rng, byte* deck, bint every_copy, int most) noexcept nogil
@cython.locals(count=cython.int, plies=cython.int)
cdef int play_out(State* state, int* moves, word* rng) noexcept nogil
@cython.locals(other=cython.int, winners=cython.int)
cdef double share(State* state, int seat) noexcept nogil


cdef class Position:
    cdef State* state
    cdef int* moves
    cdef word* rng
    cdef byte* deck
    @cython.locals(other=Position)
    cpdef Position copy(self)
    @cython.locals(i=cython.int, count=cython.int)
    cpdef list legal(self)
    @cython.locals(index=cython.int, count=cython.int)
    cpdef object push(self, int move)
    @cython.locals(every=cython.bint, most=cython.int, _=cython.int, plies=cython.longlong)
    cpdef object random_games(self, int games, word seed, object options)
