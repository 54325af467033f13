// The golden session of the library's tests (tests/world_kit/session.rs), played from C++. The hashes are those of
// tests/golden/danmaku.txt. The arguments: that file, and the number of steps.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "check.hpp"

namespace {

constexpr std::uint32_t SHIP = 1, BULLET = 2, FOE = 4, SHOT = 8, LASER = 16;
constexpr std::int64_t WIDTH = 480, HEIGHT = 640;
using Lattice = std::array<std::int64_t, 2>;

// A body that flies straight, in lattice units.
struct Flier {
    kasuri::Body body;
    Lattice at;
    Lattice by;
};

kasuri::Vec2 place(std::int64_t x, std::int64_t y) { return {static_cast<double>(x) / 256.0, static_cast<double>(y) / 256.0}; }
kasuri::Vec2 place(const Lattice& at) { return place(at[0], at[1]); }

// Makes 64 directions around a circle, with integers only: each is the previous one turned a little.
std::array<Lattice, 64> make_routes() {
    std::array<Lattice, 64> routes{};
    std::int64_t x = 1 << 16, y = 0;
    for (Lattice& route : routes) {
        route = {x >> 8, y >> 8};
        x -= (y * 6434) >> 16;
        y += (x * 6434) >> 16;
    }
    return routes;
}

kasuri::Look hull(int wing, double x, double y) {
    std::array<std::uint8_t, 20 * 24> texels{};
    for (int j = 0; j < 20; j++) {
        for (int i = 0; i < 24; i++) {
            texels[static_cast<std::size_t>(j * 24 + i)] = std::abs(i - 12) * 3 < j + wing && j > 1;
        }
    }
    auto look = kasuri::Look::create(kasuri::Mask::from_texels(24, 20, texels));
    look.add_region(kasuri::Region("core", kasuri::Shape::capsule({-x, 0}, {x, y}, 2)).against(BULLET | LASER));
    look.add_region(kasuri::Region("hull", kasuri::Shape::circle(9)));
    return look;
}

kasuri::Mask make_star() {
    std::array<std::uint8_t, 41 * 41> texels{};
    for (int j = 0; j < 41; j++) {
        for (int i = 0; i < 41; i++) {
            texels[static_cast<std::size_t>(j * 41 + i)] = std::abs(i - 20) * std::abs(j - 20) < 40;
        }
    }
    return kasuri::Mask::from_texels(41, 41, texels);
}

class Session {
public:
    std::uint32_t step_number = 0;

    Session() {
        const auto first = hull(0, 0, 0), second = hull(6, 1.5, 1);
        const auto frames = kasuri::Frames::create({first, second});
        ship_ = world_.spawn(
            kasuri::BodyOptions(frames).at(place(ship_at_)).layer(SHIP).against(FOE).graze(24).invulnerable(60));
        auto look = kasuri::Look::create(star_);
        look.add_region(kasuri::Region("eye", kasuri::Shape::circle(7)));
        boss_ = world_.spawn(
            kasuri::BodyOptions(look).at(240, 120).layer(FOE).against(SHIP | SHOT).cooldown(6));
        const auto wedge = kasuri::Shape::polygon({{-9, -7}, {9, -7}, {0, 11}});
        std::vector<kasuri::BodyOptions> foes;
        for (int k = 0; k < 12; k++) {
            foes.push_back(
                kasuri::BodyOptions(wedge).at(40 * k + 20, 60).layer(FOE).against(SHIP | SHOT).cooldown(3).scale(1, 1.5));
        }
        foes_ = world_.spawn_many(foes);
        const auto line = kasuri::Shape::chain({{0, 0}, {10, 40}, {0, 80}}, 3);
        for (int k = 0; k < 2; k++) {
            lasers_[static_cast<std::size_t>(k)] =
                world_.spawn(kasuri::BodyOptions(line).at(160 * (k + 1), 80).layer(LASER).against(SHIP).cooldown(20));
        }
    }

    std::uint64_t play_step() {
        step_number += 1;
        fire();
        fly();
        steer();
        wave();
        follow(world_.step());
        return world_.hash();
    }

    std::string summary() const {
        std::array<char, 256> line{};
        std::snprintf(line.data(), line.size(), "%zu bullets, %zu grazes, %zu deaths, %zu cancelled, %zu wounds\n", peak_, grazed_,
                      died_, cancelled_, wounds_);
        return line.data();
    }

private:
    std::uint64_t below(std::uint64_t n) {
        random_ = random_ * 6364136223846793005u + 1442695040888963407u;
        return (random_ >> 33) % n;
    }

