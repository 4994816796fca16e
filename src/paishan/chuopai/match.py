"""A match of Chuo Pai, from the opening bonus to the last round (P1–P4), in plain Python: the reference.

`Match` knows the rules and nothing of players or clocks. Laying and taking back are `push` and `pop`. What a seat may
know of it is `view`; what the play has told everybody about a hand is `told`. The seats are 0, 1 and 2, in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paishan.chuopai.domino import COPIES, DOMINOES, HIGHER, NAIL, TWO_RED, Family, counted
from paishan.chuopai.options import Bonus, Options
from paishan.chuopai.play import PASS, Play, Refusal, beats, leads, recognise, why_not
from paishan.faults import needed

__all__ = ["SEATS", "Act", "Match", "Round", "Told", "View"]

SEATS: tuple[int, ...] = (0, 1, 2)


class Act(NamedTuple):
    """What a seat did in a round, where each acts once."""

    seat: int
    """Who did it."""
    play: Play
    """What was laid; a pass is a play too."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the lead and what the others did in turn."""

    leader: int
    """The seat that led."""
    acts: tuple[Act, ...]
    """The lead first; fewer than the players in it while the round is going on."""
    winner: int | None
    """The seat whose play went to its pile; None while the round is going on."""

    @property
    def best(self) -> Act | None:
        """The highest play so far: the last that is no pass. None before the lead."""
        return next((act for act in reversed(self.acts) if act.play is not PASS), None)


@dataclass(frozen=True, slots=True)
class Told:
    """What everybody knows of a hand from what its seat laid and from where it passed."""

    caps: tuple[int, ...]
    """Of each figure the hand holds at most so many."""
    blocked: tuple[int, ...]
    """For each number of cards, 0–12: the hand has no combination of so many cards headed by a figure below this."""
    both: bool
    """Whether it may hold Nail and Two-Red together."""


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat may know of a match."""

    seat: int
    """Whose view it is."""
    options: Options
    """The readings of the rules."""
    hand: tuple[int, ...]
    """Its own cards, in order."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    laid: tuple[tuple[int, ...], ...]
    """What each seat laid on its pile as the opening bonus."""
    piles: tuple[tuple[int, ...], ...]
    """The cards of each seat's pile, in the order in which they came."""
    wasted: tuple[tuple[int, ...], ...]
    """The cards that each seat played in vain."""
    rounds: tuple[Round, ...]
    """The rounds that are finished."""
    round: Round
    """The round that is going on; without acts when the match is over."""
    turn: int | None
    """The seat that is to act; None when the match is over."""
    to_beat: Play | None
    """The highest play of this round; None for a lead."""
    legal: tuple[Play, ...]
    """What this seat may play now; nothing when it is not its turn."""
    unseen: tuple[int, ...]
    """How many cards of each figure the two other hands hold between them."""
    told: tuple[Told, ...]
    """What is known of each seat's hand."""
    winners: tuple[int, ...]
    """The seats with the largest pile, once the match is over."""


