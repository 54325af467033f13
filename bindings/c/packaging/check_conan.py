"""Runs Conan's recipe without Conan, on a library that is built already: conanfile.py is given stand-ins for what it imports.

The arguments: the folder of the library, and the folder of the package."""

import fnmatch
import os
import pathlib
import runpy
import shutil
import sys
import tempfile
import types


def copy(recipe, pattern, src, dst, excludes=()):
    """As conan.tools.files.copy: the pattern is relative to src, and folders are kept."""
    copied = []
    for path in pathlib.Path(src).rglob("*"):
        name = path.relative_to(src).as_posix()
        if path.is_file() and fnmatch.fnmatch(name, pattern):
            to = pathlib.Path(dst) / name
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, to)
            copied.append(str(to))
    return copied


class Information:
    def __init__(self):
        self.properties, self.libs, self.system_libs = {}, [], []

    def set_property(self, name, value):
        self.properties[name] = value


def main(library, package, root):
    conan, tools, files = types.ModuleType("conan"), types.ModuleType("conan.tools"), types.ModuleType("conan.tools.files")
    conan.ConanFile, files.copy = object, copy
    sys.modules.update({"conan": conan, "conan.tools": tools, "conan.tools.files": files})
    recipe_class = runpy.run_path(str(root / "bindings/c/packaging/conan/conanfile.py"))["Kasuri"]
    text = (root / "Cargo.toml").read_text()
    assert f'version = "{recipe_class.version}"' in text.split("[workspace.package]")[1].split("[", 1)[0]
    for shared in True, False:
        with tempfile.TemporaryDirectory() as folder:
            recipe = recipe_class()
            recipe.options = types.SimpleNamespace(shared=shared)
            recipe.settings = types.SimpleNamespace(os="Linux")
            recipe.source_folder, recipe.build_folder = str(root), folder
            recipe.package_folder = str(package / ("shared" if shared else "static"))
            recipe.cpp_info = Information()
            commands = []
            recipe.run = lambda command, cwd: commands.append((command, cwd))
            recipe.build()
            assert len(commands) == 1 and commands[0][0].startswith("cargo build --locked --release --package kasuri-c ")
            os.makedirs(f"{folder}/target")
            os.symlink(library, f"{folder}/target/release")
            recipe.package()
            recipe.package_info()
            made = pathlib.Path(recipe.package_folder)
            for name in ("include/kasuri.h", "include/kasuri.hpp", "include/kasuri/world.hpp", "licenses/LICENSE-MIT"):
                assert (made / name).is_file(), f"{name} is not in the package"
            libraries = sorted(path.name for path in (made / "lib").iterdir())
            assert libraries == (["libkasuri_c.so"] if shared else ["libkasuri_c.a"]), libraries
            assert recipe.cpp_info.libs == ["kasuri_c"] and bool(recipe.cpp_info.system_libs) != shared
    print("the recipe of Conan makes a package")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), pathlib.Path(__file__).resolve().parents[3])
