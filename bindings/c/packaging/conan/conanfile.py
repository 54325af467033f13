"""A recipe of this checkout: conan create bindings/c/packaging/conan. It needs cargo."""

import os

from conan import ConanFile
from conan.tools.files import copy


class Kasuri(ConanFile):
    name = "kasuri"
    version = "0.1.0"
    license = "MIT OR Apache-2.0"
    description = "Tells games what hit what, to the pixel, exactly, the same on every machine"
    topics = ("collision", "games", "pixel-perfect", "deterministic")
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": True}

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..", "..", "..")
        kept = ("Cargo.toml", "Cargo.lock", "LICENSE-*", "README.md", "src/*", "shaders/*", "docs/*", "examples/*", "bench/*")
        for pattern in (*kept, "app/*", "stage/*", "conformance/*", "assets/*", "bindings/*", "tests/*", "benches/*"):
            copy(self, pattern, root, self.export_sources_folder, excludes=("*/target/*", "*/node_modules/*"))

    def package_id(self):
        # The C border does not depend on the compiler, and the library is always a release.
        del self.info.settings.compiler
        del self.info.settings.build_type

    def build(self):
        target = os.path.join(self.build_folder, "target")
        self.run(f'cargo build --locked --release --package kasuri-c --target-dir "{target}"', cwd=self.source_folder)

    def package(self):
        built = os.path.join(self.build_folder, "target", "release")
        copy(self, "*.h*", os.path.join(self.source_folder, "bindings", "c", "include"), os.path.join(self.package_folder, "include"))
        copy(self, "LICENSE-*", self.source_folder, os.path.join(self.package_folder, "licenses"))
        shared = ("libkasuri_c.so", "libkasuri_c.dylib", "kasuri_c.dll.lib")
        for name in shared if self.options.shared else ("libkasuri_c.a", "kasuri_c.lib"):
            copy(self, name, built, os.path.join(self.package_folder, "lib"))
        if self.options.shared:
            copy(self, "kasuri_c.dll", built, os.path.join(self.package_folder, "bin"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "kasuri")
        self.cpp_info.set_property("cmake_target_name", "kasuri::cpp")
        self.cpp_info.set_property("cmake_target_aliases", ["kasuri::kasuri"])
        self.cpp_info.set_property("pkg_config_name", "kasuri")
        self.cpp_info.libs = ["kasuri_c.dll" if self.settings.os == "Windows" and self.options.shared else "kasuri_c"]
        if not self.options.shared:
            on = {"Windows": ["ws2_32", "userenv", "ntdll"], "Linux": ["m", "dl", "pthread"]}
            self.cpp_info.system_libs = on.get(str(self.settings.os), [])
