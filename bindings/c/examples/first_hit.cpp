// Which bullets hit the ship? Build: c++ -std=c++17 first_hit.cpp $(pkg-config --cflags --libs kasuri)
#include <iostream>
#include <kasuri.hpp>

int main() {
    auto world = kasuri::World::create(kasuri::WorldOptions().bounds({0, 0}, {320, 240}));
    const auto wedge = kasuri::Shape::polygon({{-8, 8}, {0, -10}, {8, 8}});
    const auto round = kasuri::Shape::circle(3);
    world.spawn(kasuri::BodyOptions(wedge).at(160, 200).layer(1).against(2));
    std::vector<kasuri::Vec2> at;
    std::vector<kasuri::BodyOptions> options;
    for (int k = 0; k < 16; k++) {
        at.push_back({20.0 * k + 5, 0});
        options.push_back(kasuri::BodyOptions(round).at(at.back()).layer(2).against(1));
    }
    const auto bullets = world.spawn_many(options);
    kasuri::List<kasuri::Hit> hits;
    for (int frame = 1; frame <= 60; frame++) {
        for (auto& place : at) place.y += 4;
        world.set_positions(bullets, at);
        world.step();
        hits = world.hits(kasuri::Hits::began, std::move(hits));
        for (const auto& hit : hits) std::cout << "frame " << frame << ": hit at x = " << world.get(hit.b).placement.at.x << '\n';
    }
}
