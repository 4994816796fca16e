from paishan.chuopai.state cimport State
from paishan.solving.memory cimport byte, word, zeroed


cdef enum:
    STEADY = 922
    BOLD = 1
    PATIENT = 2
    THRIFTY = 3


cdef inline int cards_in(word hand) noexcept nogil:
    cdef word even = <word> 0x71C71C71C71C71C7ULL
    return ((hand & even) + ((hand >> 3) & even)) % 63

cdef inline word all_bits(word thirds) noexcept nogil:
    return thirds | thirds >> 1 | thirds >> 2


ctypedef struct Known:
    State table
    int seat
    word unseen
    word caps[3]
    byte blocked[39]
    byte apart[3]
    byte led[63]
    byte followed[63]

ctypedef Known* Known_p


cdef inline Known* knowns(Py_ssize_t count) except NULL:
    return <Known*> zeroed(count, sizeof(Known))

cdef inline word some_of(int figure, int count) noexcept nogil:
    return <word> count << (3 * figure)

cdef inline State* table_of(Known* known) noexcept nogil:
    return &known.table


cdef enum:
    ATTEMPTS = 30


ctypedef struct Guess:
    int first
    int second
    word unseen
    byte low[21]
    byte high[21]
    byte left[21]
    word ways[638]

ctypedef Guess* Guess_p


cdef inline Guess* guesses(Py_ssize_t count) except NULL:
    return <Guess*> zeroed(count, sizeof(Guess))

cdef inline word choices(int among, int taken) noexcept nogil:
    if among == 4 and taken == 2:
        return 6
    if taken == 0 or taken == among:
        return 1
    return among


ctypedef long long whole
ctypedef whole* whole_p

cdef inline whole* wholes(Py_ssize_t count) except NULL:
    return <whole*> zeroed(count, sizeof(whole))


