cimport cython

from paishan.solving.memory cimport byte, code, codes, doubles, ints, mask, masks, memcpy, octets, release, word
from paishan.solving.pairings cimport Pairings


cdef enum:
    PESSIMISTIC = 0
    OPTIMISTIC = 1


cdef class Engine:
    cdef readonly Pairings pairings
    cdef public int patience
    cdef public bint asking
    cdef readonly int rows

    cdef byte* block
    cdef int row_size
    cdef word* ways_out
    cdef int ways_stride
    cdef int* gone
    cdef int gone_stride
    cdef code* code_of
    cdef int code_stride
    cdef byte* cells
    cdef int cell_stride

    cdef mask* need
    cdef byte* taken
    cdef double* score
    cdef int* line

    @cython.locals(pairings=Pairings)
    cdef object claim(self, int rows, int cells)
    cdef void copy(self, int source, int target) noexcept nogil

    cdef void root(self, int row) noexcept nogil
    cdef mask kick(self, int row, int mode, mask* domain, int g) noexcept nogil
    cdef bint run(self, int row, int mode, mask* domain) noexcept nogil
    cdef void ways(self, int row) noexcept nogil
    cdef void rate(self, int row, mask* domain) noexcept nogil
    cdef mask removed(self, int row, int g) noexcept nogil
    cdef int play(self, int row, int* mates) noexcept nogil


# A state is one stretch of memory: the words of its ways out, how many tiles have left, a code a group, the cells.
cdef inline object lay_out(Engine engine, int rows, int cells):
    cdef int at_code = engine.pairings.words * sizeof(word) + sizeof(word)
    cdef int at_cell = at_code + engine.pairings.groups * sizeof(code)
    cdef int size = (at_cell + cells + 7) // 8 * 8
    engine.row_size = size
    engine.block = octets(<Py_ssize_t> rows * size)
    engine.ways_out = <word*> engine.block
    engine.gone = <int*> (engine.block + engine.pairings.words * sizeof(word))
    engine.code_of = <code*> (engine.block + at_code)
    engine.cells = engine.block + at_cell
    engine.ways_stride = size // sizeof(word)
    engine.gone_stride = size // sizeof(int)
    engine.code_stride = size // sizeof(code)
    engine.cell_stride = size
    engine.score = doubles(engine.pairings.literals)


cdef inline void release_rows(Engine engine) noexcept:
    release(engine.block)


cdef inline void copy_row(Engine engine, int source, int target) noexcept nogil:
    memcpy(
        engine.block + <Py_ssize_t> target * engine.row_size,
        engine.block + <Py_ssize_t> source * engine.row_size,
        engine.row_size,
    )
