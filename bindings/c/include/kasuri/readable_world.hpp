// What can be asked of a world. Part of kasuri.hpp.
#ifndef KASURI_READABLE_WORLD_HPP
#define KASURI_READABLE_WORLD_HPP

#include "draw.hpp"
#include "fits.hpp"

namespace kasuri {
inline namespace KASURI_NAMESPACE {

/// What a world answers: a `World`, or the world of a `Replay`. Lists take a list whose memory is used again.
class ReadableWorld : public Handle {
public:
    /// The number of bodies.
    [[nodiscard]] Result<std::size_t> size() const {
        std::size_t count = 0;
        const kasuri_status status = kasuri_world_len(handle(), &count);
        return detail::result(status, count);
    }
    /// All bodies, in order of spawn.
    [[nodiscard]] Result<List<Body>> bodies(List<Body> into = {}) const {
        return listed(std::move(into), [&](auto... list) { return kasuri_world_bodies(handle(), list...); });
    }
    /// The number of steps that the world has made.
    [[nodiscard]] Result<std::uint64_t> steps() const {
        std::uint64_t steps = 0;
        const kasuri_status status = kasuri_world_steps(handle(), &steps);
        return detail::result(status, steps);
    }
    /// The hash of everything that the world's answers depend on: the same on every machine.
    [[nodiscard]] Result<std::uint64_t> hash() const {
        std::uint64_t hash = 0;
        const kasuri_status status = kasuri_world_hash(handle(), &hash);
        return detail::result(status, hash);
    }
    /// A position in the world's units and axes, in pixels, +y down.
    [[nodiscard]] Result<Vec2> pixels_of(Vec2 place) const {
        Vec2 pixels = {0, 0};
        const kasuri_status status = kasuri_world_pixels_of(handle(), place.x, place.y, &pixels);
        return detail::result(status, pixels);
    }
    /// A position in pixels, in the world's units and axes.
    [[nodiscard]] Result<Vec2> place_of(Vec2 pixels) const {
        Vec2 place = {0, 0};
        const kasuri_status status = kasuri_world_place_of(handle(), pixels.x, pixels.y, &place);
        return detail::result(status, place);
    }

    /// Whether a body still exists.
    [[nodiscard]] Result<bool> contains(Body body) const {
        bool contains = false;
        const kasuri_status status = kasuri_world_contains(handle(), body, &contains);
        return detail::result(status, contains);
    }
    /// The state of a body.
    [[nodiscard]] Result<BodyState> get(Body body) const {
        BodyState state{};
        const kasuri_status status = kasuri_world_get(handle(), body, &state);
        return detail::result(status, state);
    }
    /// Writes the positions of bodies; `at` is as long as `bodies`.
    Result<void> positions(Span<const Body> bodies, Span<Vec2> at) const {
        if (bodies.size() != at.size()) return detail::unequal<void>("bodies", bodies.size(), "at", at.size());
        return detail::result(kasuri_world_positions(handle(), bodies.data(), bodies.size(), at.data()));
    }
    /// Writes the positions, angles and scales of bodies; `placements` is as long as `bodies`.
    Result<void> placements(Span<const Body> bodies, Span<Placement> placements) const {
        if (bodies.size() != placements.size()) {
            return detail::unequal<void>("bodies", bodies.size(), "placements", placements.size());
        }
        return detail::result(kasuri_world_placements(handle(), bodies.data(), bodies.size(), placements.data()));
    }
    /// The index by which hits report a region of a body.
    [[nodiscard]] Result<std::uint8_t> region_index(Body body, const char* name) const {
        std::uint8_t index = 0;
        const kasuri_status status = kasuri_world_region_index(handle(), body, name, &index);
        return detail::result(status, index);
    }
    /// The name of a region by its index in hits.
    [[nodiscard]] Result<std::string> region_name(Body body, std::uint8_t index) const {
        return detail::text([&](auto... text) { return kasuri_world_region_name(handle(), body, index, text...); });
    }

    /// Hits of the last step.
    [[nodiscard]] Result<List<Hit>> hits(Hits which = Hits::all, List<Hit> into = {}) const {
        return listed(std::move(into),
                      [&](auto... list) { return kasuri_world_hits(handle(), detail::number(which), list...); });
    }
    /// The hits of the last step between two sets of layers; the body on the layers `a` is first.
    [[nodiscard]] Result<List<Hit>> hits_between(std::uint32_t a, std::uint32_t b, List<Hit> into = {}) const {
        return listed(std::move(into), [&](auto... list) { return kasuri_world_hits_between(handle(), a, b, list...); });
    }
    /// Bodies that the last step reported.
    [[nodiscard]] Result<List<Body>> told(Told which, List<Body> into = {}) const {
        return listed(std::move(into),
                      [&](auto... list) { return kasuri_world_told(handle(), detail::number(which), list...); });
    }
    /// The time and the amounts of the last step.
    [[nodiscard]] Result<Report> report() const {
        Report report{};
        const kasuri_status status = kasuri_world_report(handle(), &report);
        return detail::result(status, report);
    }

    /// How the two bodies of a hit overlap.
    [[nodiscard]] Result<Overlap> overlap(const Hit& hit) const {
        Overlap overlap{};
        const kasuri_status status = kasuri_world_overlap(handle(), &hit, &overlap);
        return detail::result(status, overlap);
    }
    /// The cells of a tile map that the other body of a hit overlaps, row by row.
    [[nodiscard]] Result<List<Pixel>> overlap_cells(const Hit& hit, List<Pixel> into = {}) const {
        return listed(std::move(into), [&](auto... list) { return kasuri_world_overlap_cells(handle(), &hit, list...); });
    }
    /// How the two bodies of a hit touch; nothing if they do not overlap any more.
    [[nodiscard]] Result<std::optional<Contact>> contact(const Hit& hit) const {
        Contact contact{};
        bool found = false;
        const kasuri_status status = kasuri_world_contact(handle(), &hit, &contact, &found);
        return detail::found(status, contact, found);
    }
    /// The pixels that the two sprites of a hit have in common, row by row.
    [[nodiscard]] Result<List<Pixel>> common_pixels(const Hit& hit, List<Pixel> into = {}) const {
        return listed(std::move(into), [&](auto... list) { return kasuri_world_common_pixels(handle(), &hit, list...); });
    }
    /// The distance of two bodies, and their closest points; nothing if one of them covers nothing.
    [[nodiscard]] Result<std::optional<Distance>> distance(Body a, Body b) const {
        Distance distance{};
        bool found = false;
        const kasuri_status status = kasuri_world_distance(handle(), a, b, &distance, &found);
        return detail::found(status, distance, found);
    }
    /// The points where the outlines of two bodies cross.
    [[nodiscard]] Result<List<Vec2>> crossings(Body a, Body b, List<Vec2> into = {}) const {
        return listed(std::move(into), [&](auto... list) { return kasuri_world_crossings(handle(), a, b, list...); });
    }

    /// The bodies that contain a point, in order of spawn.
    [[nodiscard]] Result<List<Body>> at_point(Vec2 point, const Filter& filter = {}, List<Body> into = {}) const {
        return listed(std::move(into), [&](auto... list) {
            return kasuri_world_at_point(handle(), point.x, point.y, filter.raw(), list...);
        });
    }
    /// The bodies that overlap a box, given by two opposite corners.
    [[nodiscard]] Result<List<Body>> in_box(Vec2 corner, Vec2 opposite, const Filter& filter = {}, List<Body> into = {}) const {
        return listed(std::move(into),
                      [&](auto... list) { return kasuri_world_in_box(handle(), corner, opposite, filter.raw(), list...); });
    }
    /// The bodies that overlap a circle.
    [[nodiscard]] Result<List<Body>> in_circle(Vec2 centre, double r, const Filter& filter = {}, List<Body> into = {}) const {
        return listed(std::move(into),
                      [&](auto... list) { return kasuri_world_in_circle(handle(), centre, r, filter.raw(), list...); });
    }
    /// The bodies that overlap a cone: from its apex in `direction`, `half_angle` wide to each side, `reach` long.
    [[nodiscard]] Result<List<Body>> in_cone(Vec2 apex, double direction, double half_angle, double reach,
                                             const Filter& filter = {}, List<Body> into = {}) const {
        return listed(std::move(into), [&](auto... list) {
            return kasuri_world_in_cone(handle(), apex, direction, half_angle, reach, filter.raw(), list...);
        });
    }
    /// The bodies that overlap a placed solid.
    [[nodiscard]] Result<List<Body>> overlapping(Solid solid, const Placement& placement, const Filter& filter = {},
                                                 List<Body> into = {}) const {
        return listed(std::move(into), [&](auto... list) {
            return kasuri_world_overlapping(handle(), solid.handle(), &placement, filter.raw(), list...);
        });
    }
    /// The first body that a segment hits.
    [[nodiscard]] Result<std::optional<RayHit>> first_on_ray(Vec2 from, Vec2 to, const Filter& filter = {}) const {
        RayHit hit{};
        bool found = false;
        const kasuri_status status = kasuri_world_first_on_ray(handle(), from, to, filter.raw(), &hit, &found);
        return detail::found(status, hit, found);
    }
    /// Every body that a segment hits, in order along it.
    [[nodiscard]] Result<List<RayHit>> along_ray(Vec2 from, Vec2 to, const Filter& filter = {}, List<RayHit> into = {}) const {
        return listed(std::move(into),
                      [&](auto... list) { return kasuri_world_along_ray(handle(), from, to, filter.raw(), list...); });
    }
    /// The `most` bodies nearest to a position, the nearest first.
    [[nodiscard]] Result<List<Neighbor>> nearest(Vec2 place, std::size_t most, const Filter& filter = {},
                                                 List<Neighbor> into = {}) const {
        return listed(std::move(into), [&](auto... list) {
            return kasuri_world_nearest(handle(), place.x, place.y, most, filter.raw(), list...);
        });
    }
    /// The first hit of a body on its motion to `to` while the others do not move. Nothing moves.
    [[nodiscard]] Result<std::optional<SweepHit>> sweep(Body body, Vec2 to) const {
        SweepHit hit{};
        bool found = false;
        const kasuri_status status = kasuri_world_sweep(handle(), body, to, &hit, &found);
        return detail::found(status, hit, found);
    }
    /// The same for a solid that is not a body, from its placement on.
    [[nodiscard]] Result<std::optional<SweepHit>> sweep(Solid solid, const Placement& placement, Vec2 to,
                                                        const Filter& filter = {}) const {
        SweepHit hit{};
        bool found = false;
        const kasuri_status status =
            kasuri_world_sweep_solid(handle(), solid.handle(), &placement, to, filter.raw(), &hit, &found);
        return detail::found(status, hit, found);
    }

    /// Where a body with these options would fit. It is not in the world; its position and angle do not matter.
    [[nodiscard]] Result<Fits> fits(const BodyOptions& body, Span<const double> angles, const PlaceGrid& places,
                                    const Filter& filter = {}) const {
        return detail::fits(places, [&](auto... list) {
            return kasuri_world_fits(handle(), &body.raw(), angles.data(), angles.size(), &places, filter.raw(), list...);
        });
    }
    /// At how many positions and angles it would fit.
    [[nodiscard]] Result<std::uint64_t> count_fits(const BodyOptions& body, Span<const double> angles, const PlaceGrid& places,
                                                   const Filter& filter = {}) const {
        std::uint64_t fits = 0;
        const kasuri_status status = kasuri_world_count_fits(handle(), &body.raw(), angles.data(), angles.size(), &places,
                                                             filter.raw(), &fits);
        return detail::result(status, fits);
    }
    /// The first pose at which it would fit, in order of angle, row and column.
    [[nodiscard]] Result<std::optional<FreePose>> first_fit(const BodyOptions& body, Span<const double> angles,
                                                            const PlaceGrid& places, const Filter& filter = {}) const {
        return detail::free_pose([&](auto... pose) {
            return kasuri_world_first_fit(handle(), &body.raw(), angles.data(), angles.size(), &places, filter.raw(), pose...);
        });
    }
    /// The pose nearest to a position at which it would fit.
    [[nodiscard]] Result<std::optional<FreePose>> nearest_fit(const BodyOptions& body, Span<const double> angles,
                                                              const PlaceGrid& places, Vec2 to,
                                                              const Filter& filter = {}) const {
        return detail::free_pose([&](auto... pose) {
            return kasuri_world_nearest_fit(handle(), &body.raw(), angles.data(), angles.size(), &places, filter.raw(), to,
                                            pose...);
        });
    }

    /// Draws the bodies, in order of spawn, and the world's bounds.
    Result<void> debug_draw(Painter& painter) const {
        return detail::Canvas(painter).draw([&](auto* draw) { return kasuri_world_debug_draw(handle(), draw); });
    }
    /// Draws what the last step found: contacts and common pixels.
    Result<void> debug_draw_hits(Painter& painter) const {
        return detail::Canvas(painter).draw([&](auto* draw) { return kasuri_world_debug_draw_hits(handle(), draw); });
    }
    /// Draws how the broad phase divided the world in the last step.
    Result<void> debug_draw_cells(Painter& painter) const {
        return detail::Canvas(painter).draw([&](auto* draw) { return kasuri_world_debug_draw_cells(handle(), draw); });
    }

protected:
    using Handle::Handle;
    ReadableWorld(ReadableWorld&&) noexcept = default;
    ReadableWorld& operator=(ReadableWorld&&) noexcept = default;
    ~ReadableWorld() = default;

    template <class T, class Write>
    static Result<List<T>> listed(List<T> into, const Write& write) {
        return detail::listed(std::move(into), write);
    }
};

}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