    void launch(std::vector<Flier>& fliers, const kasuri::BodyOptions& options, Lattice at, Lattice by) {
        fliers.push_back({world_.spawn(options), at, by});
    }

    void fire() {
        const std::uint64_t turn = std::uint64_t{step_number} * 3 + below(4), arms = step_number % 4 == 0 ? 32 : 0;
        for (std::uint64_t arm = 0; arm < arms; arm++) {
            const Lattice& route = routes_[(turn + arm * 2) % 64];
            const std::int64_t slow = 3 + static_cast<std::int64_t>((arm + step_number / 4) % 4);
            const std::uint64_t kind = below(3);
            const double angle = kind == 0   ? 0
                                 : kind == 1 ? static_cast<double>(turn) / 16.0
                                             : static_cast<double>(arm) / 8.0;
            const kasuri::Shape& shape = kind == 0 ? circle_ : kind == 1 ? pellet_ : crumb_;
            launch(bullets_,
                   kasuri::BodyOptions(shape).at(240, 120).angle(angle).layer(BULLET).against(SHIP | SHOT).despawn_beyond(12).data(
                       step_number),
                   {240 * 256, 120 * 256}, {route[0] * slow / 5, route[1] * slow / 5});
        }
        if (step_number % 5 == 0) {
            const Lattice at = {ship_at_[0], ship_at_[1] - 12 * 256};
            launch(shots_,
                   kasuri::BodyOptions(spear_)
                       .at(place(at))
                       .layer(SHOT)
                       .against(step_number % 2 == 0 ? FOE : BULLET)
                       .max_hits(3)
                       .despawn_beyond(4),
                   at, {0, -7 * 256});
        }
    }

    void move(std::vector<Flier>& fliers) {
        std::vector<kasuri::Body> bodies;
        std::vector<kasuri::Vec2> at;
        for (Flier& flier : fliers) {
            flier.at = {flier.at[0] + flier.by[0], flier.at[1] + flier.by[1]};
            bodies.push_back(flier.body);
            at.push_back(place(flier.at));
        }
        world_.set_positions(bodies, at);
    }

    // Turns some shots towards the nearest foe ahead.
    void home(Flier& shot) {
        const kasuri::Vec2 from = place(shot.at);
        const auto foes = kasuri::Filter().layers(FOE);
        const auto ahead = world_.in_cone(from, -1.57079632679489661923, 0.5, 300, foes);
        for (const kasuri::Neighbor& near : world_.nearest(from, 2, foes)) {
            if (std::find(ahead.begin(), ahead.end(), near.body) != ahead.end()) {
                const std::int64_t side = (near.point.x > from.x) - (near.point.x < from.x);
                shot.by[0] = std::clamp<std::int64_t>(shot.by[0] + side * 64, -512, 512);
                return;
            }
        }
    }

    void fly() {
        move(bullets_);
        move(shots_);
        for (std::size_t k = 0; k < shots_.size() && k < 4; k++) home(shots_[k]);
    }

    void steer() {
        const Lattice by = {static_cast<std::int64_t>(below(5)) - 2, static_cast<std::int64_t>(below(5)) - 2};
        ship_at_[0] = std::clamp<std::int64_t>(ship_at_[0] + by[0] * 700, 20 * 256, (WIDTH - 20) * 256);
        ship_at_[1] = std::clamp<std::int64_t>(ship_at_[1] + by[1] * 700, 400 * 256, (HEIGHT - 20) * 256);
        world_.set_position(ship_, place(ship_at_));
        if (step_number % 40 == 0) world_.set_frame(ship_, step_number / 40 % 2);
        world_.set_angle(boss_, step_number / 64.0);
        std::array<double, 12> turned{};
        for (std::size_t k = 0; k < turned.size(); k++) turned[k] = step_number / 128.0 + static_cast<double>(k);
        world_.set_angles(foes_, turned);
    }

    // Moves the points of the lasers, in every step.
    void wave() {
        for (std::size_t k = 0; k < 2; k++) {
            std::array<kasuri::Vec2, 12> points{};
            for (std::size_t j = 0; j < points.size(); j++) {
                const Lattice& route = routes_[(step_number + j * 7 + k * 20) % 64];
                const auto along = static_cast<std::int64_t>(j);
                points[j] = place(route[0] * along * 3, along * 40 * 256 + route[1]);
            }
            world_.set_chain(lasers_[k], points);
        }
    }