class Match:
    """Three hands, played from the opening bonus to the end.

    >>> from paishan.chuopai.deal import deal
    >>> match = deal(1).match()
    >>> match.turn, match.counts, match.points  # the opening bonus is laid
    (2, (26, 25, 25), (2, 3, 3))
    >>> match.push([0]), match.turn, [str(play) for play in match.legal()]
    (Play(index=0, cards=(0,), family=<Family.MAIN: 'main'>, rank=1), 0, ['pass'])
    >>> match.push([1])
    Traceback (most recent call last):
        ...
    ValueError: seat 0 cannot play 1 Earth: not-higher
    """

    __slots__ = ("_acts", "_hands", "_leader", "_piles", "_rounds", "_wasted", "laid", "options")

    def __init__(self, hands: Sequence[Iterable[int]], leader: int, options: Options | None = None) -> None:
        """Begin with these hands, the bonus not yet laid.

        A deal has 28 cards in each hand; any other number will do as well. Raises `ValueError` unless there are three
        hands with at most four cards of each figure between them.
        """
        counts = [counted(hand) for hand in hands]
        if len(counts) != len(SEATS):
            raise ValueError(f"a match has three hands, not {len(counts)}")
        for domino, total in zip(DOMINOES, map(sum, zip(*counts, strict=True)), strict=True):
            if total > COPIES:
                raise ValueError(f"there are four cards of {domino}, not {total}")
        if leader not in SEATS:
            raise ValueError(f"the leader is seat 0, 1 or 2, not {leader}")
        self.options = options or Options()
        """The readings of the rules."""
        needed(Options, self.options)
        self._hands = counts
        self.laid: tuple[tuple[int, ...], ...] = tuple(self._bonus(hand) for hand in counts)
        """What each seat laid on its pile as the opening bonus (P2)."""
        for hand, cards in zip(counts, self.laid, strict=True):
            _take(hand, cards)
        self._piles = [list(cards) for cards in self.laid]
        self._wasted: list[list[int]] = [[] for _ in SEATS]
        self._rounds: list[Round] = []
        self._acts: list[Act] = []
        self._leader = self._with_cards(leader)

    def _bonus(self, hand: list[int]) -> tuple[int, ...]:
        nails, reds = hand[NAIL], hand[TWO_RED]
        if not nails or not reds:
            return ()
        if self.options.bonus is Bonus.ONE_EACH:
            return NAIL, TWO_RED
        return (NAIL,) * nails + (TWO_RED,) * reds

    def _with_cards(self, seat: int) -> int:
        """The first seat from `seat` on that has cards; `seat` itself if none has."""
        return next((other for other in _from(seat) if any(self._hands[other])), seat)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that are finished."""
        return tuple(self._rounds)

    @property
    def round(self) -> Round:
        """The round that is going on; without acts when the match is over."""
        return Round(self._leader, tuple(self._acts), None)

    @property
    def acts(self) -> tuple[Act, ...]:
        """Everything that was played, passes too, in order."""
        return tuple(act for round in (*self._rounds, self.round) for act in round.acts)

    @property
    def over(self) -> bool:
        """Whether the match has ended: between rounds, at most one player has cards (P4)."""
        return not self._acts and sum(map(any, self._hands)) <= 1

    @property
    def turn(self) -> int | None:
        """The seat that is to act; None when the match is over."""
        return None if self.over else self._next()

    def _next(self) -> int | None:
        """The first seat from the leader on that has cards and has not acted in this round."""
        acted = {act.seat for act in self._acts}
        return next((seat for seat in _from(self._leader) if seat not in acted and any(self._hands[seat])), None)

    @property
    def to_beat(self) -> Play | None:
        """The highest play of this round; None for a lead."""
        best = self.round.best
        return None if best is None else best.play

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The cards of each seat, in order. No player may see all of them: see `view`."""
        return tuple(map(_cards, self._hands))

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(map(sum, self._hands))

    @property
    def piles(self) -> tuple[tuple[int, ...], ...]:
        """The cards of each seat's pile, the bonus first, then its winning plays."""
        return tuple(map(tuple, self._piles))

    @property
    def points(self) -> tuple[int, ...]:
        """The size of each seat's pile: a card is a point (P4)."""
        return tuple(map(len, self._piles))

    @property
    def wasted(self) -> tuple[tuple[int, ...], ...]:
        """The cards that each seat played in vain in the rounds that are finished."""
        return tuple(map(tuple, self._wasted))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the largest pile, which share the win (P4); none before the match is over."""
        most = max(self.points)
        return tuple(seat for seat in SEATS if self.over and len(self._piles[seat]) == most)

    def legal(self) -> list[Play]:
        """What the seat in turn may play, in the order of `PLAYS`: leads, or beats, or a pass if there are none."""
        turn = self.turn
        if turn is None:
            return []
        to_beat = self.to_beat
        if to_beat is None:
            return leads(self._hands[turn], self.options)
        return beats(self._hands[turn], to_beat) or [PASS]

    def why_not(self, cards: Iterable[int]) -> Refusal | None:
        """Why the seat in turn cannot play these cards (none: a pass); None if it can."""
        turn = self.turn
        return Refusal.OVER if turn is None else why_not(cards, self._hands[turn], self.to_beat, self.options)

    def push(self, play: Play | Iterable[int]) -> Play:
        """Let the seat in turn play; no cards are a pass.

        Raises `ValueError` with the reason when it cannot; the match is then as before.
        """
        cards = play.cards if isinstance(play, Play) else tuple(play)
        refusal = self.why_not(cards)
        turn, known = self.turn, recognise(cards)
        if refusal is not None or turn is None or known is None:
            raise ValueError(f"seat {turn} cannot play {known or list(cards)}: {refusal}")
        _take(self._hands[turn], known.cards)
        self._acts.append(Act(turn, known))
        if self._next() is None:
            self._close()
        return known

    def _close(self) -> None:
        """End the round: the highest play goes to its player's pile, the other cards are out."""
        best = self.round.best
        assert best is not None
        self._rounds.append(Round(self._leader, tuple(self._acts), best.seat))
        for act in self._acts:
            (self._piles if act is best else self._wasted)[act.seat].extend(act.play.cards)
        self._acts = []
        self._leader = self._with_cards(best.seat)

    def pop(self) -> Play:
        """Take back what was played last. Raises `IndexError` when nothing was."""
        if not self._acts:
            if not self._rounds:
                raise IndexError("nothing has been played")
            self._reopen(self._rounds.pop())
        act = self._acts.pop()
        for card in act.play.cards:
            self._hands[act.seat][card] += 1
        return act.play

    def _reopen(self, round: Round) -> None:
        self._leader = round.leader
        self._acts = list(round.acts)
        for act in round.acts:
            cards = (self._piles if act.seat == round.winner else self._wasted)[act.seat]
            del cards[len(cards) - act.play.number :]

    def told(self, seat: int) -> Told:
        """What everybody knows of the hand of `seat`. Raises `ValueError` for a seat that is none."""
        _check(seat)
        caps = [COPIES] * len(DOMINOES)
        blocked = [0] * (3 * COPIES + 1)
        laid = self.laid[seat]
        if laid and self.options.bonus is Bonus.EVERY_COPY:
            caps[NAIL] = caps[TWO_RED] = 0
        else:
            _take(caps, laid)
        for round in (*self._rounds, self.round):
            best: Play | None = None
            for act in round.acts:
                if act.play is not PASS:
                    best = act.play
                if act.seat != seat:
                    continue
                if act.play is not PASS:
                    _take(caps, act.play.cards)
                elif best is not None and best.family is Family.COMBINATION:
                    blocked[best.number] = max(blocked[best.number], best.rank - 1)
                elif best is not None:
                    for figure in HIGHER[best.cards[0]]:
                        caps[figure] = min(caps[figure], best.number - 1)
        return Told(tuple(caps), tuple(blocked), bool(laid) and self.options.bonus is Bonus.ONE_EACH)

    def view(self, seat: int) -> View:
        """All that `seat` may know: its own hand and what was done in the open.

        Raises `ValueError` for a seat that is none.
        """
        _check(seat)
        unseen = [COPIES] * len(DOMINOES)
        _take(unseen, self.hands[seat])
        for cards in (*self.laid, *(act.play.cards for act in self.acts)):
            _take(unseen, cards)
        return View(
            seat=seat,
            options=self.options,
            hand=self.hands[seat],
            counts=self.counts,
            laid=self.laid,
            piles=self.piles,
            wasted=self.wasted,
            rounds=self.rounds,
            round=self.round,
            turn=self.turn,
            to_beat=self.to_beat,
            legal=tuple(self.legal()) if self.turn == seat else (),
            unseen=tuple(unseen),
            told=tuple(map(self.told, SEATS)),
            winners=self.winners,
        )

    def copy(self) -> Match:
        """A match in the same position, with a life of its own."""
        other = Match.__new__(Match)
        other.options, other.laid, other._leader = self.options, self.laid, self._leader
        other._hands = [hand[:] for hand in self._hands]
        other._piles = [pile[:] for pile in self._piles]
        other._wasted = [cards[:] for cards in self._wasted]
        other._rounds, other._acts = self._rounds[:], self._acts[:]
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Match:
        """The same: what a copy shares with its match never changes."""
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether the same hands were played in the same way under the same options, as far as this."""
        if not isinstance(other, Match):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __repr__(self) -> str:
        return f"<Match: {self}>"

    def __str__(self) -> str:
        piles = ", ".join(map(str, self.points))
        return f"Chuo Pai after {len(self._rounds)} rounds, piles {piles}"


def _check(seat: int) -> None:
    if seat not in SEATS:
        raise ValueError(f"a seat is 0, 1 or 2, not {seat}")


def _from(seat: int) -> tuple[int, ...]:
    """The seats in turn, beginning with `seat`."""
    return SEATS[seat:] + SEATS[:seat]


def _cards(counts: Sequence[int]) -> tuple[int, ...]:
    return tuple(figure for figure, count in enumerate(counts) for _ in range(count))


def _take(counts: list[int], cards: Iterable[int]) -> None:
    for card in cards:
        counts[card] -= 1
