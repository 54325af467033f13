// Scene F through kasuri.hpp. It does the same as scene_f.c, which describes it.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <kasuri.hpp>

namespace {

constexpr int BULLETS = 10000, BODIES = 10200, FRAMES = 120, TIMED = 100;

std::uint32_t state;

std::int32_t below(std::int32_t n) {
    state = state * 1664525u + 1013904223u;
    return static_cast<std::int32_t>((std::uint64_t{state} * static_cast<std::uint64_t>(n)) >> 32);
}

kasuri::Mask disc(int side) {
    std::vector<std::uint8_t> texels;
    for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) {
            const int u = 2 * x - side + 1, v = 2 * y - side + 1;
            texels.push_back(100 * (u * u + v * v) < 79 * side * side);
        }
    }
    return kasuri::Mask::from_texels(static_cast<std::size_t>(side), static_cast<std::size_t>(side), texels);
}

struct Mover {
    std::array<std::int32_t, 2> at, by;

    kasuri::Vec2 move() {
        constexpr std::array<std::int32_t, 2> most = {1920 * 256, 1080 * 256};
        for (std::size_t i = 0; i < 2; i++) {
            at[i] += by[i];
            if (at[i] < 0 || at[i] > most[i]) {
                by[i] = -by[i];
                at[i] += 2 * by[i];
            }
        }
        return {at[0] / 256.0, at[1] / 256.0};
    }
};

void play(const char* name, double turn, double spin) {
    const auto small = disc(8), large = disc(64);
    auto world = kasuri::World::create(kasuri::WorldOptions().threads(1));
    state = 6;
    std::vector<Mover> movers;
    std::vector<double> angles;
    std::vector<kasuri::BodyOptions> options;
    for (int k = 0; k < BODIES; k++) {
        const bool is_bullet = k < BULLETS;
        const std::int32_t fastest = is_bullet ? 6 * 256 : 2 * 256;
        const std::int32_t x = below(1920 * 256), y = below(1080 * 256);
        const std::int32_t by_x = below(2 * fastest + 1) - fastest, by_y = below(2 * fastest + 1) - fastest;
        movers.push_back({{x, y}, {by_x, by_y}});
        angles.push_back(turn * k);
        options.push_back(kasuri::BodyOptions(is_bullet ? small : large)
                              .angle(angles.back())
                              .layer(is_bullet ? 1 : 2)
                              .against(is_bullet ? 2 : 1));
    }
    const auto bodies = world.spawn_many(options);
    std::vector<kasuri::Vec2> places(BODIES);
    std::vector<double> times;
    kasuri::List<kasuri::Hit> hits;
    std::uint64_t sum = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        std::transform(movers.begin(), movers.end(), places.begin(), [](Mover& mover) { return mover.move(); });
        for (double& angle : angles) angle += spin;
        const auto before = std::chrono::steady_clock::now();
        world.set_positions(bodies, places);
        if (spin > 0) world.set_angles(bodies, angles);
        world.step();
        hits = world.hits(kasuri::Hits::all, std::move(hits));
        for (const kasuri::Hit& hit : hits) sum = sum * 31 + hit.a.slot * 10200 + hit.b.slot;
        const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - before;
        if (frame >= FRAMES - TIMED) times.push_back(took.count());
    }
    std::sort(times.begin(), times.end());
    std::printf("%s %.1f %016llx\n", name, times[TIMED / 2], static_cast<unsigned long long>(sum));
}

}  // namespace

int main() {
    play("upright", 0, 0);
    play("turned", 0.7, 0);
    play("spin", 0.7, 0.05);
}
