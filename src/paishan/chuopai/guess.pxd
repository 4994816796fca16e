cimport cython

from paishan.chuopai.blocks cimport ATTEMPTS, Guess, Known, choices, some_of, table_of
from paishan.chuopai.known cimport fits, threat
from paishan.chuopai.state cimport State, below, copy_state, held
from paishan.solving.memory cimport word


@cython.locals(
    first=word, second=word, figure=cython.int, cards=cython.int, taken=cython.int, left=cython.int, sum=word,
)
cdef bint prepare(Guess* guess, Known* known) noexcept nogil
@cython.locals(hand=word, figure=cython.int, taken=cython.int, part=word)
cdef word one_hand(Guess* guess, int cards, word place) noexcept nogil
@cython.locals(hand=word, cards=cython.int, _=cython.int, total=word)
cdef void draw(Guess* guess, Known* known, State* state, word* rng) noexcept nogil
