"""Writes a bill of materials: sbom.py PACKAGE METADATA.json TREE.txt OUT.json. TREE.txt names what is used, one package a line.

The same input gives the same bytes: the time is that of the commit, and the serial number is made of the content."""

import hashlib
import json
import os
import sys
import tomllib
import uuid
from datetime import datetime, timezone
from pathlib import Path

name, metadata_path, tree_path, out_path = sys.argv[1:]
metadata = json.loads(Path(metadata_path).read_text())
packages = {package["id"]: package for package in metadata["packages"]}
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
lock = tomllib.loads((Path(metadata["workspace_root"]) / "Cargo.lock").read_text())
sums = {(p["name"], p["version"]): p.get("checksum") for p in lock["package"]}


used = {tuple(line.split()[:2]) for line in Path(tree_path).read_text().splitlines()}


def needed(node):
    """The packages that a package is built with."""
    others = {d["pkg"] for d in node["deps"] if any(kind["kind"] != "dev" for kind in d["dep_kinds"])}
    return sorted(id for id in others if (packages[id]["name"], "v" + packages[id]["version"]) in used)


def reference(package):
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package, kind="library"):
    entry = {
        "type": kind,
        "bom-ref": reference(package),
        "name": package["name"],
        "version": package["version"],
        "purl": reference(package),
    }
    if package["description"]:
        entry["description"] = " ".join(package["description"].split())
    if package["license"]:
        # Old manifests write a slash for "or".
        entry["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    checksum = sums.get((package["name"], package["version"]))
    if checksum:
        entry["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    return entry


root = next(id for id in metadata["workspace_members"] if packages[id]["name"] == name)
found, waiting = {root}, [root]
while waiting:
    for other in needed(nodes[waiting.pop()]):
        if other not in found:
            found.add(other)
            waiting.append(other)
order = sorted(found, key=lambda id: (packages[id]["name"], packages[id]["version"]))
time = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
bill = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    "version": 1,
    "metadata": {
        "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "component": component(packages[root], "application" if name == "kasuri-app" else "library"),
    },
    "components": [component(packages[id]) for id in order if id != root],
    "dependencies": [
        {"ref": reference(packages[id]), "dependsOn": [reference(packages[other]) for other in needed(nodes[id])]}
        for id in order
    ],
}
content = json.dumps(bill, sort_keys=True)
bill["serialNumber"] = f"urn:uuid:{uuid.UUID(bytes=hashlib.sha256(content.encode()).digest()[:16], version=4)}"
Path(out_path).write_text(json.dumps(bill, indent=1) + "\n")
print(f"{len(bill['components'])} components in {Path(out_path).name}")
