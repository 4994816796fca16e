cimport cython

from paishan.chuopai.blocks cimport BOLD, PATIENT, STEADY, THRIFTY, all_bits, cards_in, some_of
from paishan.chuopai.core cimport ABOVE, CARDS, FIRST, LIFT, NUMBER, SECOND, apply, beats
from paishan.chuopai.known cimport largest
from paishan.chuopai.state cimport LEAD, PASS, State, advance, below, held
from paishan.solving.memory cimport lowest, word


@cython.locals(heads=cython.int, some=cython.int, others=cython.int)
cdef int combination(word hand, int head, int size) noexcept nogil
@cython.locals(
    best=cython.int, most_cards=cython.int, ties=cython.int, figure=cython.int, count=cython.int, head=cython.int,
    size=cython.int, other=cython.int, highest=cython.int, left=word,
)
cdef int cash(word hand, word first, word second, int most, word* rng) noexcept nogil
@cython.locals(head=cython.int)
cdef bint in_combination(word hand, int figure) noexcept nogil
cdef int leaning(int taste, word hand, int figure, int count) noexcept nogil
@cython.locals(number=cython.int)
cdef int liking(int taste, word hand, int move) noexcept nogil
@cython.locals(
    best=cython.int, top=cython.int, figure=cython.int, count=cython.int, score=cython.int, above=cython.int,
    left=word, lifted=word,
)
cdef int cheap(word hand, word first, word second, word unseen, word noise, int taste) noexcept nogil
@cython.locals(best=cython.int, top=cython.int, place=cython.int, move=cython.int, score=cython.int, figure=cython.int)
cdef int lowest_beat(word hand, int* moves, int count) noexcept nogil
@cython.locals(move=cython.int)
cdef int hold_back(word hand, word first, word second, word unseen, int most, word noise, int taste, word* rng) noexcept nogil
@cython.locals(
    best=cython.int, top=cython.int, figure=cython.int, above=cython.int,
    score=cython.int, head=cython.int, place=cython.int, move=cython.int, number=cython.int, higher=word,
)
cdef int hopeful(word hand, word unseen, int* moves, int count) noexcept nogil
@cython.locals(figure=cython.int, count=cython.int, drawn=cython.int)
cdef int any_group(word hand, int cards, word* rng) noexcept nogil
@cython.locals(seat=cython.int, first=word, second=word, noise=word, count=cython.int, hand=word)
cdef int habitual(State* state, int* moves, word* rng) noexcept nogil
cdef void play_on(State* state, int* moves, word* rng) noexcept nogil
