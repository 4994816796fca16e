from paishan.solving.memory cimport highest, lowest, word


cdef inline word run_of(word line, int at, int length) noexcept nogil:
    cdef word one = 1
    cdef word above = line >> (at + 1)
    cdef word below = line & ((one << at) - 1)
    cdef int end = at + 1 + lowest(above) if above else length
    cdef int start = highest(below) + 1 if below else 0
    return (one << end) - (one << start)