    void die() {
        died_ += 1;
        world_.set_invulnerable(ship_, 90);
        const kasuri::Solid bomb = died_ % 3 == 0   ? kasuri::Solid(circle_bomb_)
                                   : died_ % 3 == 1 ? kasuri::Solid(box_bomb_)
                                                    : kasuri::Solid(star_);
        const double scale = died_ % 3 == 2 ? 4 : 1;
        const auto area = kasuri::placement(place(ship_at_), 0, {scale, scale});
        cancelled_ += world_.remove_overlapping(bomb, area, kasuri::Filter().layers(BULLET)).size();
    }

    void keep_living(std::vector<Flier>& fliers) const {
        const auto is_gone = [&](const Flier& flier) { return !world_.contains(flier.body); };
        fliers.erase(std::remove_if(fliers.begin(), fliers.end(), is_gone), fliers.end());
    }

    void follow(const kasuri::Step& step) {
        peak_ = std::max(peak_, bullets_.size());
        grazed_ += step.grazes;
        wounds_ += world_.hits_between(SHOT, FOE).size();
        const std::uint8_t core = world_.region_index(ship_, "core");
        hits_ = world_.hits_between(SHIP, BULLET | LASER, std::move(hits_));
        const bool is_hit = std::any_of(hits_.begin(), hits_.end(), [&](const auto& hit) { return hit.regions[0] == core; });
        if (is_hit && world_.get(ship_).invulnerable_for == 0) die();
        hits_ = world_.hits_between(SHOT, BULLET, std::move(hits_));
        for (const kasuri::Hit& hit : hits_) {
            if (world_.contains(hit.b)) world_.remove(hit.b);
        }
        for (const Flier& shot : shots_) {
            if (!world_.contains(shot.body)) continue;
            const kasuri::BodyState state = world_.get(shot.body);
            if (state.has_max_hits && state.hits_left == 0) world_.remove(shot.body);
        }
        keep_living(bullets_);
        keep_living(shots_);
    }

    std::array<Lattice, 64> routes_ = make_routes();
    kasuri::World world_ = kasuri::World::create(
        kasuri::WorldOptions().bounds({0, 0}, {WIDTH, HEIGHT}).rule(kasuri::Rule::rooted_circles, SHIP, BULLET));
    kasuri::Shape circle_ = kasuri::Shape::circle(3), pellet_ = kasuri::Shape::capsule({-3, 0}, {3, 0}, 1.5),
                  crumb_ = kasuri::Shape::box(2.5, 2.5), spear_ = kasuri::Shape::segment({0, -6}, {0, 6}),
                  circle_bomb_ = kasuri::Shape::circle(90), box_bomb_ = kasuri::Shape::box(400, 40);
    kasuri::Mask star_ = make_star();
    kasuri::Body ship_{}, boss_{};
    kasuri::List<kasuri::Body> foes_;
    std::array<kasuri::Body, 2> lasers_{};
    Lattice ship_at_ = {240 * 256, 560 * 256};
    std::vector<Flier> bullets_, shots_;
    kasuri::List<kasuri::Hit> hits_;
    std::uint64_t random_ = 1;
    std::size_t peak_ = 0, grazed_ = 0, died_ = 0, cancelled_ = 0, wounds_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
    std::FILE* golden = count > 1 ? std::fopen(arguments[1], "r") : nullptr;
    if (golden == nullptr) {
        std::fprintf(stderr, "usage: golden DANMAKU.TXT [STEPS]\n");
        return EXIT_FAILURE;
    }
    const auto most = count > 2 ? static_cast<std::uint32_t>(std::atoi(arguments[2])) : 3200;
    std::array<char, 256> line{}, ours{};
    const auto next_is = [&](const char* text) {
        return std::fgets(line.data(), static_cast<int>(line.size()), golden) != nullptr && std::strcmp(line.data(), text) == 0;
    };
    Session session;
    while (session.step_number < most) {
        const std::uint64_t hash = session.play_step();
        if (session.step_number % 100 == 0) {
            std::snprintf(ours.data(), ours.size(), "%5u %016llx\n", session.step_number, static_cast<unsigned long long>(hash));
            CHECK(next_is(ours.data()));
        }
    }
    if (most == 3200) CHECK(next_is(session.summary().c_str()));
    std::fclose(golden);
    std::printf("%s", session.summary().c_str());
    return checked("golden");
}
