#!/usr/bin/env python3
"""Holds a program to docs/SPEC.md's definition of a collision: every case of this kit, answered and compared.

    conformance/run.py                          kasuri solve -
    conformance/run.py ./mine --scene           any program that reads a scene from standard input and writes its answer
    conformance/run.py --stream kasuri solve - --stream
                                                the same in one process: a scene a line in, an answer a line out

Exit 0: all is as the SPEC has it; 1: some is not, a line each; 2: the program could not be run. Python 3.8, and nothing else.
CC0 1.0: no rights reserved.
"""

import copy
import json
import math
import pathlib
import subprocess
import sys

KIT = pathlib.Path(__file__).resolve().parent


# The input: scenes and texts.


def cases():
    """Name, scene and answer of each."""
    for file in sorted((KIT / "cases").glob("*.json")):
        case = json.loads(file.read_text())
        yield file.stem, case["scene"], case["answer"]
    for line in (KIT / "cases" / "more.ndjson").read_text().splitlines():
        case = json.loads(line)
        yield "more/" + case["name"], case["scene"], case["answer"]


def refused():
    """Name and text of what has to be refused (SPEC 7)."""
    for line in (KIT / "refused.ndjson").read_text().splitlines():
        case = json.loads(line)
        yield case["name"], case["text"]


# The program's answers.


