cimport cython

from paishan.chuopai.blocks cimport Known, some_of, table_of
from paishan.chuopai.core cimport ABOVE, CARDS, LIFT, NUMBER, legal
from paishan.chuopai.habits cimport liking
from paishan.chuopai.known cimport Knowledge, largest, largest_threat, threat
from paishan.chuopai.state cimport State_p, held
from paishan.solving.memory cimport int_p, ints, lowest, release, word


cdef enum:
    UNSEEN = 525
    THREAT = 630
    TABLE = 840
    COUNT = 1113
    LEAD_BY = 1200
    OWN = 1258
    THEIRS = 1362
    PAST = 1466
    INPUTS = 1802
    WIDTH = 64
    DEPTH = 32


cdef inline int* row_of(int* block, int row) noexcept nogil:
    return block + <Py_ssize_t> row * 64


cdef class Judge:
    cdef int* first
    cdef int* first_bias
    cdef int* second
    cdef int* second_bias
    cdef int* third
    cdef int third_bias
    cdef int* ground
    cdef int* sum
    cdef int* deep
    cdef int* over
    cdef int* sizes
    cdef int* moves
    cdef int* rows
    cdef int common
    cdef int listed
    cdef word others
    cdef word another
    @cython.locals(
        count=cython.int, place=cython.int, best=cython.int, most=cython.int, value=cython.int, hand=word,
    )
    cpdef int choice(self, Knowledge knowledge, int taste)
    cdef int gain(self, Known* known, int usual, int move) noexcept nogil
    @cython.locals(count=cython.int, place=cython.int)
    cpdef list values(self, Knowledge knowledge)
    @cython.locals(place=cython.int)
    cpdef list inputs(self, Knowledge knowledge, int move)
    @cython.locals(row_values=int_p, i=cython.int)
    cdef void add(self, int* total, int row) noexcept nogil
    @cython.locals(row_values=int_p, i=cython.int)
    cdef void take(self, int* total, int row) noexcept nogil
    @cython.locals(
        table=State_p, place=cython.int, seat=cython.int, figure=cython.int, count=cython.int, most=cython.int,
        head=cython.int, may=word, number=cython.int, hand=word, i=cython.int,
    )
    cdef void look(self, Known* known) noexcept nogil
    @cython.locals(
        table=State_p, left=cython.int, place=cython.int, seat=cython.int, may=word, head=cython.int, found=cython.int,
        beaten=cython.bint,
    )
    cdef int answers(self, Known* known, int move) noexcept nogil
    @cython.locals(
        table=State_p, hand=word, left=word, figure=cython.int, answers=cython.int, points=cython.int,
        place=cython.int, seat=cython.int, head=cython.int, size=cython.int, other=cython.int, beaten=cython.int,
        i=cython.int,
    )
    cdef int value(self, Known* known, int move) noexcept nogil
    @cython.locals(i=cython.int, j=cython.int, x=cython.int, weights=int_p, total=cython.int)
    cdef int through(self) noexcept nogil


@cython.locals(lead=cython.int)
cdef int clamped(int lead) noexcept nogil
