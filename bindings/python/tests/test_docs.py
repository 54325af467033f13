"""Every example in a docstring, in the READMEs and in the guides runs; those in docstrings print the stated output."""

import contextlib
import doctest
import inspect
import io
import os
import subprocess
import sys
import unittest
from pathlib import Path

import kasuri
import kasuri.batch
import kasuri.det
import kasuri.query
import kasuri.training

README = Path(__file__).parents[1] / "README.md"
ROOT = Path(__file__).parents[3]
GUIDES = [ROOT / "README.md"] + [
    ROOT / "docs" / name
    for name in ("coming-from-pygame.md", "bullet-hell-in-python.md", "for-researchers.md", "level-checks.md")
]
ENVIRONMENT = os.environ | {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1", "ARCADE_HEADLESS": "True"}


def is_here(host):
    """Whether a host is installed, with the system's libraries that it needs."""
    run = subprocess.run([sys.executable, "-c", f"import {host}"], env=ENVIRONMENT, capture_output=True, timeout=120)
    return run.returncode == 0


# These need their hosts; the game of Pygame Zero runs in its runner.
GUIDES += [ROOT / "docs" / f"in-{host}.md" for host in ("arcade", "pyxel", "jax") if is_here(host)]


def has_gpu():
    """Whether this build has the GPU. Its examples run where it does (test_gpu.py)."""
    try:
        kasuri.gpu.Gpu.adapters()
    except ValueError:
        return False
    return True


def documented():
    """Returns everything public with a docstring, by name."""
    modules = (kasuri, kasuri.query, kasuri.batch, kasuri.det, kasuri.training)
    found = {module.__name__: module for module in modules}
    for module in modules:
        for name in module.__all__:
            thing = getattr(module, name)
            found[f"{module.__name__}.{name}"] = thing
            if inspect.isclass(thing):
                for part, member in vars(thing).items():
                    found[f"{module.__name__}.{name}.{part}"] = member
    return found


class Docs(unittest.TestCase):
    def test_every_example_tells_what_it_says(self):
        parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        for name, thing in documented().items():
            text = getattr(thing, "__doc__", None)
            if name == "kasuri.gpu" and not has_gpu():
                continue
            if isinstance(text, str) and ">>>" in text:
                runner.run(parser.get_doctest(text, {}, name, None, None))
        self.assertEqual(runner.summarize().failed, 0)
        self.assertGreater(runner.summarize().attempted, 80)

    def test_everything_public_is_documented(self):
        for name, thing in documented().items():
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
        for guide in GUIDES:
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
