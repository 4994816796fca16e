from paishan.solving.memory cimport byte, word, zeroed


cdef enum:
    LEAD = -1
    PASS = 468


ctypedef struct State:
    word hands[3]
    int to_beat
    byte counts[3]
    byte points[3]
    byte turn
    byte best
    byte acted
    byte over
    byte most

ctypedef State* State_p


cdef inline State* states(Py_ssize_t count) except NULL:
    return <State*> zeroed(count, sizeof(State))

cdef inline State* state_at(State* block, Py_ssize_t place) noexcept nogil:
    return block + place

cdef inline void copy_state(State* target, State* source) noexcept nogil:
    target[0] = source[0]

cdef inline int held(word hand, int figure) noexcept nogil:
    return (hand >> (3 * figure)) & 7

cdef inline word advance(word* rng) noexcept nogil:
    cdef word mixed
    rng[0] += <word> 0x9E3779B97F4A7C15ULL
    mixed = rng[0]
    mixed = (mixed ^ (mixed >> 30)) * <word> 0xBF58476D1CE4E5B9ULL
    mixed = (mixed ^ (mixed >> 27)) * <word> 0x94D049BB133111EBULL
    return mixed ^ (mixed >> 31)

# Only a number among the last `bound` can lie past the last whole multiple.
cdef inline word below(word* rng, word bound) noexcept nogil:
    cdef word drawn = advance(rng)
    while drawn >= <word> 0 - bound and drawn >= <word> 0 - (<word> 0 - bound) % bound > 0:
        drawn = advance(rng)
    return drawn % bound
