"""A table of Chuo Pai: one match of a player against two computer players, from the opening bonus to the end.

As a table of pairs it does nothing but take commands and give events; the same commands at the same times always give
the same match. After a command the computer players play on until the player has a decision. What they played comes
back as what the command *gave* and is stored with it, so that a replay need not let them think again, and a match
stays as it was played when they have learned to play better.

The player has seat 0 and is never told more than that seat may see (`Match.view`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from paishan.chuopai.deal import Deal
from paishan.chuopai.match import SEATS, Match, View
from paishan.chuopai.play import PASS, PLAYS
from paishan.chuopai.play import Play as Laid
from paishan.chuopai.players import Character, Level, Player, choose, explain
from paishan.codes import Code
from paishan.play.chuo import messages as m
from paishan.play.chuo.messages import Command, Event, Reason, Status
from paishan.play.chuo.ruleset import MatchRuleset
from paishan.play.chuo.telling import BONUS, acted, groups, shown_act, shown_round
from paishan.play.messages import Unranked
from paishan.play.result import Outcome, Result
from paishan.rng import Rng
from paishan.solving import COMPILED

__all__ = ["LAYOUT", "ME", "Did", "Given", "MatchTable", "decides"]

Given: TypeAlias = tuple[int, ...]
"""What a command gave that took thought: the numbers of the plays that followed it, or of the play that was shown."""

ME = 0
"""The player's seat."""
LAYOUT = "chuo-pai"
"""What stands where other games name their layout."""
_ADVISER = Player(Level.HARD)
"""Who answers when a hint is asked for."""
_CHARACTERS = 0xC4A2AC7E2
"""Told from other draws of a deal's number by this."""


@dataclass(frozen=True, slots=True)
class Did:
    """What a command did."""

    events: tuple[Event, ...]
    given: Given | None = None
    """To be stored with the command, so that a replay need not work it out again."""


@dataclass(frozen=True, slots=True)
class _Undone:
    """Plays that were taken back at once, the player's first."""

    plays: tuple[Laid, ...]


def decides(match: Match) -> bool:
    """Whether the match waits for the player: it is the player's turn, and there is more to do than to pass."""
    return match.turn == ME and match.legal() != [PASS]


