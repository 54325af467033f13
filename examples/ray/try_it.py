"""Tries solve_shards on a cluster of two workers on this machine, one of which is killed half way: nothing is lost.

    pip install "ray[data]" ./bindings/python && python examples/ray/try_it.py

With a program (`target/release/kasuri`) as argument, its answers are compared too.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any

import ray
from ray.cluster_utils import Cluster

import kasuri
import solve_shards

SCENES = 6000
BATCH = 50
BLOCKS = 60


def scene(k: int) -> str:
    """Some circles and boxes; now and then a line that is no scene."""
    if k % 997 == 5:
        return '{"kasuri": 1, "bodies": [{"id": "lost"}]}'
    chance = random.Random(k)
    bodies = []
    for b in range(60):
        shape: dict[str, Any] = {"circle": {"r": chance.randrange(2, 9)}} if b % 2 else {"box": {"half": [chance.randrange(1, 9), 3]}}
        bodies.append({"id": f"s{k}b{b}", "at": [chance.randrange(200), chance.randrange(200)], **shape})
    return json.dumps({"kasuri": 1, "bodies": bodies})


def main() -> None:
    lines = "".join(scene(k) + "\n" for k in range(SCENES)).encode()
    alone = kasuri.solve_lines(lines)
    assert alone.count(b"\n") == SCENES
    if len(sys.argv) > 1:
        program = subprocess.run([sys.argv[1], "solve", "-", "--stream"], input=lines, stdout=subprocess.PIPE, check=False)
        assert program.stdout == alone, "the wheel's answers are the program's, byte for byte"

    # The head node does no work: all of it runs on the two workers, which find solve_shards next to this file.
    os.environ["PYTHONPATH"] = os.path.dirname(os.path.abspath(__file__))
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    workers = [cluster.add_node(num_cpus=1) for _ in range(2)]
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    cluster.wait_for_nodes()
    ray.data.DataContext.get_current().enable_progress_bars = False

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "scenes.ndjson")
        with open(path, "wb") as scenes:
            scenes.write(lines)
        with open(os.path.join(folder, "answers.ndjson"), "w+b") as answers:
            killed: dict[str, int] = {}

            def kill_half_way() -> None:
                while answers.tell() < len(alone) // 3:
                    time.sleep(0.01)
                killed["after"] = answers.tell()
                cluster.remove_node(workers[0], allow_graceful=False)

            killer = threading.Thread(target=kill_half_way)
            killer.start()
            written, refused = solve_shards.solve_all(path, answers, folder, BATCH, BLOCKS)
            killer.join()
            answers.seek(0)
            together = answers.read()
    alive = sum(node["Alive"] for node in ray.nodes())
    ray.shutdown()
    cluster.shutdown()

    assert alive == 2, f"the head and one worker are left, not {alive}"
    assert 0 < killed["after"] < len(together), "the worker was killed half way"
    assert (written, refused) == (SCENES, alone.count(b'{"error"')), (written, refused)
    assert together == alone, "the answers are those of one machine, byte for byte, in order"
    print(f"{written} scenes, a worker killed after {killed['after']} of {len(together)} bytes: nothing lost")


if __name__ == "__main__":
    main()
