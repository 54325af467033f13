// A whole game in one file: bullets that turn as they fly, a laser, a ship with a small core, grazes, lives, and a replay.
// README.md beside this file walks through it. The same game in seven other languages lies there, too, and all print the same
// hashes. Build it with: c++ -std=c++17 tutorial.cpp $(pkg-config --cflags --libs kasuri)
#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <kasuri.hpp>

using kasuri::Body, kasuri::BodyOptions, kasuri::Mask, kasuri::RandomStream, kasuri::Shape, kasuri::Vec2;

// A layer is a bit. Each body has the layers that it is on, and the layers that it can hit.
constexpr std::uint32_t SHIP = 1, BULLET = 2, LASER = 4;

const std::vector<std::string> SHIP_PICTURE = {"....#....", "...###...", "...###...", "..#####..",
                                               ".#######.", "#########", "##.....##"};
const std::vector<std::string> BULLET_PICTURE = {"..####...", "#########", "..####..."};
constexpr Vec2 BOSS = {192, 96};
constexpr double TURN = 6.283185307179586;

Mask new_mask(const std::vector<std::string>& rows) {
    std::vector<std::uint8_t> texels;
    for (const auto& row : rows)
        for (const char pixel : row) texels.push_back(pixel == '#');
    return Mask::from_texels(rows[0].size(), rows.size(), texels);
}

// Returns a velocity in pixels a frame. The world keeps positions in steps of 1/256 px, and so does this game: then sums are
// exact in every language, also where positions are single-precision floats.
Vec2 velocity(double direction, double speed) {
    const auto part = [&](double length) { return std::floor(length * speed * 256) / 256; };
    return {part(kasuri::det::cos(direction)), part(kasuri::det::sin(direction))};
}

int main() {
    // The world finds out what hits what. It is as large as the screen.
    auto world = kasuri::World::create(kasuri::WorldOptions().bounds({0, 0}, {384, 448}));

    // The ship looks large, but bullets and the laser hit only its core, a region. Near misses within 12 px are grazes.
    const auto circle = Shape::circle(2);
    const auto picture = new_mask(SHIP_PICTURE);
    auto look = kasuri::Look::create(picture);
    look.add_region(kasuri::Region("core", circle).against(BULLET | LASER));
    Vec2 ship_at = {192, 400};
    const auto ship = world.spawn(BodyOptions(look).at(ship_at).layer(SHIP).against(0).graze(12));

    // The laser is a long capsule that hangs from the boss. After a hit it does not hit again for 60 frames.
    const auto beam = Shape::capsule({0, 0}, {0, 400}, 3);
    const auto laser = world.spawn(BodyOptions(beam).at(BOSS).layer(LASER).against(SHIP).cooldown(60));

    // What all bullets have in common. A step removes bullets that are more than 16 px outside the bounds.
    const auto needle = new_mask(BULLET_PICTURE);
    auto model = BodyOptions(needle).at(BOSS).layer(BULLET).against(SHIP).despawn_beyond(16);
    std::vector<Body> bullets;
    std::vector<Vec2> at, velocities;

    // Random numbers that are the same everywhere: one stream for the boss, one that plays for the player.
    const RandomStream boss(1), player(18);
    unsigned frame = 0, lives = 5, score = 0, grazes = 0;
    auto recorder = kasuri::Recorder::create();

    while (frame < 600 && lives > 0) {
        frame += 1;
        // The boss fires a ring of bullets. Each picture is turned to where its bullet flies.
        if (frame % 10 == 0) {
            auto direction = boss.split(frame).between(0, TURN);
            for (int k = 0; k < 18; k++, direction += TURN / 18) {
                bullets.push_back(world.spawn(model.angle(direction)));
                at.push_back(BOSS);
                velocities.push_back(velocity(direction, 1.5));
            }
        }

        // The game moves everything: all bullets with one call, the ship by the player's keys, the laser by a sine.
        for (std::size_t k = 0; k < bullets.size(); k++) at[k] = {at[k].x + velocities[k].x, at[k].y + velocities[k].y};
        world.set_positions(bullets, at);
        auto keys = player.split(frame / 20);
        ship_at.x = std::clamp(ship_at.x + 2 * (double(keys.below(3)) - 1), 16.0, 368.0);
        ship_at.y = std::clamp(ship_at.y + 2 * (double(keys.below(3)) - 1), 240.0, 432.0);
        world.set_position(ship, ship_at);
        world.set_angle(laser, 0.7 * kasuri::det::sin(0.02 * frame));

        // One step finds what hits now. The recorder makes it, and writes it down for the replay.
        const auto step = recorder.step(world);
        grazes += step.grazes;
        score += 1 + 10 * step.grazes;
        if (step.began > 0) {
            lives -= 1;
            world.set_invulnerable(ship, 90);
        }
        std::size_t kept = 0;
        for (std::size_t k = 0; k < bullets.size(); k++) {
            if (!world.contains(bullets[k])) continue;
            bullets[kept] = bullets[k], at[kept] = at[k], velocities[kept] = velocities[k];
            kept += 1;
        }
        bullets.resize(kept), at.resize(kept), velocities.resize(kept);

        if (frame % 100 == 0 || lives == 0)
            std::printf("frame %u: %zu bullets, %u grazes, %u lives, %016" PRIx64 "\n", frame, kept, grazes, lives, world.hash());
    }
    std::printf("score %u\n", score);

    // The replay plays the recorded bytes again, on any machine, and ends in the same world: the same hash.
    auto replay = kasuri::Replay::create(kasuri::Recording::from_bytes(recorder.bytes()));
    while (replay.step()) {}
    std::printf("replay of %" PRIu64 " steps: %016" PRIx64 "\n", replay.steps(), replay.hash());
}
