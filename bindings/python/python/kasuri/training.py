"""Games for training that are stepped outside of Python, with shared arrays.

>>> from kasuri.training import Duel
>>> duel = Duel(4)
>>> duel.actions[:] = [9, 10] * 4
>>> duel.step()
>>> duel.rewards.tolist()
[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
"""

from ._kasuri import Duel

__all__ = ["Duel"]
