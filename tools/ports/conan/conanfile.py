"""Builds the library from the checkout that this recipe lies in: conan create tools/ports/conan"""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy

TOP = os.path.join("..", "..", "..")


class CrossfadeConan(ConanFile):
    name = "crossfade"
    version = "0.2.0"
    license = "MIT"
    description = "Skeletal animation: mixing, transitions, crowds"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    generators = "CMakeDeps"

    def requirements(self):
        self.requires("glm/[>=0.9.9 <2]", transitive_headers=True)
        self.requires("highway/[>=1.0 <2]")

    def export_sources(self):
        top = os.path.join(self.recipe_folder, TOP)
        for pattern in ("CMakeLists.txt", "LICENSE", "engine/*", "cmake/*"):
            copy(self, pattern, top, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("VIEWER", "TESTS", "EXAMPLES"):
            toolchain.cache_variables["CROSSFADE_" + part] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.libs = ["crossfade_engine"]
        self.cpp_info.set_property("cmake_target_name", "crossfade::engine")
        if self.options.shared:
            self.cpp_info.defines = ["CROSSFADE_SHARED"]
