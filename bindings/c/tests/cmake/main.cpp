// A program that finds kasuri.hpp by CMake or pkg-config.
#include <iostream>
#include <kasuri.hpp>

int main() {
    auto world = kasuri::World::create();
    std::cout << "kasuri " << kasuri::version() << '\n';
    return world.step().number == 1 ? 0 : 1;
}
