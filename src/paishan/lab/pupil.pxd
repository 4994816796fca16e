cimport cython

from paishan.solving.memory cimport doubles, ints, release

from libc.math cimport exp, sqrt


cdef enum:
    ROOM = 192
    WIDE = 64
    DEEP = 32
    BIAS = 115328
    SECOND = 115392
    SECOND_BIAS = 117440
    THIRD = 117472
    THIRD_BIAS = 117504
    WEIGHTS = 117505


cdef class Pupil:
    cdef readonly int batch
    cdef readonly long long steps
    cdef double* weight
    cdef double* slope
    cdef double* mean
    cdef double* square
    cdef double* wide
    cdef double* deep
    cdef int* rows
    cdef int* counts
    cdef double* targets
    @cython.locals(place=cython.int)
    cpdef object put(self, int sample, list inputs, double target)
    @cython.locals(i=cython.int, sample=cython.int, loss=cython.double, share=cython.double)
    cpdef double learn(self, int samples, double rate)
    cpdef double share(self, int sample)
    @cython.locals(place=cython.int, row=cython.int, i=cython.int, j=cython.int, x=cython.double, sign=cython.double)
    cdef double answer(self, int sample) noexcept nogil
    @cython.locals(place=cython.int, row=cython.int, i=cython.int, j=cython.int, x=cython.double, sign=cython.double)
    cdef void blame(self, int sample, double error) noexcept nogil
    @cython.locals(
        i=cython.int, some=cython.double, many=cython.double, slope=cython.double, first=cython.double,
        second=cython.double,
    )
    cdef void step(self, int samples, double rate) noexcept nogil