class MatchTable:
    """One deal under one ruleset, from the opening to the end."""

    def __init__(self, deal: Deal, ruleset: MatchRuleset, opened: int = 0, *, unranked: Unranked | None = None) -> None:
        """`opened` is the time in milliseconds at which the clock starts.

        `unranked` says why the result will not count, where that is known from the start.
        """
        self.deal = deal
        self.ruleset = ruleset
        self.opened = opened
        self.match = deal.match(ruleset.options)
        self.players = _players(ruleset, deal.code.number)
        """Who sits on the seats; None for the player."""
        self.seq = 0
        self.begun = False
        self.paused = False
        self._given_up = False
        self.unranked_before = unranked or (None if ruleset.ranked else Unranked.OWN_RULESET)
        """Why the result could not count from the start."""
        self._unranked = self.unranked_before
        self._decisions: list[int] = []
        self._future: list[_Undone] = []
        self._hint: Laid | None = None
        self._lessons: tuple[m.Lesson, ...] | None = None
        self._played = self._hints = self._undos = self._restarts = 0
        self._last = opened

    @property
    def family(self) -> str:
        """The family of games that is played."""
        return self.ruleset.family.value

    @property
    def code(self) -> Code:
        """The code of the deal. It tells all hands."""
        return self.deal.code

    @property
    def layout_id(self) -> str:
        """What stands where other games name their layout."""
        return LAYOUT

    @property
    def status(self) -> Status:
        """How the match stands."""
        if self._given_up:
            return Status.GIVEN_UP
        return Status.OVER if self.match.over else Status.PLAYING

    @property
    def left(self) -> int:
        """How many cards the player holds."""
        return self.match.counts[ME]

    @property
    def last(self) -> int:
        """The time of the last command, or of the opening."""
        return self._last

    @property
    def unranked(self) -> Unranked | None:
        """Why the result will be in no list; None if it will."""
        return self._unranked

    def played(self, at: int) -> int:
        """Milliseconds played at the time `at`: not while paused or over, and no thought longer than the longest."""
        if self.paused or self.status is not Status.PLAYING:
            return self._played
        return self._played + min(max(0, at - self._last), self.ruleset.thought)

    def apply(self, command: Command, at: int, given: Given | None = None) -> Did:
        """Do what a command says at the time `at`, in milliseconds; time never runs backwards.

        A command that is not allowed gives a `Refused` event and changes nothing but `seq`. `given` is what an earlier
        run of the same command gave; with it nobody thinks. Raises `ValueError` when `given` does not fit the
        position; the table is then as before.
        """
        played = self.played(at)
        reason = self.refuses(command)
        did = self._do(command, given) if reason is None else Did((m.Refused(reason),))
        if not isinstance(command, m.Restart) or reason is not None:
            self._played = played
        self._last = max(at, self._last)
        self.seq += 1
        return did

    def reach(self, command: m.Begin | m.Play | m.Restart) -> Match:
        """A match of its own, as a command that is allowed leaves it before the others play on."""
        if not isinstance(command, m.Play):
            return self.deal.match(self.ruleset.options)
        match = self.match.copy()
        match.push(command.cards)
        return match

    def refuses(self, command: Command) -> Reason | None:
        """Why a command would be refused now; None if it would not."""
        match command:
            case m.Resume():
                return None if self.paused else Reason.NOT_PAUSED
            case _ if self.paused:
                return Reason.PAUSED
            case m.Begin() if self.begun:
                return Reason.BEGUN
            case m.Begin() | m.Pause() if self.status is Status.PLAYING:
                return None
            case m.Restart() if self.begun:
                return None
            case _ if self.status is not Status.PLAYING:
                return Reason.OVER
            case _ if not self.begun:
                return Reason.NOT_BEGUN
            case m.Undo() | m.Redo() if not self._may_undo:
                return Reason.NOT_ALLOWED
            case m.Undo():
                return None if self._decisions else Reason.NOTHING_TO_UNDO
            case m.Redo():
                return None if self._future else Reason.NOTHING_TO_REDO
            case m.Play(cards):
                return self._why_not(cards)
            case m.Pass():
                return self._why_not(())
        return None

    def _why_not(self, cards: Sequence[int]) -> Reason | None:
        refusal = self.match.why_not(cards)
        return None if refusal is None else Reason(refusal.value)

    @property
    def _may_undo(self) -> bool:
        """What others answer is known when a play is taken back; so nothing is that counts in a list."""
        return self._unranked is not None

    def _do(self, command: Command, given: Given | None) -> Did:
        match command:
            case m.Begin():
                match, given = self._played_on(self.reach(command), given)
                self.begun = True
                return self._go_to(match, BONUS, given)
            case m.Play():
                first = len(self.match.acts)
                match, given = self._played_on(self.reach(command), given)
                self._decisions.append(first)
                self._future.clear()
                return self._go_to(match, first, given)
            case m.Restart():
                match, given = self._played_on(self.reach(command), given)
                self._start_anew()
                did = self._go_to(match, BONUS, given)
                return Did((m.Restarted(), *did.events), given)
            case m.Hint():
                return self._give_hint(given)
            case m.Undo():
                return self._undo()
            case m.Redo():
                return self._redo()
            case m.GiveUp():
                self._given_up = True
                self._let_go()
                return Did((m.GaveUp(),))
            case m.Pause():
                self.paused = True
                return Did((m.Paused(),))
            case m.Resume():
                self.paused = False
                return Did((m.Resumed(),))
            case m.Pass():
                raise AssertionError("a pass that must be is never left to the player")

    def _played_on(self, match: Match, given: Given | None) -> tuple[Match, Given]:
        """A match after everybody played until the player has a decision, and the numbers of those plays."""
        plays: list[int] = []
        while match.turn is not None and not decides(match):
            if given is None:
                play = PASS if match.turn == ME else self._choice(match.view(match.turn))
            elif len(plays) == len(given) or not 0 <= given[len(plays)] < len(PLAYS):
                raise ValueError(f"the stored plays {given} end before the player has a decision")
            else:
                play = PLAYS[given[len(plays)]]
            plays.append(match.push(play).index)
        if given is not None and len(given) != len(plays):
            raise ValueError(f"the stored plays {given} go on when the player has a decision")
        return match, tuple(plays)

    def _choice(self, view: View) -> Laid:
        player = self.players[view.seat]
        assert player is not None
        return choose(view, player, self.deal.code.number)

    def _go_to(self, match: Match, first: int, given: Given) -> Did:
        """Take a match for one's own, and tell what was done in it from play number `first` on."""
        self.match = match
        self._let_go()
        return Did((*acted(match, first), *self._ending()), given)

    def _ending(self) -> tuple[Event, ...]:
        match = self.match
        return (m.Finished(match.winners, match.points),) if match.over else ()

    def _let_go(self) -> None:
        """Forget what speaks of a position that is no more."""
        self._hint = None
        self._lessons = None

    def _start_anew(self) -> None:
        self._restarts += 1
        self._unranked = self._unranked or Unranked.RESTARTED
        self._given_up = False
        self._decisions.clear()
        self._future.clear()
        self._played = self._hints = self._undos = 0

    def _give_hint(self, given: Given | None) -> Did:
        """Show the play that a strong player would choose with what the player knows."""
        view = self.match.view(ME)
        if given is None:
            play = choose(view, _ADVISER, self.deal.code.number)
        else:
            found = [play for play in view.legal if (play.index,) == given]
            if not found:
                raise ValueError(f"the stored hint {given} is no play of this position")
            play = found[0]
        self._hint = play
        self._hints += 1
        return Did((m.Hinted(play.cards),), (play.index,))

    def _undo(self) -> Did:
        """Go back to the player's decision before."""
        first = self._decisions.pop()
        plays = tuple(act.play for act in self.match.acts[first:])
        for _ in plays:
            self.match.pop()
        self._future.append(_Undone(plays))
        self._undos += 1
        self._let_go()
        return Did((m.Undone(len(plays)),))

    def _redo(self) -> Did:
        first = len(self.match.acts)
        for play in self._future.pop().plays:
            self.match.push(play)
        self._decisions.append(first)
        self._let_go()
        return Did((m.Redone(), *acted(self.match, first)))

    @property
    def considered(self) -> bool:
        """Whether it is known what could have been played better; before the end nobody asks."""
        return self.status is Status.PLAYING or self._lessons is not None or not COMPILED

    def consider(self) -> None:
        """Work out which of the player's leads cost most, once the match is over.

        What is found shows in `state`. It changes nothing else, and so is no part of the log; it may take a while.
        """
        if self.status is not Status.PLAYING and self._lessons is None:
            match = self.match
            rounds = [number for number, round in enumerate((*match.rounds, match.round), 1) for _ in round.acts]
            self._lessons = tuple(
                m.Lesson(
                    lesson.ply, rounds[lesson.ply], lesson.play.cards, lesson.better.cards, lesson.share, lesson.cards
                )
                for lesson in explain(match, ME, self.deal.code.number)
            )

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended for the player; None before the end."""
        match self.status:
            case Status.PLAYING:
                return None
            case Status.OVER if self.match.winners == (ME,):
                return Outcome.WON
            case Status.OVER if ME in self.match.winners:
                return Outcome.SHARED
        return Outcome.LOST

    def result(self, at: int) -> Result | None:
        """What the match has come to at the time `at`; None while it is not over."""
        outcome = self.outcome
        if outcome is None:
            return None
        return Result(
            outcome=outcome,
            played=self.played(at),
            score=self.match.points[ME],
            stars=0,
            hints=self._hints,
            undos=self._undos,
            shuffles=0,
            restarts=self._restarts,
            rewinds=0,
            tiles=sum(map(len, self.deal.hands)),
        )

    def state(self, at: int) -> m.State:
        """All that the player may see, as it stands at the time `at`."""
        match, view, status = self.match, self.match.view(ME), self.status
        going = status is Status.PLAYING
        legal = view.legal if going and self.begun else ()
        best = view.round.best
        acts = match.acts
        return m.State(
            seq=self.seq,
            begun=self.begun,
            status=status,
            paused=self.paused,
            turn=view.turn if going else None,
            hand=view.hand,
            legal=groups(legal),
            playable=tuple(sorted({card for play in legal for card in play.cards})),
            obvious=legal[0].cards if len(legal) == 1 else None,
            to_beat=None if best is None else shown_act(best),
            round=shown_round(view.round),
            rounds=tuple(map(shown_round, view.rounds)),
            recent=acted(match, self._decisions[-1] if self._decisions else BONUS) if self.begun else (),
            seats=tuple(self._seat(view, seat) for seat in SEATS),
            unseen=view.unseen,
            history=tuple(acts[ply].play.cards for ply in self._decisions) if self._may_undo else (),
            future=tuple(undone.plays[0].cards for undone in self._future),
            hint=None if self._hint is None else self._hint.cards,
            left=self.left,
            can=self._can(going),
            clock=m.Clock(self.played(at), going and not self.paused),
            used=m.Used(self._hints, self._undos),
            score=match.points[ME],
            ranked=self._unranked is None,
            unranked=self._unranked,
            hands=None if going else self.deal.hands,
            remaining=None if going else match.hands,
            winners=match.winners if status is Status.OVER else None,
            outcome=None if self.outcome is None else self.outcome.value,
            lessons=self._lessons,
        )

    def _can(self, going: bool) -> m.Can:
        ready = going and self.begun and not self.paused
        undo = ready and self._may_undo
        return m.Can(undo=undo and bool(self._decisions), redo=undo and bool(self._future), hint=ready)

    def _seat(self, view: View, seat: int) -> m.Seat:
        player, told, other = self.players[seat], view.told[seat], seat != ME
        most = tuple(min(cap, unseen, view.counts[seat]) for cap, unseen in zip(told.caps, view.unseen, strict=True))
        return m.Seat(
            seat=seat,
            level=None if player is None else player.level.value,
            character=None if player is None or player.character is None else player.character.value,
            cards=view.counts[seat],
            points=len(view.piles[seat]),
            pile=view.piles[seat],
            wasted=view.wasted[seat],
            laid=view.laid[seat],
            most=most if other else None,
            blocked=told.blocked if other else None,
            both=told.both if other else None,
        )


def _players(rules: MatchRuleset, number: int) -> tuple[Player | None, ...]:
    """Who sits on the seats: the opponents, and who has no character gets one by the deal, each another."""
    rng = Rng(number ^ _CHARACTERS)
    named = {player.character for player in rules.opponents}
    free = [character for character in Character if character not in named]
    rng.shuffle(free)
    return None, *(Player(player.level, player.character or free.pop(), player.play_outs) for player in rules.opponents)
