"""Paishan (牌山): tile games with an engine that knows the rules and can prove what it says.

Here are the names of Mahjong solitaire and of what all games share; Mahjong Connect is `paishan.connect`, and Chuo Pai
`paishan.chuopai`. Each name is imported when it is first used. Which of them stay as they are:
docs/library/stable-names.md.

>>> import paishan
>>> board = paishan.deal("turtle", 1).board()
>>> board.left, len(list(board.pairs()))
(144, 17)
>>> paishan.solve(board).verdict
<Verdict.CLEARABLE: 'clearable'>
"""

__version__ = "0.1.0"

# Set by hand, as `typing` takes longer to import than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from paishan import chuopai, connect
    from paishan.codes import Code, Dealer
    from paishan.counting import Counts, perft
    from paishan.faults import Fault
    from paishan.pairs import Pair
    from paishan.records import Move, Record, RecordError
    from paishan.replaying import replay
    from paishan.rng import Rng
    from paishan.solitaire.board import Board, Hindrance
    from paishan.solitaire.deal import Deal, deal
    from paishan.solitaire.gallery import by_id as layout
    from paishan.solitaire.gallery import layouts
    from paishan.solitaire.layout import Layout, Slot
    from paishan.solitaire.prover import Prover, ranked, solve, verify
    from paishan.solitaire.shuffle import shuffled
    from paishan.solving import Proof, Verdict
    from paishan.tiles import KINDS, Kind, Matching
else:
    from paishan.lazily import lazily

    __getattr__, __dir__ = lazily(
        __name__,
        {
            "KINDS": "paishan.tiles",
            "Board": "paishan.solitaire.board",
            "Code": "paishan.codes",
            "Counts": "paishan.counting",
            "Deal": "paishan.solitaire.deal",
            "Dealer": "paishan.codes",
            "Fault": "paishan.faults",
            "Hindrance": "paishan.solitaire.board",
            "Kind": "paishan.tiles",
            "Layout": "paishan.solitaire.layout",
            "Matching": "paishan.tiles",
            "Move": "paishan.records",
            "Pair": "paishan.pairs",
            "Proof": "paishan.solving",
            "Prover": "paishan.solitaire.prover",
            "Record": "paishan.records",
            "RecordError": "paishan.records",
            "Rng": "paishan.rng",
            "Slot": "paishan.solitaire.layout",
            "Verdict": "paishan.solving",
            "chuopai": "paishan.chuopai:",
            "connect": "paishan.connect:",
            "deal": "paishan.solitaire.deal",
            "layout": "paishan.solitaire.gallery:by_id",
            "layouts": "paishan.solitaire.gallery",
            "perft": "paishan.counting",
            "ranked": "paishan.solitaire.prover",
            "replay": "paishan.replaying",
            "shuffled": "paishan.solitaire.shuffle",
            "solve": "paishan.solitaire.prover",
            "verify": "paishan.solitaire.prover",
        },
    )

__all__ = [
    "KINDS",
    "Board",
    "Code",
    "Counts",
    "Deal",
    "Dealer",
    "Fault",
    "Hindrance",
    "Kind",
    "Layout",
    "Matching",
    "Move",
    "Pair",
    "Proof",
    "Prover",
    "Record",
    "RecordError",
    "Rng",
    "Slot",
    "Verdict",
    "__version__",
    "chuopai",
    "connect",
    "deal",
    "layout",
    "layouts",
    "perft",
    "ranked",
    "replay",
    "shuffled",
    "solve",
    "verify",
]
