cimport cython

from paishan.solving.memory cimport (
    byte, code, codes, doubles, ints, mask, masks, memcpy, octets, release, word,
)
from paishan.solving.pairings cimport Pairings


cdef enum:
    PESSIMISTIC = 0
    OPTIMISTIC = 1


cdef class Engine:
    cdef readonly Pairings pairings
    cdef public int patience
    cdef public bint asking
    cdef readonly int rows
    cdef int firm

    cdef readonly int slots
    cdef int tiles
    cdef int groups
    cdef int words
    cdef bint wide
    cdef int* word
    cdef int* shift
    cdef word* span
    cdef byte* filled
    cdef int* tile_of
    cdef int* group_at
    cdef int* slot_of
    cdef byte* group
    cdef byte* index

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
    cdef mask* strips
    cdef int strip_stride

    cdef mask* need
    cdef byte* taken
    cdef double* score
    cdef int* line

    @cython.locals(pairings=Pairings)
    cdef object claim(self, int rows, int cells, int strips)
    cdef void copy(self, int source, int target) noexcept nogil

    @cython.locals(slot=cython.int)
    cpdef object deal(self, object group_of)
    @cython.locals(slot=cython.int, g=cython.int)
    cpdef bint suits(self, list groups) except -1
    @cython.locals(slot=cython.int, g=cython.int, t=cython.int)
    cdef void lay(self) noexcept nogil
    cdef void link(self) noexcept nogil
    @cython.locals(slot=cython.int, t=cython.int, g=cython.int)
    cpdef object place(self, object gone)
    @cython.locals(g=cython.int, left=mask, odd=cython.int)
    cdef int uneven(self) noexcept nogil
    cdef int misplaced(self) noexcept nogil
    cpdef list open_pairs(self, int row)
    @cython.locals(k=cython.int, a=cython.int, b=cython.int)
    cpdef object pairs_of(self, int count)

    cdef void root(self, int row) noexcept nogil
    cdef mask kick(self, int row, int mode, mask* domain, int g) noexcept nogil
    cdef bint run(self, int row, int mode, mask* domain) noexcept nogil
    cdef void ways(self, int row) noexcept nogil
    cdef void recall(self, int row, mask* domain) noexcept nogil
    cdef void rate(self, int row, mask* domain) noexcept nogil
    cdef mask removed(self, int row, int g) noexcept nogil
    cdef mask allowed(self, int row, int g, mask domain) noexcept nogil
    cdef int play(self, int row, int* mates) noexcept nogil


# A state is one stretch of memory: the words of its ways out, how many tiles have left, the strips, a code a group, the
# cells.
cdef inline object lay_out(Engine engine, int rows, int cells, int strips):
    cdef int at_strip = engine.pairings.words * sizeof(word) + sizeof(word)
    cdef int at_code = at_strip + strips * sizeof(mask)
    cdef int at_cell = at_code + engine.pairings.groups * sizeof(code)
    cdef int size = (at_cell + cells + 7) // 8 * 8
    engine.row_size = size
    engine.block = octets(<Py_ssize_t> rows * size)
    engine.ways_out = <word*> engine.block
    engine.gone = <int*> (engine.block + engine.pairings.words * sizeof(word))
    engine.strips = <mask*> (engine.block + at_strip)
    engine.code_of = <code*> (engine.block + at_code)
    engine.cells = engine.block + at_cell
    engine.ways_stride = size // sizeof(word)
    engine.gone_stride = size // sizeof(int)
    engine.code_stride = size // sizeof(code)
    engine.cell_stride = size
    engine.strip_stride = size // sizeof(mask)
    engine.score = doubles(engine.pairings.literals)


cdef inline void release_rows(Engine engine) noexcept:
    release(engine.block)


cdef inline void copy_row(Engine engine, int source, int target) noexcept nogil:
    memcpy(
        engine.block + <Py_ssize_t> target * engine.row_size,
        engine.block + <Py_ssize_t> source * engine.row_size,
        engine.row_size,
    )
