// Worlds and their snapshots. Part of kasuri.hpp.
#ifndef KASURI_WORLD_HPP
#define KASURI_WORLD_HPP

#include <array>

#include "readable_world.hpp"

namespace kasuri {
inline namespace KASURI_NAMESPACE {

/// A saved state of a world.
class Snapshot : public Handle {
public:
    /// Of the bytes that `to_bytes` wrote. Damaged bytes are refused.
    static Result<Snapshot> from_bytes(Span<const std::uint8_t> bytes) {
        kasuri_snapshot handle = 0;
        const kasuri_status status = kasuri_snapshot_from_bytes(bytes.data(), bytes.size(), &handle);
        return detail::made<Snapshot>(status, handle);
    }
    /// The hash of the world of the snapshot.
    [[nodiscard]] Result<std::uint64_t> hash() const {
        std::uint64_t hash = 0;
        const kasuri_status status = kasuri_snapshot_hash(handle(), &hash);
        return detail::result(status, hash);
    }
    /// The number of steps that the world had made.
    [[nodiscard]] Result<std::uint64_t> steps() const {
        std::uint64_t steps = 0;
        const kasuri_status status = kasuri_snapshot_steps(handle(), &steps);
        return detail::result(status, steps);
    }
    /// Bytes that any machine can read.
    [[nodiscard]] Result<List<std::uint8_t>> to_bytes(List<std::uint8_t> into = {}) const {
        return detail::listed(std::move(into), [&](auto... list) { return kasuri_snapshot_to_bytes(handle(), list...); });
    }
    /// Takes over an object of kasuri.h.
    [[nodiscard]] static Snapshot adopt(kasuri_snapshot handle) noexcept { return Snapshot(handle); }

private:
    using Handle::Handle;
};

/// A body after a travel.
struct Travel {
    Vec2 at;
    /// The motion, redirected and slowed by the hits.
    Vec2 velocity;
    List<SweepHit> hits;
};

/// A world of bodies. Changes of many bodies change all of them, or none if one is refused.
class World : public ReadableWorld {
public:
    /// A world without bodies.
    static Result<World> create(const WorldOptions& options = {}) {
        kasuri_world handle = 0;
        kasuri_status status =
            kasuri_check_abi(KASURI_ABI_VERSION, sizeof(kasuri_world_def), sizeof(kasuri_body_def), sizeof(kasuri_hit));
        const kasuri_world_def def = options.raw();
        if (status == KASURI_STATUS_OK) status = kasuri_world_new(&def, &handle);
        return detail::made<World>(status, handle);
    }
    /// Takes over an object of kasuri.h.
    [[nodiscard]] static World adopt(kasuri_world handle) noexcept { return World(handle); }

    /// Spawns a body, the last in the order of spawn.
    Result<Body> spawn(const BodyOptions& options) {
        Body body = {0, 0};
        const kasuri_status status = kasuri_world_spawn(handle(), &options.raw(), &body);
        return detail::result(status, body);
    }
    /// Spawns many bodies, in order.
    Result<List<Body>> spawn_many(Span<const BodyOptions> options, List<Body> into = {}) {
        if (into.capacity() < options.size()) into = List<Body>(options.size());
        return listed(std::move(into), [&](Body* bodies, std::size_t, std::size_t* count) {
            *count = options.size();
            return kasuri_world_spawn_many(handle(), detail::raw(options), options.size(), bodies);
        });
    }
    /// Removes a body. The next step reports the end of its contacts.
    Result<void> remove(Body body) { return done(kasuri_world_remove(handle(), body)); }
    Result<void> remove_many(Span<const Body> bodies) {
        return done(kasuri_world_remove_many(handle(), bodies.data(), bodies.size()));
    }
    /// Removes every body that overlaps a placed solid, as a bomb does, and lists the removed bodies in order.
    Result<List<Body>> remove_overlapping(Solid solid, const Placement& placement, const Filter& filter = {},
                                          List<Body> into = {}) {
        return listed(std::move(into), [&](auto... list) {
            return kasuri_world_remove_overlapping(handle(), solid.handle(), &placement, filter.raw(), list...);
        });
    }
    /// Removes every body.
    Result<void> clear() { return done(kasuri_world_clear(handle())); }

    /// Makes a step: finds all overlaps, applies the rules, and keeps the results until the next step.
    Result<Step> step() {
        Step step{};
        const kasuri_status status = kasuri_world_step(handle(), &step);
        return detail::result(status, step);
    }

    Result<void> set_position(Body body, double x, double y) { return done(kasuri_world_set_position(handle(), body, x, y)); }
    Result<void> set_position(Body body, Vec2 at) { return set_position(body, at.x, at.y); }
    Result<void> set_positions(Span<const Body> bodies, Span<const Vec2> at) {
        return many(bodies, "at", at, kasuri_world_set_positions);
    }
    /// The same with positions in single precision, as engines store them.
    Result<void> set_positions_float(Span<const Body> bodies, Span<const Vec2f> at) {
        return many(bodies, "at", at, kasuri_world_set_positions_float);
    }
    /// Moves a body without a path in between: a swept body hits nothing there.
    Result<void> teleport(Body body, double x, double y) { return done(kasuri_world_teleport(handle(), body, x, y)); }
    Result<void> teleport(Body body, Vec2 at) { return teleport(body, at.x, at.y); }
    Result<void> teleport_many(Span<const Body> bodies, Span<const Vec2> at) {
        return many(bodies, "at", at, kasuri_world_teleport_many);
    }
    /// In radians.
    Result<void> set_angle(Body body, double angle) { return done(kasuri_world_set_angle(handle(), body, angle)); }
    Result<void> set_angles(Span<const Body> bodies, Span<const double> angles) {
        return many(bodies, "angles", angles, kasuri_world_set_angles);
    }
    /// A negative factor mirrors the body.
    Result<void> set_scale(Body body, double x, double y) { return done(kasuri_world_set_scale(handle(), body, x, y)); }
    Result<void> set_scales(Span<const Body> bodies, Span<const Vec2> scales) {
        return many(bodies, "scales", scales, kasuri_world_set_scales);
    }
    Result<void> set_frame(Body body, std::uint32_t frame) { return done(kasuri_world_set_frame(handle(), body, frame)); }
    Result<void> set_frames(Span<const Body> bodies, Span<const std::uint32_t> frames) {
        return many(bodies, "frames", frames, kasuri_world_set_frames);
    }
    Result<void> set_placements(Span<const Body> bodies, Span<const Placement> placements) {
        return many(bodies, "placements", placements, kasuri_world_set_placements);
    }
    /// Moves the points of a chain (a curved laser); its radius does not change.
    Result<void> set_chain(Body body, Span<const Vec2> points) {
        return done(kasuri_world_set_chain(handle(), body, points.data(), points.size()));
    }
    /// `points` has those of the first chain, then those of the second, and so on.
    Result<void> set_chains(Span<const Body> bodies, Span<const Vec2> points) {
        return done(kasuri_world_set_chains(handle(), bodies.data(), bodies.size(), points.data(), points.size()));
    }
    /// Of a circle, a capsule or a chain.
    Result<void> set_radius(Body body, double r) { return done(kasuri_world_set_radius(handle(), body, r)); }
    Result<void> set_radii(Span<const Body> bodies, Span<const double> radii) {
        return many(bodies, "radii", radii, kasuri_world_set_radii);
    }
    /// Changes the shape; regions do not change.
    Result<void> set_shape(Body body, const Shape& shape) {
        return done(kasuri_world_set_shape(handle(), body, shape.handle()));
    }
    /// Changes the mask, for example after a carve; pivot and regions do not change.
    Result<void> set_mask(Body body, const Mask& mask) { return done(kasuri_world_set_mask(handle(), body, mask.handle())); }
    Result<void> set_look(Body body, Appearance look) { return done(kasuri_world_set_look(handle(), body, look.handle())); }
    Result<void> set_layers(Body body, Layers layers) { return done(kasuri_world_set_layers(handle(), body, layers)); }
    /// 0 takes the body out of its group.
    Result<void> set_group(Body body, std::uint32_t group) { return done(kasuri_world_set_group(handle(), body, group)); }
    Result<void> set_sensor(Body body, bool is) { return done(kasuri_world_set_sensor(handle(), body, is ? 1 : 0)); }
    /// The direction of the faces that stop travels; with nothing all faces do.
    Result<void> set_one_way(Body body, std::optional<Vec2> direction) {
        const Vec2 to = direction.value_or(Vec2{0, 0});
        return done(kasuri_world_set_one_way(handle(), body, direction ? 1 : 0, to.x, to.y));
    }
    /// Gives a body a region in all its frames; a region of the same name is replaced.
    Result<void> set_region(Body body, const Region& region) {
        const kasuri_region raw = region.raw();
        return done(kasuri_world_set_region(handle(), body, &raw));
    }
    Result<void> remove_region(Body body, const char* name) {
        return done(kasuri_world_remove_region(handle(), body, name));
    }
    /// The margin within which near misses are reported; with nothing none are.
    Result<void> set_graze(Body body, std::optional<double> margin) {
        return done(kasuri_world_set_graze(handle(), body, margin ? 1 : 0, margin.value_or(0)));
    }
    /// The body takes no hits in the next `steps` steps.
    Result<void> set_invulnerable(Body body, std::uint64_t steps) {
        return done(kasuri_world_set_invulnerable(handle(), body, steps));
    }
    /// The number of steps after a hit in which the same two bodies do not hit again.
    Result<void> set_cooldown(Body body, std::uint32_t steps) {
        return done(kasuri_world_set_cooldown(handle(), body, steps));
    }
    /// The number of other bodies that the body may hit from now on; with nothing there is no limit.
    Result<void> set_max_hits(Body body, std::optional<std::uint32_t> hits) {
        return done(kasuri_world_set_max_hits(handle(), body, hits ? 1 : 0, hits.value_or(0)));
    }
    /// The distance outside the bounds beyond which the body is removed; with nothing it stays.
    Result<void> set_despawn_beyond(Body body, std::optional<double> margin) {
        return done(kasuri_world_set_despawn_beyond(handle(), body, margin ? 1 : 0, margin.value_or(0)));
    }
    Result<void> set_data(Body body, std::uint64_t data) { return done(kasuri_world_set_data(handle(), body, data)); }
    /// From the next step on.
    Result<void> set_swept(Body body, bool is) { return done(kasuri_world_set_swept(handle(), body, is ? 1 : 0)); }
    Result<void> set_backend(Backend backend) { return done(kasuri_world_set_backend(handle(), detail::number(backend))); }

    /// Moves the two bodies of a hit apart, the first by `share` of the distance. Returns how far each was moved; nothing if
    /// they are already apart.
    Result<std::optional<std::array<Vec2, 2>>> push_apart(const Hit& hit, double share) {
        std::array<Vec2, 2> moved{};
        bool found = false;
        const kasuri_status status = kasuri_world_push_apart(handle(), &hit, share, moved.data(), &found);
        return detail::found(status, moved, found);
    }
    /// Moves a body along a path up to its first hit, and leaves it there.
    Result<std::optional<SweepHit>> advance(Body body, Span<const Vec2> path) {
        SweepHit hit{};
        bool found = false;
        const kasuri_status status = kasuri_world_advance(handle(), body, path.data(), path.size(), &hit, &found);
        return detail::found(status, hit, found);
    }
    /// Moves a body by a vector and applies `response` at each of its hits, of which there are at most 16.
    Result<Travel> travel(Body body, Vec2 by, Response response, double restitution = 0, List<SweepHit> into = {}) {
        if (into.capacity() < 16) into = List<SweepHit>(16);
        kasuri_travel travel{};
        const kasuri_status status = into.fill([&](auto... list) {
            return kasuri_world_travel(handle(), body, by, detail::number(response), restitution, &travel, list...);
        });
        return detail::result(status, Travel{travel.at, travel.velocity, std::move(into)});
    }

    /// Saves the present state. Masks are shared with the world, not copied.
    [[nodiscard]] Result<Snapshot> snapshot() const {
        kasuri_snapshot snapshot = 0;
        const kasuri_status status = kasuri_world_snapshot(handle(), &snapshot);
        return detail::made<Snapshot>(status, snapshot);
    }
    /// Restores a state: from here the world continues identically, including the handles of its bodies.
    Result<void> restore(const Snapshot& snapshot) { return done(kasuri_world_restore(handle(), snapshot.handle())); }

private:
    using ReadableWorld::ReadableWorld;

    static Result<void> done(kasuri_status status) { return detail::result(status); }

    template <class T, class Call>
    Result<void> many(Span<const Body> bodies, const char* name, Span<const T> values, const Call& call) {
        if (bodies.size() != values.size()) {
            return detail::unequal<void>("bodies", bodies.size(), name, values.size());
        }
        return done(call(handle(), bodies.data(), values.data(), bodies.size()));
    }
};

}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
