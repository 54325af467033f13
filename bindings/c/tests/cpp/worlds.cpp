// Worlds, snapshots, recordings and drawing: each call once, with its answer; and misuse. Compiled with exceptions and with
// results.
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "check.hpp"

using namespace kasuri;

namespace {

// Kinds do not mix, and nothing is copied.
static_assert(!std::is_copy_constructible_v<World> && std::is_nothrow_move_constructible_v<World>);
static_assert(!std::is_default_constructible_v<Mask> && !std::is_constructible_v<Mask, std::uint64_t>);
static_assert(!std::is_convertible_v<World, Appearance> && !std::is_convertible_v<Look, Solid>);
static_assert(!std::is_convertible_v<std::uint64_t, Appearance> && std::is_convertible_v<const Sheet&, Appearance>);
static_assert(!std::is_invocable_v<decltype(&World::set_shape), World&, Body, const Mask&>);

void of_spawns_and_hits() {
    World world = OK(World::create(WorldOptions().threads(1).bounds({-100, -100}, {100, 100}).broad(Broad::grid)));
    const Shape circle = OK(Shape::circle(3));
    const Body first = OK(world.spawn(circle));
    const auto others = OK(world.spawn_many({BodyOptions(circle).at(5, 0).data(7), BodyOptions(circle).at(99, 0).graze(4)}));
    CHECK(others.size() == 2 && OK(world.size()) == 3 && OK(world.bodies())[0] == first && others[0] != first);
    CHECK((std::unordered_set<Body>{first, others[0], first}.size()) == 2);
    CHECK(OK(world.step()).began == 1 && OK(world.hits()).size() == 1 && OK(world.steps()) == 1);
    List<Hit> hits = OK(world.hits(Hits::began));
    CHECK(hits.size() == 1 && hits[0].a == first && hits[0].b == others[0]);
    const Hit* memory = hits.data();
    hits = OK(world.hits(Hits::stayed, std::move(hits)));
    CHECK(hits.empty() && hits.data() == memory);
    hits = OK(world.hits_between(1, 1, std::move(hits)));
    CHECK(hits.size() == 1 && hits.data() == memory);
    const Hit hit = hits[0];
    CHECK(OK(world.contact(hit))->depth == 1 && kind_of(OK(world.overlap(hit))) == OverlapKind::shape_shape);
    CHECK(OK(world.overlap_cells(hit)).empty() && OK(world.common_pixels(hit)).empty() && OK(world.report()).hits == 1);
    CHECK(OK(world.distance(first, others[1]))->distance == 93 && OK(world.crossings(first, others[0])).size() == 2);
    OK(world.set_position(others[0], {8, 0}));
    OK(world.step());
    CHECK(OK(world.hits(Hits::ended)).size() == 1 && OK(world.hits()).empty() && OK(world.hits(Hits::grazes)).empty());
    CHECK(!OK(world.contact(hit)));
    OK(world.set_position(others[0], 5, 0));
    const auto moved = OK(world.push_apart(hit, 0.5));
    CHECK(moved && (*moved)[0].x < 0 && (*moved)[1].x > 0 && !OK(world.push_apart(hit, 0.5)));
    OK(world.set_position(others[1], 200, 0));
    OK(world.step());
    CHECK(OK(world.told(Told::left)).size() == 1 && OK(world.told(Told::left))[0] == others[1] && OK(world.told(Told::entered)).empty());
    OK(world.set_despawn_beyond(others[1], 5));
    OK(world.step());
    CHECK(OK(world.told(Told::despawned)).size() == 1 && !OK(world.contains(others[1])));
    OK(world.remove(others[0]));
    REFUSED(stale_body, "body", world.remove(others[0]));
    CHECK(OK(world.remove_overlapping(circle, placement({0, 0}))).size() == 1 && OK(world.size()) == 0);
    OK(world.spawn(circle));
    OK(world.remove_many(OK(world.bodies())));
    OK(world.clear());
    CHECK(OK(world.size()) == 0);
}

void of_changes() {
    World world = OK(World::create());
    const Mask mask = OK(Mask::from_texels(2, 2, {1, 1, 1, 1}));
    const Shape circle = OK(Shape::circle(3)), chain = OK(Shape::chain({{0, 0}, {9, 0}}, 1));
    const auto frames = OK(Frames::create({mask, mask}));
    const Body a = OK(world.spawn(BodyOptions(frames).frame(1).pivot(0, 0).sensor())), b = OK(world.spawn(circle));
    const Body laser = OK(world.spawn(BodyOptions(chain).at(50, 50)));
    const Body both[2] = {a, b};
    CHECK(OK(world.get(a)).frame == 1 && OK(world.get(a)).is_sensor && !OK(world.get(b)).is_sensor);
    OK(world.set_positions(both, {{1, 2}, {3, 4}}));
    Vec2 at[2];
    OK(world.positions(both, at));
    CHECK(at[0] == Vec2{1, 2} && at[1] == Vec2{3, 4});
    const std::vector<Vec2f> floats = {{5, 6}, {7, 8}};
    OK(world.set_positions_float(both, floats));
    OK(world.positions(both, at));
    CHECK(at[0] == Vec2{5, 6} && at[1] == Vec2{7, 8});
    OK(world.teleport(a, 9, 9));
    OK(world.teleport_many(both, {{2, 1}, {4, 3}}));
    OK(world.set_angle(a, 1));
    OK(world.set_angles(both, {0.5, 0.25}));
    OK(world.set_scale(a, 2, 3));
    OK(world.set_scales(both, {{2, 2}, {4, 4}}));
    OK(world.set_frame(a, 0));
    OK(world.set_frames(both, {1, 0}));
    Placement placements[2];
    OK(world.placements(both, placements));
    CHECK(placements[1].at == Vec2{4, 3} && placements[1].angle == 0.25 && placements[1].scale == Vec2{4, 4});
    OK(world.set_placements(both, {placement({0, 0}), placement({0, 1}, 2)}));
    CHECK(OK(world.get(b)).placement.angle == 2 && OK(world.get(a)).frame == 1);
    OK(world.set_chain(laser, {{0, 0}, {0, 9}}));
    OK(world.set_chains({laser}, {{0, 0}, {0, 7}}));
    CHECK(OK(world.at_point({50, 57})).size() == 1);
    OK(world.set_radius(b, 4));
    OK(world.set_radii({b}, {5}));
    CHECK(OK(world.at_point({0, 5.5}, Filter().except(a)))[0] == b);
    OK(world.set_shape(b, chain));
    OK(world.set_mask(a, mask));
    OK(world.set_look(b, circle));
    OK(world.set_layers(a, {2, 4, 0}));
    OK(world.set_group(a, 9));
    OK(world.set_data(a, 77));
    OK(world.set_swept(a, true));
    OK(world.set_sensor(a, false));
    OK(world.set_one_way(a, Vec2{0, -1}));
    OK(world.set_invulnerable(a, 6));
    OK(world.set_max_hits(a, 3));
    OK(world.set_cooldown(a, 2));
    OK(world.set_graze(a, 2));
    OK(world.set_backend(Backend::cpu));
    BodyState state = OK(world.get(a));
    CHECK(state.layers.layer == 2 && state.layers.against == 4 && state.layers.group == 9 && state.data == 77 && state.is_swept);
    CHECK(state.one_way == Vec2{0, -1} && state.invulnerable_for == 6 && state.hits_left == 3 && !state.is_sensor);
    OK(world.set_one_way(a, std::nullopt));
    OK(world.set_max_hits(a, std::nullopt));
    OK(world.set_graze(a, std::nullopt));
    OK(world.set_despawn_beyond(a, std::nullopt));
    state = OK(world.get(a));
    CHECK(!state.has_one_way && !state.has_max_hits);
    OK(world.set_region(b, Region("core", circle).layer(8).against(4)));
    CHECK(OK(world.region_index(b, "core")) == 1 && OK(world.region_name(b, 1)) == "core");
    OK(world.remove_region(b, "core"));
    REFUSED(refused, "core", world.region_index(b, "core"));
    auto look = OK(Look::create(mask));
    OK(look.set_pivot(1, 1));
    OK(look.add_region(Region("dot", mask).pivot(0, 0)));
    OK(world.set_look(b, look));
    CHECK(OK(world.region_name(b, 1)) == "dot");
}

void of_questions() {
    World world = OK(World::create(WorldOptions().axes(Axes::y_up).pixels_per_unit(2).touching(Touching::ignored)));
    const Shape circle = OK(Shape::circle(1));
    const Body near = OK(world.spawn(BodyOptions(circle).at(10, 0).layer(2)));
    const Body far = OK(world.spawn(BodyOptions(circle).at(20, 0).layer(4)));
    CHECK(OK(world.pixels_of({1, 2})) == Vec2{2, -4} && OK(world.place_of({2, -4})) == Vec2{1, 2});
    CHECK(OK(world.in_box({0, -1}, {30, 1})).size() == 2 && OK(world.in_box({0, -1}, {30, 1}, Filter().layers(4)))[0] == far);
    CHECK(OK(world.in_circle({0, 0}, 9.5)).size() == 1 && OK(world.in_cone({0, 0}, 0, 0.1, 12)).size() == 1);
    CHECK(OK(world.overlapping(circle, placement({11, 0}))).size() == 1 && OK(world.at_point({20, 0}))[0] == far);
    const auto ray = OK(world.first_on_ray({0, 0}, {100, 0}));
    CHECK(ray && ray->body == near && ray->t == 0.09 && !OK(world.first_on_ray({0, 50}, {100, 50})));
    CHECK(OK(world.along_ray({0, 0}, {100, 0})).size() == 2 && OK(world.along_ray({0, 0}, {100, 0}))[1].body == far);
    CHECK(OK(world.nearest({30, 0}, 1))[0].body == far && OK(world.nearest({30, 0}, 1, Filter().layers(2)))[0].body == near);
    CHECK(OK(world.sweep(near, {30, 0}))->body == far && !OK(world.sweep(near, {30, 30})));
    CHECK(OK(world.sweep(circle, placement({0, 0}), {30, 0}))->body == near);
    const PlaceGrid places = {{0, 0}, {5, 5}, {5, 1}};
    const BodyOptions body(circle);
    const Fits fits = OK(world.fits(body, {0}, places));
    CHECK(OK(world.count_fits(body, {0}, places)) == 3 && fits.get(0, 1, 0) && !fits.get(0, 2, 0) && !fits.get(0, 4, 0));
    CHECK(OK(world.first_fit(body, {0}, places))->x == 0 && OK(world.nearest_fit(body, {0}, places, {20, 0}))->x == 3);
    CHECK(OK(world.count_fits(body, {0}, places, Filter().layers(4))) == 4);
    const Travel travel = OK(world.travel(near, {20, 0}, Response::bounce, 1));
    CHECK(travel.hits.size() == 1 && travel.velocity.x < 0 && travel.hits[0].body == far);
    const auto hit = OK(world.advance(near, {{10, 0}, {30, 0}}));
    CHECK(hit && hit->body == far && OK(world.get(near)).placement.at.x < 20);
}

void of_records() {
    World world = OK(World::create());
    const Shape circle = OK(Shape::circle(3));
    Recorder recorder = OK(Recorder::create());
    const Body body = OK(world.spawn(circle));
    for (int k = 0; k < 5; k++) {
        OK(world.set_position(body, k, 0));
        OK(recorder.step(world));
    }
    const Snapshot snapshot = OK(world.snapshot());
    CHECK(OK(snapshot.hash()) == OK(world.hash()) && OK(snapshot.steps()) == 5);
    const Snapshot again = OK(Snapshot::from_bytes(OK(snapshot.to_bytes())));
    OK(world.set_position(body, 50, 0));
    CHECK(OK(snapshot.hash()) != OK(world.hash()));
    World other = OK(World::create());
    OK(other.restore(again));
    OK(world.restore(snapshot));
    CHECK(OK(other.hash()) == OK(world.hash()) && OK(other.get(body)).placement.at.x == 4);
    auto bytes = OK(recorder.bytes());
    const Recording recording = OK(Recording::from_bytes(bytes)), same = OK(Recording::from_bytes(bytes));
    CHECK(OK(recording.size()) == 5 && OK(recording.cut()) == 0 && OK(recording.first_difference(same)).empty());
    Replay replay = OK(Replay::create(recording));
    CHECK(OK(replay.step())->number == 1 && OK(replay.size()) == 1);
    while (OK(replay.step())) {
    }
    CHECK(OK(replay.difference()).empty() && OK(replay.hash()) == OK(snapshot.hash()));
    World played = OK(std::move(replay).into_world());
    CHECK(OK(played.step()).number == 6 && replay.handle() == 0);
    REFUSED(refused, "", Recording::from_bytes({1, 2, 3}));
    REFUSED(refused, "", Snapshot::from_bytes({1, 2, 3}));
}

class Counting : public Painter {
public:
    int segments = 0, runs = 0, others = 0;
    const World* world = nullptr;
    void segment(const DrawnSegment&) override { segments += OK(world->size()) == 3 ? 1 : 100; }
    void pixels(const DrawnRun&) override { runs += 1; }
    void bounds(const DrawnBox&) override { others += 1; }
    void walls(const DrawnBox&) override { others += 10; }
    void margin(const DrawnBox&) override { others += 100; }
    void contact(const DrawnContact&) override { others += 1000; }
    void common(const DrawnCommon&) override { others += 10000; }
    void cell(const DrawnBox&) override { others += 100000; }
};

void of_drawing() {
    World world = OK(World::create(WorldOptions().bounds({0, 0}, {50, 50}).broad(Broad::grid)));
    const Mask mask = OK(Mask::from_texels(2, 2, {1, 1, 1, 1}));
    const Shape box = OK(Shape::box(2, 2));
    OK(world.spawn(BodyOptions(box).graze(2)));
    OK(world.spawn(mask));
    OK(world.spawn(mask));
    OK(world.step());
    Counting counting;
    counting.world = &world;
    OK(world.debug_draw(counting));
    CHECK(counting.segments == 4 && counting.runs == 4 && counting.others == 113);
    OK(world.debug_draw_hits(counting));
    CHECK(counting.others / 1000 > 10);
    OK(world.debug_draw_cells(counting));
    CHECK(counting.others > 100000);
#ifndef KASURI_NO_EXCEPTIONS
    class Throwing : public Painter {
        void segment(const DrawnSegment&) override { throw std::logic_error("no paint"); }
    } throwing;
    try {
        world.debug_draw(throwing);
        CHECK(false);
    } catch (const std::logic_error& error) {
        CHECK(std::string(error.what()) == "no paint");
    }
#endif
    CHECK(OK(world.step()).number == 2);
}

void of_misuse() {
    World world = OK(World::create()), other = OK(World::create());
    Shape circle = OK(Shape::circle(3));
    const Body body = OK(world.spawn(circle));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    REFUSED(refused, "NaN", world.set_position(body, nan, 0));
    REFUSED(refused, "NaN", Shape::circle(nan));
    REFUSED(refused, "scale", world.spawn(BodyOptions(circle).scale(0)));
    REFUSED(refused, "", world.spawn(BodyOptions(circle).graze(-1)));
    REFUSED(refused, "", World::create(WorldOptions().pixels_per_unit(0)));
    REFUSED(wrong_value, "", World::create(WorldOptions().axes(static_cast<Axes>(9))));
    REFUSED(stale_body, "", other.get(body));
    REFUSED(wrong_value, "bodies has 1 items, but at has 2", world.set_positions({body}, {Vec2{0, 0}, Vec2{1, 1}}));
    REFUSED(refused, "", Mask::from_texels(4, 4, {1, 2}));
    REFUSED(refused, "", Mask::empty(0, 1));
    REFUSED(null_pointer, "", world.region_index(body, nullptr));
    CHECK(OK(world.size()) == 1 && OK(world.get(body)).placement.at == Vec2{0, 0});

    const std::uint64_t number = circle.handle();
    Shape taken = std::move(circle);
    CHECK(taken.handle() == number && circle.handle() == 0);
    REFUSED(null_handle, "0 is no handle", world.spawn(circle));
    taken = OK(Shape::box(1, 1));
    const BodyOptions stale{Solid(OK(Shape::circle(1)))};
    REFUSED(stale_handle, "", world.spawn(stale));
    World moved = std::move(world);
    REFUSED(null_handle, "world: 0 is no handle", world.step());
    CHECK(OK(moved.step()).number == 1);
    Shape& itself = taken;
    taken = std::move(itself);
    CHECK(OK(moved.spawn(taken)) != body);
    const std::uint64_t freed = taken.release();
    CHECK(kasuri_free(freed) == KASURI_STATUS_OK);
    CHECK(kasuri_free(freed) == KASURI_STATUS_STALE_HANDLE);
}

// Every handle frees its object: there is room for a million at a time, and more than a million are made.
void of_leaks(int rounds) {
    Shape kept = OK(Shape::point());
    for (int k = 0; k < rounds; k++) {
        kept = OK(Shape::point());
        const Shape moved = std::move(kept);
        kept = OK(Shape::point());
    }
    CHECK(kept.handle() != 0);
}

}  // namespace

// The argument: how often the test of leaks makes objects; 600,000 times fills the library if they leak.
int main(int count, char** arguments) {
    of_spawns_and_hits();
    of_changes();
    of_questions();
    of_records();
    of_drawing();
    of_misuse();
    of_leaks(count > 1 ? std::atoi(arguments[1]) : 600000);
    return checked("worlds");
}
