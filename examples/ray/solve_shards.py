"""Answers more scenes than one machine can, on a Ray cluster: shards of NDJSON through `kasuri solve --stream`.

    python solve_shards.py scenes.ndjson answers.ndjson --kasuri target/release/kasuri

A shard is a stretch of lines. Each is answered by one process on one worker, and a shard whose worker dies is answered
by another: answers depend on the scene alone, so it does not matter who gives them, or how often. They are written in
the order of the scenes, whatever order the shards come back in. Pictures that scenes name are looked up in --folder,
which every worker has to have at the same place.
"""

import argparse
import os
import subprocess
import sys
import tempfile

import ray


class Refused(Exception):
    """The solver could not be run, or answered too little: no other worker would do better."""


@ray.remote(num_cpus=1, max_retries=-1)
def solve(kasuri, folder, lines):
    """Answers a shard: as many lines as it has."""
    done = subprocess.run(
        [kasuri, "solve", "-", "--stream"], input=lines, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder
    )
    # 3 tells that some lines were refused: each has its error in its place.
    if done.returncode not in (0, 3):
        if done.returncode < 0:
            # Killed with its worker, or for memory: Ray retries what dies, so this dies too.
            os._exit(1)
        raise Refused(done.stderr.decode(errors="replace").strip())
    if done.stdout.count(b"\n") != lines.count(b"\n"):
        raise Refused(f"{lines.count(bytes([10]))} scenes had {done.stdout.count(bytes([10]))} answers")
    return done.stdout


def shards(file, lines_each):
    """Stretches of lines; blank ones, which have no answer, are left out."""
    shard = []
    for line in file:
        if line.strip():
            shard.append(line if line.endswith(b"\n") else line + b"\n")
        if len(shard) == lines_each:
            yield b"".join(shard)
            shard = []
    if shard:
        yield b"".join(shard)


def solve_all(scenes, answers, kasuri, folder, lines_each, most_waiting):
    """Writes the answers of all scenes in order. Only so many shards are under way at a time."""
    waiting, written, refused = [], 0, 0

    def write_first():
        nonlocal written, refused
        answered = ray.get(waiting.pop(0))
        answers.write(answered)
        written += answered.count(b"\n")
        refused += sum(line.startswith(b'{"error"') for line in answered.splitlines())

    for shard in shards(scenes, lines_each):
        waiting.append(solve.remote(kasuri, folder, shard))
        if len(waiting) >= most_waiting:
            write_first()
    while waiting:
        write_first()
    return written, refused


def main():
    parser = argparse.ArgumentParser(description="Answers a stream of scenes on a Ray cluster.")
    parser.add_argument("scenes", help="a scene a line (NDJSON)")
    parser.add_argument("answers", help="an answer a line, in order; appears whole or not at all")
    parser.add_argument("--kasuri", default="kasuri", help="the program, at the same place on every worker")
    parser.add_argument("--folder", default=".", help="where pictures are, at the same place on every worker")
    parser.add_argument("--address", help="of a cluster, such as auto; without it, one on this machine")
    parser.add_argument("--shard", type=int, default=1000, help="lines a shard")
    parser.add_argument("--waiting", type=int, default=64, help="shards under way at a time")
    options = parser.parse_args()
    ray.init(address=options.address, log_to_driver=False, logging_level="warning")
    folder = os.path.dirname(os.path.abspath(options.answers))
    kasuri = os.path.abspath(options.kasuri) if os.path.sep in options.kasuri else options.kasuri
    with open(options.scenes, "rb") as scenes, tempfile.NamedTemporaryFile(dir=folder, delete=False) as answers:
        try:
            written, refused = solve_all(
                scenes, answers, kasuri, os.path.abspath(options.folder), options.shard, options.waiting
            )
        except BaseException:
            os.unlink(answers.name)
            raise
    os.replace(answers.name, options.answers)
    print(f"{written} scenes answered, {refused} of them refused", file=sys.stderr)
    return 3 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
