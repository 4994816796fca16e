cimport cython

from paishan.connect.runs cimport run_of
from paishan.solving.memory cimport int_p, ints, release, word, word_p, words


@cython.locals(shared=word, k=cython.int)
cdef bint joins(word* row, word* column, int xa, int ya, int xb, int yb, int wide, int high) noexcept nogil


@cython.final
cdef class Field:
    cdef readonly int width
    cdef readonly int height
    cdef readonly int slots
    cdef readonly bint outside
    cdef word* row
    cdef word* column
    cdef int* x
    cdef int* y
    cdef int* mate
    cdef word* across
    cdef word* down

    @cython.locals(x=cython.int, y=cython.int, slot=cython.int)
    cpdef object place(self, object present)
    @cython.locals(one=word)
    cdef void put(self, int x, int y) noexcept nogil
    @cython.locals(one=word, x=cython.int, y=cython.int)
    cpdef object flip(self, int slot)
    @cython.locals(slot=cython.int, last=dict)
    cpdef object match(self, object groups)
    @cython.locals(x=int_p, y=int_p)
    cpdef bint joinable(self, int a, int b) except -1
    cdef int check(self, int slot) except -1
    @cython.locals(
        one=word, first=word, end=word, line=word, start=word, bit=word, before=word, row=word_p, column=word_p,
        across=word_p, down=word_p, slot=cython.int, last=cython.int, x=cython.int, y=cython.int, _=cython.int,
    )
    cdef void scan(self) noexcept nogil
    @cython.locals(
        row=word_p, column=word_p, x=int_p, y=int_p, across=word_p, down=word_p, mate=int_p, a=cython.int, b=cython.int,
        k=cython.int, xa=cython.int, ya=cython.int, xb=cython.int, yb=cython.int, along=word, able=word, found=list,
    )
    cpdef list pairs(self, int most=*)
