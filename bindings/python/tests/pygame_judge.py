"""Runs pygame-ce's own tests of masks with kasuri.Mask instead of pygame.Mask.

The tests are those of the installed pygame-ce (2.5.8); they are not copied here. `pygame_exceptions.txt` lists every test that
fails, with its reason. This script fails if an unlisted test fails, or if a listed test passes.
"""

import importlib
import os
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


def exceptions():
    """Returns the names of the tests that fail in this version of Python, with the reasons."""
    found = {}
    for line in LIST.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            name, reason = line.split(":", 1)
            name, _, below = name.partition("[")
            if not below or sys.version_info < tuple(map(int, below.strip("] ").split("."))):
                found[name.strip()] = reason.strip()
    return found


def put_in_place():
    """Puts kasuri.Mask wherever a program would find pygame's."""
    pygame.Mask = pygame.mask.Mask = pygame.mask.MaskType = kasuri.Mask
    pygame.mask.from_surface = kasuri.Mask.from_surface
    pygame.mask.from_threshold = kasuri.Mask.from_threshold


def main():
    assert pygame.ver == EXPECTED_VERSION, f"pygame-ce {EXPECTED_VERSION} is expected, found {pygame.ver}"
    put_in_place()
    module = importlib.import_module("pygame.tests.mask_test")
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    result = unittest.TextTestRunner(verbosity=0, stream=open(os.devnull, "w")).run(suite)
    said = {test.id().split("mask_test.")[1]: text for test, text in result.failures + result.errors}
    listed = exceptions()
    for name in sorted(said.keys() - listed.keys()):
        print(f"FAILED and not listed: {name}\n{said[name]}")
    for name in sorted(listed.keys() - said.keys()):
        print(f"listed, but it passes: {name}")
    passed = result.testsRun - len(said) - len(result.skipped)
    print(f"pygame-ce {pygame.ver}'s mask_test.py: {passed} of {result.testsRun} pass, {len(said)} fail, "
          f"{len(result.skipped)} are skipped by pygame-ce itself")
    assert result.testsRun > 200
    sys.exit(said.keys() != listed.keys())


main()
