"""Every example in a docstring, in the READMEs and in the guides runs; those in docstrings print the stated output.

Every public class, function and method has an example.
"""

import contextlib
import doctest
import importlib
import inspect
import io
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import kasuri
import kasuri.batch
import kasuri.det
import kasuri.pygame
import kasuri.query
import kasuri.training

README = Path(__file__).parents[1] / "README.md"
ROOT = Path(__file__).parents[3]
GUIDES = [ROOT / "README.md"] + [
    ROOT / "docs" / name
    for name in ("coming-from-pygame.md", "bullet-hell-in-python.md", "for-researchers.md", "level-checks.md")
]
ENVIRONMENT = os.environ | {
    "SDL_VIDEODRIVER": "dummy",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "ARCADE_HEADLESS": "True",
    "ALSOFT_DRIVERS": "null",
}
# What is public and has no example of its own, and why.
WITHOUT_EXAMPLE = {
    f"kasuri.pygame.{name}"
    for name in (
        # These are pygame's functions, with pygame's docstrings.
        "collide_circle",
        "collide_circle_ratio",
        "collide_rect",
        "collide_rect_ratio",
        # These are pygame's classes. All that is new in them is in `Sprite` and in `AbstractGroup.draw`.
        "AbstractGroup",
        "DirtySprite",
        "Group",
        "GroupSingle",
        "LayeredDirty",
        "LayeredUpdates",
        "OrderedUpdates",
        "RenderClear",
        "RenderPlain",
        "RenderUpdates",
    )
}


def is_here(host):
    """Whether a host is installed, with the system's libraries that it needs."""
    run = subprocess.run([sys.executable, "-c", f"import {host}"], env=ENVIRONMENT, capture_output=True, timeout=120)
    return run.returncode == 0


def guides():
    """Returns all guides. Some need their hosts; the game of Pygame Zero runs in its runner."""
    return GUIDES + [ROOT / "docs" / f"in-{host}.md" for host in ("arcade", "pyxel", "jax") if is_here(host)]


def has_gpu():
    """Whether this build has the GPU. Its examples run where it does (test_gpu.py)."""
    try:
        kasuri.gpu.Gpu.adapters()
    except ValueError:
        return False
    return True


def parts_of(module):
    """Returns a module and everything public in it, by name."""
    found = {module.__name__: module}
    for name in module.__all__:
        thing = getattr(module, name)
        found[f"{module.__name__}.{name}"] = thing
        if inspect.isclass(thing):
            # A static method in a class's dictionary has no docstring of its own.
            found |= {f"{module.__name__}.{name}.{part}": getattr(thing, part) for part in vars(thing)}
    return found


def documented(*more):
    """Returns everything public with a docstring, by name."""
    found = {}
    for module in (kasuri, kasuri.query, kasuri.batch, kasuri.det, kasuri.training, *more):
        found |= parts_of(module)
    return found


def has_example(thing):
    return isinstance(thing.__doc__, str) and ">>>" in thing.__doc__


def without_example(found):
    """Returns the names of public classes, functions and methods that have no example."""
    public = {name: thing for name, thing in found.items() if not name.rsplit(".", 1)[-1].startswith("_")}
    return sorted(name for name, thing in public.items() if callable(thing) and not has_example(thing))


def run_examples(found, names=None):
    """Runs all examples, each with these names; returns how many ran and how many failed."""
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    for name, thing in found.items():
        if has_example(thing):
            runner.run(parser.get_doctest(thing.__doc__, dict(names or {}), name, None, None))
    done = runner.summarize()
    return done.attempted, done.failed


def start_host(host, folder):
    """Starts what the examples of a host need: a game has it, too. Returns the names that a game has."""
    if host == "pyxel":
        import pyxel

        pyxel.init(160, 120, headless=True)
    if host != "pgzero":
        return {}
    import pygame
    from pgzero import loaders
    from pgzero.screen import Screen

    pygame.display.init()
    (folder / "images").mkdir()
    for name, size in {"ship": (20, 4), "rock": (4, 20)}.items():
        picture = pygame.Surface(size, pygame.SRCALPHA)
        picture.fill("red")
        pygame.image.save(picture, str(folder / "images" / f"{name}.png"))
    loaders.set_root(str(folder))
    pgzero_game = importlib.import_module("pgzero.game")
    pgzero_game.screen = Screen(pygame.display.set_mode((240, 240)))
    return {"screen": pgzero_game.screen}


def check_host(host):
    """Checks the docstrings of a host's module. This runs in a process of its own, as a game does."""
    with tempfile.TemporaryDirectory() as folder:
        names = start_host(host, Path(folder))
        found = parts_of(importlib.import_module(f"kasuri.{host}"))
        missing = without_example(found)
        assert not missing, f"without an example: {missing}"
        attempted, failed = run_examples(found, names)
        assert failed == 0 and attempted > 20, (attempted, failed)


class Docs(unittest.TestCase):
    def test_every_example_tells_what_it_says(self):
        found = documented(kasuri.pygame, *([kasuri.gpu] if has_gpu() else []))
        if not has_gpu():
            del found["kasuri.gpu"]
        attempted, failed = run_examples(found)
        self.assertEqual(failed, 0)
        self.assertGreater(attempted, 900)

    def test_everything_public_has_an_example(self):
        self.assertEqual(without_example(documented(kasuri.pygame, kasuri.gpu)), sorted(WITHOUT_EXAMPLE))

    def test_the_examples_of_the_hosts_run(self):
        for host in ("arcade", "pgzero", "pyxel"):
            if not is_here(host):
                continue
            with self.subTest(host=host):
                check = f"import test_docs; test_docs.check_host({host!r})"
                done = subprocess.run(
                    [sys.executable, "-c", check],
                    cwd=Path(__file__).parent,
                    env=ENVIRONMENT,
                    capture_output=True,
                    text=True,
                    timeout=120,
                )
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_everything_public_is_documented(self):
        for name, thing in documented(kasuri.gpu).items():
            last = name.rsplit(".", 1)[-1]
            if not last.startswith("_") and not isinstance(thing, str):
                self.assertTrue((thing.__doc__ or "").strip(), name)

    def test_the_readme_runs(self):
        text = README.read_text()
        blocks = [block.split("```")[0] for block in text.split("```python\n")[1:]]
        self.assertGreater(len(blocks), 1)
        for block in blocks:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block, str(README), "exec"), {"__name__": "readme"})

    def test_the_guides_run(self):
        # Each in a process of its own, in the folder of the repository: games open a window, without a screen here.
        for guide in guides():
            blocks = [block.split("```")[0] for block in guide.read_text().split("```python\n")[1:]]
            self.assertGreater(len(blocks), 0, guide)
            for block in blocks:
                with self.subTest(guide=guide.name, block=block.splitlines()[0:9]):
                    done = subprocess.run(
                        [sys.executable, "-c", block], cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, timeout=120
                    )
                    self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