def one_by_one(command, scenes):
    """Exit status and output for each scene, from a process each."""
    for scene in scenes:
        done = subprocess.run(command, input=scene.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        yield done.returncode, done.stdout.decode()


def streamed(command, scenes):
    """The same from one process; a line of {"error": ...} is a refusal."""
    lines = "".join(scene + "\n" for scene in scenes)
    done = subprocess.run(command, input=lines.encode(), stdout=subprocess.PIPE)
    for line in done.stdout.decode().splitlines():
        yield (2 if list(json.loads(line)) == ["error"] else 0), line


# The comparison: README.md says which values are exact and which are near.


def compare(ours, wanted):
    """Says all that differs."""
    for field in sorted(set(ours) | set(wanted)):
        if (field in ours) != (field in wanted) and field != "backend":
            yield f"{field} is {'missing' if field in wanted else 'not asked for'}"
    if ours.get("kasuri") != 1:
        yield f"kasuri is {ours.get('kasuri')} instead of 1"
    yield from compare_pairs(ours.get("pairs", []), wanted["pairs"])
    for field in ("points", "grazes", "fits"):
        if ours.get(field) != wanted.get(field):
            yield f"{field} are {ours.get(field)} instead of {wanted.get(field)}"
    each = (("rays", compare_ray), ("distances", compare_distance), ("contacts", compare_contact),
            ("crossings", compare_crossings), ("sweeps", compare_hit))
    for field, compare_one in each:
        a, b = ours.get(field) or [], wanted.get(field) or []
        if len(a) != len(b):
            yield f"{field}: {len(a)} instead of {len(b)}"
        for k, (answer, right) in enumerate(zip(a, b)):
            if answer is None or right is None:
                if answer is not right:
                    yield f"{field}[{k}]: {answer} instead of {right}"
                continue
            for said in compare_one(answer, right):
                yield f"{field}[{k}]: {said}"


def compare_pairs(ours, wanted):
    ids = [[(pair["a"], pair["b"]) for pair in pairs] for pairs in (ours, wanted)]
    if ids[0] != ids[1]:
        missing, extra = set(ids[1]) - set(ids[0]), set(ids[0]) - set(ids[1])
        yield f"pairs: missing {sorted(missing)}, not right {sorted(extra)}" if missing or extra else "pairs: their order"
        return
    for pair, right in zip(ours, wanted):
        for said in compare_pair(pair, right):
            yield f"{right['a']} {right['b']}: {said}"


def compare_pair(ours, wanted):
    exact = ["kind", "pixels", "bounds", "first", "cells"]
    near = []
    if wanted["kind"] == "sprite-sprite":
        exact, near = exact + ["depth"], [("centroid", 1e-5), ("normal", 1e-5)]
    elif wanted["kind"] == "shape-shape" and "t" not in wanted:
        yield from compare_contact(ours, wanted)
    if "way" in wanted:
        near.append(("t", 2e-3 / max(wanted["way"], 1e-3)))
    elif "t" in wanted:
        exact.append("t")
    for field in exact:
        if ours.get(field) != wanted.get(field):
            yield f"{field} is {ours.get(field)} instead of {wanted.get(field)}"
    for field, tolerance in near:
        if not is_near(ours.get(field), wanted[field], tolerance):
            yield f"{field} is {ours.get(field)} instead of {wanted[field]}"


def compare_contact(ours, wanted):
    depth, most = ours.get("depth"), wanted.get("depth")
    if not is_number(depth) or most is not None and not wanted.get("least", most) - 1e-3 <= depth <= most + 1e-3:
        yield f"depth is {depth} instead of {most}"
    if "normal" in wanted:
        if not is_near(ours.get("normal"), wanted["normal"], 1e-5):
            yield f"normal is {ours.get('normal')} instead of {wanted['normal']}"
    elif not is_unit(ours.get("normal")):
        yield f"normal {ours.get('normal')} is not of length 1"


def compare_distance(ours, wanted):
    if not is_near(ours.get("distance"), wanted["distance"], 1e-3):
        yield f"distance is {ours.get('distance')} instead of {wanted['distance']}"
    elif abs(math.dist(*ours["points"]) - wanted["distance"]) > 1e-3:
        yield f"points {ours['points']} are not {wanted['distance']} apart"


def compare_crossings(ours, wanted):
    if "skip" in wanted:
        return
    for point in wanted["points"]:
        if not any(math.dist(point, other) < 2e-3 for other in ours):
            yield f"{point} is missing"
    for point in ours:
        on_may = any(to_stretch(point, stretch) < 2e-3 for stretch in wanted["may"])
        if not on_may and not any(math.dist(point, other) < 2e-3 for other in wanted["points"]):
            yield f"{point} is no crossing"


def to_stretch(point, stretch):
    """How far a point is from a stretch [x0, y0, x1, y1]."""
    (x, y), (x0, y0, x1, y1) = point, stretch
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    t = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length if length else 0
    t = min(max(t, 0), 1)
    return math.hypot(x - x0 - t * (x1 - x0), y - y0 - t * (y1 - y0))


def compare_ray(ours, wanted):
    if not isinstance(wanted, list):
        yield from compare_hit(ours, wanted)
        return
    right = {hit["id"]: hit for hit in wanted}
    if not isinstance(ours, list) or sorted(hit["id"] for hit in ours) != sorted(right):
        yield f"{ours} instead of {wanted}"
        return
    order = [(hit["t"], right[hit["id"]]["order"]) for hit in ours]
    if order != sorted(order):
        yield f"{ours} are not in order"
    for hit in ours:
        if not is_near(hit["t"], right[hit["id"]]["t"], 2e-3 / max(right[hit["id"]]["way"], 1e-3)):
            yield f"t is {hit['t']} instead of {right[hit['id']]['t']}"
        yield from compare_normal(hit, right[hit["id"]]["normals"])


def compare_normal(hit, normals):
    if normals is not None and not any(is_near(hit.get("normal"), normal, 1e-3) for normal in normals):
        yield f"normal {hit.get('normal')} is none of {normals}"


def compare_hit(ours, wanted):
    if "way" in wanted:
        if ours.get("id") not in wanted["others"]:
            yield f"{ours.get('id')} is met first instead of {wanted['id']}"
        elif wanted.get("normals"):
            yield from compare_normal(ours, wanted["normals"][ours["id"]])
        if not is_near(ours.get("t"), wanted["t"], 2e-3 / max(wanted["way"], 1e-3)):
            yield f"t is {ours.get('t')} instead of {wanted['t']}"
    else:
        for field in ("id", "t", "step", "of"):
            if ours.get(field) != wanted.get(field):
                yield f"{field} is {ours.get(field)} instead of {wanted.get(field)}"


def is_number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool)


def is_near(ours, wanted, tolerance):
    if is_number(wanted):
        return is_number(ours) and abs(ours - wanted) <= tolerance
    same = isinstance(ours, list) and len(ours) == len(wanted)
    return same and all(is_near(a, b, tolerance) for a, b in zip(ours, wanted))


def is_unit(normal):
    two = isinstance(normal, list) and len(normal) == 2 and all(map(is_number, normal))
    return two and abs(math.hypot(*normal) - 1) < 1e-12


def fnv(text):
    """FNV-1a, 64 bits, of the text's bytes without what ends its line."""
    value = 0xCBF29CE484222325
    for byte in text.rstrip("\r\n").encode():
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return f"{value:016x}"


# A test of the comparison itself, with answers that are wrong on purpose.


