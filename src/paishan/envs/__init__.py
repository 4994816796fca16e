"""Environments for learning: Gymnasium's for Mahjong solitaire and Mahjong Connect, PettingZoo's for Chuo Pai.

Importing this registers `paishan/Solitaire-v1`, `paishan/SolitaireHidden-v1` and `paishan/Connect-v1` with Gymnasium;
`chuopai_v1.env()` makes the environment of Chuo Pai. They need `pip install "paishan[envs]"`. What is observed, done
and rewarded, and how good some players are, is told in docs/envs.

>>> import gymnasium
>>> import paishan.envs
>>> env = gymnasium.make("paishan/Solitaire-v1", layout="turtle")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((144, 2), 19)
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from paishan.envs import chuopai_v1
    from paishan.envs.connect import Connect
    from paishan.envs.solitaire import Solitaire
else:
    from paishan.lazily import lazily

    __getattr__, __dir__ = lazily(
        __name__,
        {
            "Connect": "paishan.envs.connect",
            "Solitaire": "paishan.envs.solitaire",
            "chuopai_v1": "paishan.envs.chuopai_v1:",
        },
    )

__all__ = ["Connect", "Solitaire", "chuopai_v1"]

try:
    from gymnasium import register
except ImportError:
    raise ImportError('the environments need Gymnasium, PettingZoo and NumPy: pip install "paishan[envs]"') from None

register("paishan/Solitaire-v1", entry_point="paishan.envs.solitaire:Solitaire")
register("paishan/SolitaireHidden-v1", entry_point="paishan.envs.solitaire:Solitaire", kwargs={"hidden": True})
register("paishan/Connect-v1", entry_point="paishan.envs.connect:Connect")
