"""The examples run and give the expected results."""

import subprocess
import sys
import tempfile
import textwrap
import unittest
import warnings
from pathlib import Path

import numpy as np

EXAMPLES = Path(__file__).parents[1] / "examples"
TUTORIAL = Path(__file__).parents[3] / "examples" / "tutorial"
sys.path.insert(0, str(EXAMPLES))

from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import dodge
import train_dodge


class Moth(unittest.TestCase):
    def play(self, *arguments):
        program = [sys.executable, EXAMPLES / "moth.py", "--frames", "240", *arguments]
        return subprocess.run(program, capture_output=True, text=True, check=True).stdout.strip().splitlines()[-1]

    def test_it_plays_by_itself(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = Path(folder) / "moth.png"
            exact = self.play("--shot", str(picture))
            self.assertGreater(picture.stat().st_size, 10_000)
        self.assertRegex(exact, r"^240 frames, \d\d\d needles, [1-9]\d* wounds, \d deaths$")
        self.assertEqual(exact, self.play())
        self.assertNotEqual(exact, self.play("--plain"))


class Tutorial(unittest.TestCase):
    def test_it_tells_what_it_tells_in_every_language(self):
        told = subprocess.run([sys.executable, TUTORIAL / "tutorial.py"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(told, (TUTORIAL / "expected.txt").read_text())

    def test_the_page_shows_the_program(self):
        """Each block of Python in README.md is a part of the program, indented or not."""
        program = (TUTORIAL / "tutorial.py").read_text()
        blocks = [block.split("```")[0] for block in (TUTORIAL / "README.md").read_text().split("```python\n")[1:]]
        self.assertGreater(len(blocks), 5)
        for block in blocks:
            self.assertTrue(any(textwrap.indent(block, " " * deep) in program for deep in (0, 4, 8)), block)


class Dodge(unittest.TestCase):
    def test_gymnasiums_checks(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", message=".*not within the observation space.*render.*")
            check_env(dodge.DodgeEnv(), skip_render_check=True, skip_close_check=True)

    def test_many_games_are_those_one_by_one_in_every_autoreset_mode(self):
        for mode in AutoresetMode:
            ours, theirs = dodge.DodgeVectorEnv(5, mode), SyncVectorEnv([dodge.DodgeEnv] * 5, autoreset_mode=mode)
            self.assertEqual(ours.metadata["autoreset_mode"], theirs.metadata["autoreset_mode"])
            for space in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
                self.assertEqual(getattr(ours, space), getattr(theirs, space))
            theirs.action_space.seed(3)
            np.testing.assert_array_equal(ours.reset(seed=8)[0], theirs.reset(seed=8)[0])
            ended = 0
            for _ in range(500):
                actions = theirs.action_space.sample()
                answers = ours.step(actions), theirs.step(actions)
                for our, their in zip(*(answer[:4] for answer in answers)):
                    np.testing.assert_array_equal(our, their)
                    self.assertEqual(our.dtype, their.dtype)
                done = answers[1][2] | answers[1][3]
                ended += done.sum()
                if mode == AutoresetMode.SAME_STEP and done.any():
                    self.assertEqual(answers[0][4].keys(), answers[1][4].keys())
                    for k in np.flatnonzero(done):
                        np.testing.assert_array_equal(*(answer[4]["final_obs"][k] for answer in answers))
                if mode == AutoresetMode.DISABLED and done.any():
                    found = [envs.reset(options={"reset_mask": done})[0] for envs in (ours, theirs)]
                    np.testing.assert_array_equal(*found)
            self.assertGreater(ended, 10)

    def test_a_policy_learns(self):
        _, history = train_dodge.train(seed=1, generations=14)
        self.assertGreater(np.mean(history[-4:]), 1.2 * np.mean(history[:4]), history)


if __name__ == "__main__":
    unittest.main()