def wrong(answer, right):
    """The same answer with one thing wrong, once for everything that is compared."""

    def changed(path, value):
        other = copy.deepcopy(answer)
        place = other
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
        return ".".join(map(str, path)), other

    def moved(value):
        return [moved(x) for x in value] if isinstance(value, list) else value + 0.25

    yield changed(["kasuri"], 2)
    for field in answer:
        if field not in ("kasuri", "backend"):
            other = copy.deepcopy(answer)
            del other[field]
            yield f"without {field}", other
    pairs = answer["pairs"]
    if pairs:
        yield changed(["pairs"], pairs[1:])
        yield changed(["pairs"], pairs + [{"a": "nobody", "b": "nothing", "kind": "sprite-shape", "pixels": 1}])
    if len(pairs) > 1:
        yield changed(["pairs"], pairs[::-1])
    for k, pair in enumerate(pairs):
        for field, value in pair.items():
            if field == "kind":
                yield changed(["pairs", k, field], "shape-sprite")
            elif field == "t":
                # Far enough to be noticed even where a path is so short that its t hardly matters.
                yield changed(["pairs", k, field], value + 1e9)
            elif field not in ("a", "b", "point") and field in right["pairs"][k]:
                yield changed(["pairs", k, field], moved(value))
    for field in ("rays", "sweeps"):
        for k, hit in enumerate(answer.get(field, [])):
            if isinstance(hit, list):
                yield changed([field, k], hit + [{"id": "nobody", "t": 0}])
                for n, one in enumerate(hit):
                    yield changed([field, k, n, "t"], one["t"] + 3)
                continue
            yield changed([field, k], {"id": "nobody", "t": 0} if hit is None else None)
            for inner in set(hit or ()) & {"id", "t", "step", "of"}:
                yield changed([field, k, inner], "nobody" if inner == "id" else hit[inner] + 3)
    for field in ("distances", "contacts"):
        for k, found in enumerate(answer.get(field, [])):
            yield changed([field, k], {"depth": 0, "normal": [1, 0], "distance": 0} if found is None else None)
    for k, ids in enumerate(answer.get("points", [])):
        yield changed(["points", k], ids + ["nobody"])
    if answer.get("fits"):
        rows = copy.deepcopy(answer["fits"])
        rows[0][0][0] = ("#" if rows[0][0][0][0] == "." else ".") + rows[0][0][0][1:]
        yield changed(["fits"], rows)
    if "grazes" in answer:
        yield changed(["grazes"], answer["grazes"] + [{"a": "nobody", "b": "nothing"}])


def unnoticed(name, answer, right):
    """Every wrong answer that the comparison lets pass."""
    for what, other in wrong(answer, right):
        if not any(compare(other, right)):
            yield f"{name}: {what} was made wrong and not noticed"


def main(arguments):
    options = set()
    while arguments and arguments[0] in ("--stream", "--hashes", "--check-the-check", "--help", "-h"):
        options.add(arguments.pop(0))
    if options & {"--help", "-h"}:
        print(__doc__)
        return 0
    ask = streamed if "--stream" in options else one_by_one
    command = arguments or ["kasuri", "solve", "-"] + ["--stream"] * ("--stream" in options)
    everything = list(cases())
    bad = list(refused())
    hashes = dict(line.split() for line in (KIT / "hashes.txt").read_text().splitlines())
    failures, same, pairs = [], 0, 0
    try:
        answers = ask(command, [json.dumps(scene, separators=(",", ":")) for _, scene, _ in everything])
        refusals = ask(command, [text for _, text in bad])
        answers, refusals = list(answers), list(refusals)
    except OSError as error:
        print(f"{command[0]} cannot be run: {error}", file=sys.stderr)
        return 2
    if len(answers) != len(everything) or len(refusals) != len(bad):
        failures.append(f"{len(answers) + len(refusals)} lines for {len(everything) + len(bad)} scenes")
    for (name, _, right), (status, text) in zip(everything, answers):
        try:
            if status != 0:
                raise ValueError(f"exit status {status}")
            answer = json.loads(text)
            said = list(compare(answer, right))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            failures.append(f"{name}: no answer: {error}")
            continue
        failures += [f"{name}: {line}" for line in said]
        if "--hashes" in options:
            print(name, fnv(text))
        if "--check-the-check" in options:
            failures += unnoticed(name, answer, right)
        same += fnv(text) == hashes.get(name)
        pairs += len(right["pairs"])
    for (name, _), (status, _) in zip(bad, refusals):
        if status != 2:
            failures.append(f"refused/{name}: exit status {status} instead of 2")
    if "--hashes" not in options:
        print("\n".join(failures + [
            f"{len(everything)} scenes with {pairs} pairs, {len(bad)} refusals: {len(failures)} differences; "
            f"{same} answers are Kasuri's byte for byte"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
