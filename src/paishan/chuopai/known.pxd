cimport cython

from paishan.chuopai.blocks cimport Known, knowns, some_of, table_of
from paishan.chuopai.core cimport ABOVE, CARDS, FIRST, NUMBER, SECOND, apply, settle
from paishan.chuopai.state cimport LEAD, PASS, State, held
from paishan.solving.memory cimport lowest, release, word


@cython.locals(left=word, figure=cython.int, number=cython.int, count=cython.int)
cdef word lowered(word caps, word cards) noexcept nogil
@cython.locals(left=word, figure=cython.int, most=cython.int)
cdef word capped(word caps, word figures, int most) noexcept nogil
@cython.locals(other=cython.int)
cdef void forget(State* table, int seat) noexcept nogil
@cython.locals(number=cython.int, head=cython.int)
cdef void heed_pass(Known* known, int seat, int to_beat) noexcept nogil
@cython.locals(seat=cython.int, cards=word, left=word, figure=cython.int, number=cython.int)
cdef void learn(Known* known, int move) noexcept nogil
@cython.locals(
    left=word, found=word, figure=cython.int, count=cython.int, cap=cython.int, most=cython.int, alone=cython.bint,
)
cdef word threat(Known* known, int seat) noexcept nogil
@cython.locals(cards=cython.int, others=cython.int)
cdef int largest(word hand, int head, int most) noexcept nogil
@cython.locals(size=cython.int, number=cython.int)
cdef int largest_threat(Known* known, int seat, word threat, int head) noexcept nogil
@cython.locals(number=cython.int, head=cython.int)
cdef bint fits(Known* known, int seat, word hand) noexcept nogil


cdef class Knowledge:
    cdef Known* known
    cpdef object learn(self, int move)
