"""pygame's collision functions, exact for sprites that turn: change one import, and nothing else.

>>> from kasuri.pygame import spritecollide, collide_mask
"""
from ._kasuri import _keep_pygame
_keep_pygame()
