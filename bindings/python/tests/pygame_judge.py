"""Runs pygame-ce's own tests with kasuri in the place of pygame: mask_test.py with kasuri.Mask, sprite_test.py with all of
kasuri.pygame.

The tests are those of the installed pygame-ce (2.5.8); they are not copied here. `pygame_exceptions.txt` lists every test that
fails, with its reason. This script fails if an unlisted test fails, or if a listed test passes.
"""

import importlib
import os
import subprocess
import sys
import unittest
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

import kasuri
import kasuri.pygame

EXPECTED_VERSION = "2.5.8"
LIST = Path(__file__).with_name("pygame_exceptions.txt")
# The least number of tests of each file: fewer mean that they were not found.
FILES = {"mask_test": 200, "sprite_test": 140}


def exceptions(file):
    """Returns the names of the tests of a file that fail in this version of Python, with the reasons."""
    found = {}
    for line in LIST.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            name, reason = line.split(":", 1)
            name, _, below = name.partition("[")
            if not below or sys.version_info < tuple(map(int, below.strip("] ").split("."))):
                of, _, test = name.strip().partition(".")
                if of == file:
                    found[test] = reason.strip()
    return found


def put_masks_in_place():
    """Puts kasuri.Mask wherever a program would find pygame's."""
    pygame.Mask = pygame.mask.Mask = pygame.mask.MaskType = kasuri.Mask
    pygame.mask.from_surface = kasuri.Mask.from_surface
    pygame.mask.from_threshold = kasuri.Mask.from_threshold


def put_sprites_in_place():
    """Puts all of kasuri.pygame wherever a program would find pygame's."""
    for name in kasuri.pygame.__all__:
        if hasattr(pygame.sprite, name):
            setattr(pygame.sprite, name, getattr(kasuri.pygame, name))


def judge(file):
    assert pygame.ver == EXPECTED_VERSION, f"pygame-ce {EXPECTED_VERSION} is expected, found {pygame.ver}"
    put_masks_in_place() if file == "mask_test" else put_sprites_in_place()
    module = importlib.import_module(f"pygame.tests.{file}")
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    result = unittest.TextTestRunner(verbosity=0, stream=open(os.devnull, "w")).run(suite)
    said = {test.id().split(f"{file}.")[1]: text for test, text in result.failures + result.errors}
    listed = exceptions(file)
    for name in sorted(said.keys() - listed.keys()):
        print(f"FAILED and not listed: {file}.{name}\n{said[name]}")
    for name in sorted(listed.keys() - said.keys()):
        print(f"listed, but it passes: {file}.{name}")
    passed = result.testsRun - len(said) - len(result.skipped)
    print(f"pygame-ce {pygame.ver}'s {file}.py: {passed} of {result.testsRun} pass, {len(said)} fail, "
          f"{len(result.skipped)} are skipped by pygame-ce itself")
    assert result.testsRun >= FILES[file]
    sys.exit(said.keys() != listed.keys())


if len(sys.argv) > 1:
    judge(sys.argv[1])
# Each file gets a process of its own: what is put in place for one stays there.
sys.exit(any([subprocess.run([sys.executable, __file__, file]).returncode for file in FILES]))
