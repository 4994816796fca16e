"""Layouts made from a number: the same number and difficulty give the same layout everywhere and for ever (C3).

A layout grows out of a *form*: a function that tells for a point of the plane how far it lies from the edge of a shape,
negative within. A motif puts a few shapes together, a symmetry folds the plane, and the layers are the terraces of
what comes out: each holds the places that lie deeper within the shape than those of the layer below. The shape is
then made larger or smaller until the number of tiles is as wanted.

Only whole numbers and `Rng` are used. Nothing here may change what a number gives; a better generator gets a new
version in the id, beside this one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import isqrt
from typing import NamedTuple

from paishan.rng import Rng
from paishan.solitaire.layout import Layout, Slot

__all__ = ["DIFFICULTIES", "generate"]

DIFFICULTIES = range(1, 5)
"""The steps of difficulty."""

Form = Callable[[int, int], int]
"""How far a point (u, v) lies from the edge of a shape, less than zero within; the canvas goes from -1000 to 1000."""

_UNIT = 1000
_HALF_TILE = (3, 4)
"""Half a tile's width and height in the unit in which depths are compared."""
_FEWEST_FREE = 14
_TRIES = 12
"""How often a motif is drawn anew before another is taken."""
_SIZES = (30, 140)
"""The least and the greatest size tried, in hundredths of the canvas."""


class _Step(NamedTuple):
    """What a step of difficulty allows: tiles and layers."""

    fewest: int
    most: int
    low: int
    high: int


_STEPS = {1: _Step(40, 64, 2, 2), 2: _Step(68, 96, 2, 3), 3: _Step(96, 128, 3, 4), 4: _Step(128, 144, 3, 5)}


class _Canvas(NamedTuple):
    """How far tiles may reach from the middle, in half tiles."""

    x: int
    y: int


_DESK = _Canvas(17, 9)
_PHONE = _Canvas(9, 12)


def generate(number: int, difficulty: int, phone: bool = False) -> Layout:
    """The layout of this number at this difficulty, 1–4; with `phone` at most nine columns wide and twelve rows high.

    It has 40–144 tiles, a number divisible by four, and at least fourteen free ones. Raises `ValueError` for a number
    outside 0 … 2^60 - 1 and for any other difficulty.
    """
    if difficulty not in DIFFICULTIES:
        raise ValueError(f"the difficulty of a generated layout is 1 to 4, not {difficulty}")
    if not 0 <= number < 1 << 60:
        raise ValueError(f"a generated layout has a number from 0 to 2^60 - 1, not {number}")
    rng = Rng(number << 3 | (difficulty - 1) << 1 | phone)
    while True:
        fold, motifs = rng.choice(_SYMMETRIES)
        name, motif = rng.choice(motifs)
        for _ in range(_TRIES):
            slots = _draw(rng, fold(motif(rng)), _STEPS[difficulty], _PHONE if phone else _DESK)
            if slots:
                id = f"g1{'p' if phone else ''}-{difficulty}-{number}"
                return Layout.build(id, f"{name} {number}", slots)


