from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

ctypedef unsigned long long word
ctypedef unsigned int mask
ctypedef unsigned short code
ctypedef unsigned char byte
ctypedef word* word_p
ctypedef mask* mask_p
ctypedef code* code_p
ctypedef byte* byte_p
ctypedef int* int_p

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __forceinline int paishan_lowest(unsigned long long x) {
        unsigned long at;
        if (_BitScanForward(&at, (unsigned long)x)) return (int)at;
        _BitScanForward(&at, (unsigned long)(x >> 32));
        return (int)at + 32;
    }
    static __forceinline int paishan_highest(unsigned int x) {
        unsigned long at;
        _BitScanReverse(&at, (unsigned long)x);
        return (int)at;
    }
    #elif defined(__GNUC__) || defined(__clang__)
    #define paishan_lowest(x) __builtin_ctzll(x)
    #define paishan_highest(x) (31 ^ __builtin_clz(x))
    #else
    static int paishan_lowest(unsigned long long x) {
        int at = 0;
        while (!(x & 1)) { x >>= 1; at++; }
        return at;
    }
    static int paishan_highest(unsigned int x) {
        int at = 0;
        while (x >>= 1) at++;
        return at;
    }
    #endif
    """
    int paishan_lowest(word x) noexcept nogil
    int paishan_highest(mask x) noexcept nogil


cdef inline int lowest(word x) noexcept nogil:
    return paishan_lowest(x)

cdef inline int highest(mask x) noexcept nogil:
    return paishan_highest(x)

cdef inline int word_bits() noexcept nogil:
    return 64

cdef inline mask scramble(mask x) noexcept nogil:
    return x * <mask> 1664525 + <mask> 1013904223

cdef inline mask tie_of(mask x) noexcept nogil:
    return x * <mask> 2654435761U

cdef inline void* zeroed(Py_ssize_t count, Py_ssize_t size) except NULL:
    cdef void* p = calloc(count + 1, size)
    if p == NULL:
        raise MemoryError
    return p

cdef inline word* words(Py_ssize_t count) except NULL:
    return <word*> zeroed(count, sizeof(word))

cdef inline mask* masks(Py_ssize_t count) except NULL:
    return <mask*> zeroed(count, sizeof(mask))

cdef inline code* codes(Py_ssize_t count) except NULL:
    return <code*> zeroed(count, sizeof(code))

cdef inline byte* octets(Py_ssize_t count) except NULL:
    return <byte*> zeroed(count, sizeof(byte))

cdef inline int* ints(Py_ssize_t count) except NULL:
    return <int*> zeroed(count, sizeof(int))

cdef inline double* doubles(Py_ssize_t count) except NULL:
    return <double*> zeroed(count, sizeof(double))

# Growing stops the program's search with MemoryError, raised with the lock taken, when there is no room.
cdef inline void* larger(void* old, Py_ssize_t had, Py_ssize_t count, Py_ssize_t size) except NULL nogil:
    cdef char* p = <char*> realloc(old, count * size)
    if p == NULL:
        with gil:
            raise MemoryError
    memset(p + had * size, 0, (count - had) * size)
    return p

cdef inline word* more_words(word* old, Py_ssize_t had, Py_ssize_t count) except NULL nogil:
    return <word*> larger(old, had, count, sizeof(word))

cdef inline int* more_ints(int* old, Py_ssize_t had, Py_ssize_t count) except NULL nogil:
    return <int*> larger(old, had, count, sizeof(int))

# One row of a block of rows of equal length.
cdef inline word* row_words(word* block, int row, int stride) noexcept nogil:
    return block + <Py_ssize_t> row * stride

cdef inline mask* row_masks(mask* block, int row, int stride) noexcept nogil:
    return block + <Py_ssize_t> row * stride

cdef inline code* row_codes(code* block, int row, int stride) noexcept nogil:
    return block + <Py_ssize_t> row * stride

cdef inline byte* row_octets(byte* block, int row, int stride) noexcept nogil:
    return block + <Py_ssize_t> row * stride

cdef inline void release(void* p) noexcept nogil:
    free(p)
