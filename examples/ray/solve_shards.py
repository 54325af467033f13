"""Answers more scenes than one machine can, on a Ray cluster: lines of NDJSON through Ray Data and `kasuri.solve_lines`.

    python solve_shards.py scenes.ndjson answers.ndjson

Ray Data hands the lines out in batches, and does again what a lost worker had begun: answers depend on the scene alone, so it
does not matter who gives them, or how often. They are written in the order of the scenes, whatever order the batches come
back in. The scenes, and the pictures that they name in --folder, have to be at the same place for every worker; scenes may
also be a folder of files, or wherever Ray Data reads from.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from typing import IO

import ray

import kasuri

# Any bytes are valid text in this encoding and convert back to the same bytes: Kasuri reports invalid UTF-8.
ENCODING = "latin-1"


def solve(batch: dict[str, Iterable[str]], folder: str) -> dict[str, list[bytes]]:
    """Answers a batch of lines: as many lines, one behind another."""
    lines = "\n".join(batch["text"]).encode(ENCODING)
    return {"answers": [kasuri.solve_lines(lines, folder=folder)]}


def batches(scenes: str, folder: str, lines_each: int, blocks: int | None) -> Iterator[bytes]:
    """The answers to all scenes in order, batch by batch, as they come."""
    ray.data.DataContext.get_current().execution_options.preserve_order = True
    lines = ray.data.read_text(scenes, encoding=ENCODING, override_num_blocks=blocks)
    answers = lines.map_batches(solve, batch_size=lines_each, fn_kwargs={"folder": folder}, num_cpus=1)
    for row in answers.iter_rows():
        yield row["answers"]


def solve_all(
    scenes: str, answers: IO[bytes], folder: str, lines_each: int = 1000, blocks: int | None = None
) -> tuple[int, int]:
    """Writes the answers of all scenes in order: how many there are, and how many of them are refusals."""
    written, refused = 0, 0
    for batch in batches(scenes, folder, lines_each, blocks):
        answers.write(batch)
        written += batch.count(b"\n")
        refused += sum(line.startswith(b'{"error"') for line in batch.splitlines())
    return written, refused


def main() -> int:
    parser = argparse.ArgumentParser(description="Answers a stream of scenes on a Ray cluster.")
    parser.add_argument("scenes", help="a scene a line (NDJSON); a file, a folder, or another place that Ray Data reads")
    parser.add_argument("answers", help="an answer a line, in order; appears whole or not at all")
    parser.add_argument("--folder", default=".", help="where pictures are, at the same place on every worker")
    parser.add_argument("--address", help="of a cluster, such as auto; without it, one on this machine")
    parser.add_argument("--batch", type=int, default=1000, help="lines a batch")
    parser.add_argument("--blocks", type=int, help="into how many blocks the scenes are cut; Ray's choice without it")
    options = parser.parse_args()
    ray.init(address=options.address, log_to_driver=False, logging_level="warning")
    ray.data.DataContext.get_current().enable_progress_bars = sys.stderr.isatty()
    folder = os.path.dirname(os.path.abspath(options.answers))
    scenes = os.path.abspath(options.scenes) if "://" not in options.scenes else options.scenes
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as answers:
        try:
            pictures = os.path.abspath(options.folder)
            written, refused = solve_all(scenes, answers, pictures, options.batch, options.blocks)
        except BaseException:
            os.unlink(answers.name)
            raise
    os.replace(answers.name, options.answers)
    print(f"{written} scenes answered, {refused} of them refused", file=sys.stderr)
    return 3 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