def _draw(rng: Rng, form: Form, step: _Step, canvas: _Canvas) -> list[Slot]:
    """The tiles of a layout in this form; none if nothing good came out."""
    wide = canvas.x * _HALF_TILE[0] * _from(rng, 70, 100)
    high = canvas.y * _HALF_TILE[1] * _from(rng, 70, 100)
    layers = _from(rng, step.low, step.high)
    shares = [0, *(100 * z // layers + _from(rng, -8, 8) for z in range(1, layers))]
    grid = (rng.below(2), rng.below(2))
    staggered = rng.below(4) == 0
    target = _from(rng, step.fewest, step.most)

    @cache
    def terraces(size: int) -> list[Slot]:
        reach = (wide * size // 10_000, high * size // 10_000)
        return _terraces(form, canvas, reach, shares, grid, staggered)

    small, large = _SIZES
    while small < large:
        middle = (small + large) // 2
        if len(terraces(middle)) < target:
            small = middle + 1
        else:
            large = middle
    best: list[Slot] = []
    for size in range(small - 4, small + 5):
        slots = terraces(size)
        fits = step.fewest <= len(slots) <= step.most and len(slots) % 4 == 0
        if fits and (not best or abs(len(slots) - target) < abs(len(best) - target)):
            best = slots
    return best if best and _pleases(best, layers) else []


def _pleases(slots: list[Slot], layers: int) -> bool:
    """Whether every layer has tiles, the top is smaller than the foot, and there is enough to begin with."""
    sizes = [sum(slot.z == z for slot in slots) for z in range(layers)]
    if not sizes[-1] or sizes[-1] * 4 > sizes[0] * (3 if layers == 2 else 2):
        return False
    return Layout.build("draft", "Draft", slots).free().bit_count() >= _FEWEST_FREE


def _terraces(
    form: Form, canvas: _Canvas, reach: tuple[int, int], shares: list[int], grid: tuple[int, int], staggered: bool
) -> list[Slot]:
    """The tiles of every layer, each wholly on tiles of the layer below, by layer.

    A layer holds the places that lie at least its share, in hundredths, of the greatest depth within the shape. The
    middles of tiles lie on the axes or, where `grid` is 1, beside them; `staggered` moves every second layer half a
    tile both ways.
    """
    found: list[Slot] = []
    depths = [_depths(form, canvas, reach, grid)]
    if staggered:
        depths.append(_depths(form, canvas, reach, (1 - grid[0], 1 - grid[1])))
    deepest = max((depth for level in depths for depth in level.values()), default=0)
    below: set[tuple[int, int]] = set()
    for z, share in enumerate(shares):
        inset = deepest * share // 100
        level = [place for place, depth in depths[z % len(depths)].items() if depth >= inset]
        if not z:
            places = set(level)
            level = [(x, y) for x, y in level if places & {(x - 2, y), (x + 2, y), (x, y - 2), (x, y + 2)}]
        elif staggered:
            corners = [(dx, dy) for dx in (-1, 1) for dy in (-1, 1)]
            level = [(x, y) for x, y in level if all((x + dx, y + dy) in below for dx, dy in corners)]
        else:
            level = [place for place in level if place in below]
        below = set(level)
        found += [Slot(x, y, z) for x, y in level]
    return found


def _depths(form: Form, canvas: _Canvas, reach: tuple[int, int], grid: tuple[int, int]) -> dict[tuple[int, int], int]:
    """How deep in the shape a tile lies, for every place on the canvas that is within it, row by row."""
    columns = [(x - 1, _scaled(x * _HALF_TILE[0], reach[0])) for x in _middles(canvas.x, grid[0])]
    rows = [(y - 1, _scaled(y * _HALF_TILE[1], reach[1])) for y in _middles(canvas.y, grid[1])]
    least = min(reach)
    found = {}
    for y, v in rows:
        for x, u in columns:
            edge = form(u, v)
            if edge <= 0:
                found[x, y] = -edge * least // _UNIT
    return found


def _middles(reach: int, odd: int) -> range:
    """Where the middles of tiles may lie, in half tiles from the axis, if no tile is to pass `reach`."""
    last = reach - 1 - (reach - 1 - odd) % 2
    return range(-last, last + 1, 2)


def _scaled(length: int, reach: int) -> int:
    """A length in thousandths of `reach`, rounded towards the middle so that both sides are alike."""
    return length * _UNIT // reach if length >= 0 else -(-length * _UNIT // reach)


def _from(rng: Rng, least: int, most: int) -> int:
    return least + rng.below(most - least + 1)


def _box(x: int, y: int, rx: int, ry: int) -> Form:
    return lambda u, v: max(abs(u - x) - rx, abs(v - y) - ry)


def _round(x: int, y: int, rx: int, ry: int) -> Form:
    least = min(rx, ry)

    def form(u: int, v: int) -> int:
        across, down = (u - x) * _UNIT // rx, (v - y) * _UNIT // ry
        return (isqrt(across * across + down * down) - _UNIT) * least // _UNIT

    return form


def _diamond(x: int, y: int, rx: int, ry: int) -> Form:
    least = min(rx, ry) * 3 // 4
    return lambda u, v: (abs(u - x) * _UNIT // rx + abs(v - y) * _UNIT // ry - _UNIT) * least // _UNIT


def _octagon(x: int, y: int, rx: int, ry: int) -> Form:
    return _common(_box(x, y, rx, ry), _diamond(x, y, rx * 3 // 2, ry * 3 // 2))


def _triangle(apex: int, foot: int, wide: int) -> Form:
    """Pointing upwards, for u from 0 on."""
    return lambda u, v: max(v - foot, (u - (v - apex) * wide // (foot - apex)) * 3 // 4)


_SHAPES = (_box, _round, _diamond, _octagon)


def _union(*forms: Form) -> Form:
    return lambda u, v: min(form(u, v) for form in forms)


def _common(*forms: Form) -> Form:
    return lambda u, v: max(form(u, v) for form in forms)


def _without(form: Form, hole: Form) -> Form:
    return lambda u, v: max(form(u, v), -hole(u, v))


def _rim(form: Form, thick: int) -> Form:
    """The outermost `thick` of a shape."""
    return lambda u, v: abs(form(u, v) + thick // 2) - thick // 2


def _mirrored(form: Form) -> Form:
    """The same on the left as on the right."""
    known = cache(form)
    return lambda u, v: known(abs(u), v)


def _fourfold(form: Form) -> Form:
    """The same on the left as on the right and above as below."""
    known = cache(form)
    return lambda u, v: known(abs(u), abs(v))


def _quartered(form: Form) -> Form:
    """As fourfold, with rows and columns exchanged."""
    known = cache(form)
    return lambda u, v: known(abs(v), abs(u))


def _turned(form: Form) -> Form:
    """Unchanged by half a turn."""
    known = cache(form)
    return lambda u, v: min(known(u, v), known(-u, -v))


def _turned_back(form: Form) -> Form:
    """As turned, with left and right exchanged."""
    known = cache(form)
    return lambda u, v: min(known(-u, v), known(u, -v))


def _hill(rng: Rng) -> Form:
    """One mountain, perhaps with outworks or courtyards."""
    hill = rng.choice(_SHAPES)(0, 0, 800, 800)
    match rng.below(4):
        case 0:
            return _union(hill, _box(_from(rng, 700, 900), 0, 250, 200))
        case 1:
            return _union(hill, _box(_from(rng, 300, 700), 850, 250, 150))
        case 2:
            return _without(hill, rng.choice(_SHAPES)(_from(rng, 350, 500), 0, 140, 200))
        case _:
            return _without(hill, _box(0, 800, _from(rng, 150, 300), 300))


def _moat(rng: Rng) -> Form:
    """A wall around an island."""
    wall = _rim(rng.choice(_SHAPES)(0, 0, 950, 950), _from(rng, 260, 360))
    return _union(wall, rng.choice(_SHAPES)(0, 0, _from(rng, 250, 400), _from(rng, 250, 400)))


def _cross(rng: Rng) -> Form:
    """Two arms across each other."""
    shape = rng.choice(_SHAPES)
    arm = _from(rng, 280, 420)
    return _union(shape(0, 0, 1000, arm), shape(0, 0, arm, 1000), rng.choice(_SHAPES)(0, 0, 550, 550))


def _petals(rng: Rng) -> Form:
    """Four hills around a fifth."""
    shape = rng.choice(_SHAPES)
    away, wide = _from(rng, 520, 620), _from(rng, 340, 420)
    return _union(shape(away, away, wide, wide), rng.choice(_SHAPES)(0, 0, 380, 380))


def _compass(rng: Rng) -> Form:
    """Four hills at the four winds."""
    shape = rng.choice(_SHAPES)
    long, short = _from(rng, 360, 440), _from(rng, 300, 380)
    return _union(
        shape(1000 - long, 0, long, short), shape(0, 1000 - long, short, long), _box(0, 0, _from(rng, 200, 500), 200)
    )


def _twins(rng: Rng) -> Form:
    """Two hills and a bridge."""
    hill = rng.choice(_SHAPES)(600, 0, 400, _from(rng, 700, 1000))
    return _union(hill, _box(0, 0, 400, _from(rng, 120, 300)))


def _castle(rng: Rng) -> Form:
    """Four towers, the walls between them and a keep."""
    wall = _rim(_box(0, 0, 850, 850), _from(rng, 220, 300))
    return _union(wall, rng.choice(_SHAPES)(780, 780, 260, 260), rng.choice(_SHAPES)(0, 0, 330, 330))


def _glass(rng: Rng) -> Form:
    """Wide at both ends and narrow in the middle."""
    waist = _from(rng, 150, 350)
    if rng.below(2):
        return lambda u, v: max(v - 900, (u - waist - v * (900 - waist) // 900) * 3 // 4)
    return lambda u, v: max(u - 900, (v - waist - u * (900 - waist) // 900) * 3 // 4)


def _figure(rng: Rng) -> Form:
    """Three shapes one on another: a vase, a bell, a person."""
    first, second = _from(rng, -450, -250), _from(rng, 200, 400)
    return _union(
        rng.choice(_SHAPES)(0, (first - 1000) // 2, _from(rng, 350, 900), (1000 + first) // 2 + 80),
        rng.choice(_SHAPES)(0, (first + second) // 2, _from(rng, 350, 1000), (second - first) // 2 + 120),
        rng.choice(_SHAPES)(0, (second + 1000) // 2, _from(rng, 350, 1000), (1000 - second) // 2 + 80),
    )


def _wings(rng: Rng) -> Form:
    """A body with two wings on each side."""
    shape = rng.choice(_SHAPES)
    return _union(
        rng.choice(_SHAPES)(0, 0, 180, _from(rng, 700, 950)),
        shape(_from(rng, 480, 580), _from(rng, -520, -350), 440, _from(rng, 380, 480)),
        shape(_from(rng, 400, 540), _from(rng, 380, 520), _from(rng, 300, 400), _from(rng, 300, 400)),
    )


def _peak(rng: Rng) -> Form:
    """A mountain seen from the side, with lower ones beside it."""
    foot, side = _from(rng, 600, 800), _from(rng, -200, 200)

    def form(u: int, v: int) -> int:
        tall = u - (v + 1000) * foot // 1900
        low = abs(u - 620) - (v - side) * 380 // (900 - side)
        return max(v - 900, min(tall, low) * 3 // 4)

    return form


def _ripples(rng: Rng) -> Form:
    """A wall around a wall around a stone."""
    shape, thick = rng.choice(_SHAPES), _from(rng, 190, 240)
    inner = _from(rng, 500, 600)
    stone = rng.choice(_SHAPES)(0, 0, 170, 170)
    return _union(_rim(shape(0, 0, 1000, 1000), thick), _rim(shape(0, 0, inner, inner), thick), stone)


def _lattice(rng: Rng) -> Form:
    """A window with bars."""
    frame = _rim(_box(0, 0, 950, 950), _from(rng, 200, 280))
    return _union(frame, _box(0, 0, 950, 130), _box(_from(rng, 0, 450), 0, 130, 950))


def _gems(rng: Rng) -> Form:
    """A large stone between two smaller ones."""
    shape = rng.choice(_SHAPES)
    side = _from(rng, 280, 350)
    return _union(shape(0, 0, _from(rng, 360, 480), 950), shape(1000 - side, 0, side, _from(rng, 400, 750)))


def _gate(rng: Rng) -> Form:
    """Two posts under a lintel."""
    post = _from(rng, 140, 220)
    lower = _box(0, _from(rng, -400, -200), 800, 110)
    return _union(_box(0, -780, 1000, 200), _box(_from(rng, 450, 650), 150, post, 800), lower)


def _tree(rng: Rng) -> Form:
    """Three tiers on a trunk: a fir or a pagoda."""
    top, middle = _from(rng, 350, 500), _from(rng, 550, 750)
    return _union(
        _triangle(-1000, -350, top), _triangle(-600, 150, middle), _triangle(-150, 700, 950), _box(0, 850, 160, 150)
    )


def _crown(rng: Rng) -> Form:
    """Points on a band."""
    tall, side = _from(rng, 500, 700), _from(rng, 350, 600)
    band = _box(0, 600, 1000, _from(rng, 200, 320))
    points = _union(
        _diamond(0, 300, 260, tall + 300), _diamond(500, 350, 220, side + 200), _diamond(900, 300, 200, tall + 200)
    )
    return _union(band, _common(points, lambda u, v: v - 700))


def _heart(rng: Rng) -> Form:
    """Two rounds and a point below."""
    lobe = _from(rng, 420, 500)

    def point(u: int, v: int) -> int:
        return max(-300 - v, (u - (950 - v) * 900 // 1250) * 3 // 4)

    return _union(_round(900 - lobe, -400, lobe, _from(rng, 450, 600)), point)


def _boat(rng: Rng) -> Form:
    """A sail over a hull."""
    deck, keel = _from(rng, 800, 1000), _from(rng, 350, 650)

    def hull(u: int, v: int) -> int:
        return max(abs(v - 700) - 270, u - deck + (v - 430) * (deck - keel) // 540)

    return _union(hull, _triangle(-1000, 200, _from(rng, 450, 750)), _box(0, 300, 110, 250))


def _band(rng: Rng) -> Form:
    """Two hills and a band that swings from one to the other."""
    thick = _from(rng, 200, 280)
    return _union(
        _box(0, 0, 350, thick),
        rng.choice(_SHAPES)(_from(rng, 480, 600), _from(rng, -550, -350), 400, 420),
        _box(_from(rng, 300, 450), -thick, 200, thick + 100),
    )


def _ribbons(rng: Rng) -> Form:
    """Three bars, each further to one side."""
    aside = _from(rng, 250, 400)
    return _union(
        rng.choice(_SHAPES)(0, 0, _from(rng, 550, 750), _from(rng, 200, 300)),
        _box(aside, -760, 1000 - aside, 150),
        _box(aside, -450, _from(rng, 120, 250), 300),
    )


def _whirl(rng: Rng) -> Form:
    """A ring open at two opposite places, around an island."""
    ring = _rim(rng.choice(_SHAPES)(0, 0, 980, 980), _from(rng, 240, 320))
    gap = _from(rng, 50, 250)

    def half(u: int, v: int) -> int:
        return max(ring(u, v), gap - (3 * u + v) // 3)

    return _union(half, rng.choice(_SHAPES)(0, 0, _from(rng, 250, 450), _from(rng, 250, 450)))


def _fishes(rng: Rng) -> Form:
    """Two hills that lean on each other, each with an eye."""
    hill = rng.choice(_SHAPES[1:])(_from(rng, 350, 450), _from(rng, -350, -200), 550, 650)
    return _without(hill, _box(_from(rng, 500, 600), _from(rng, -400, -300), 90, 120))


_Motif = tuple[str, Callable[[Rng], Form]]
_BOTH: tuple[_Motif, ...] = (
    ("Hill", _hill),
    ("Moat", _moat),
    ("Cross", _cross),
    ("Petals", _petals),
    ("Compass", _compass),
    ("Twins", _twins),
    ("Castle", _castle),
    ("Glass", _glass),
    ("Ripples", _ripples),
    ("Lattice", _lattice),
    ("Gems", _gems),
)
_MIRROR: tuple[_Motif, ...] = (
    ("Figure", _figure),
    ("Wings", _wings),
    ("Peak", _peak),
    ("Gate", _gate),
    ("Tree", _tree),
    ("Crown", _crown),
    ("Heart", _heart),
    ("Boat", _boat),
)
_TURN: tuple[_Motif, ...] = (("Band", _band), ("Ribbons", _ribbons), ("Whirl", _whirl), ("Fishes", _fishes))
_SYMMETRIES = (
    (_fourfold, _BOTH),
    (_fourfold, _BOTH),
    (_fourfold, _BOTH),
    (_quartered, _BOTH),
    (_mirrored, _MIRROR),
    (_mirrored, _MIRROR),
    (_mirrored, _MIRROR),
    (_turned, _TURN),
    (_turned_back, _TURN),
)
