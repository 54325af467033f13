// Questions about placed solids, without a world. Part of kasuri.hpp.
#ifndef KASURI_QUERY_HPP
#define KASURI_QUERY_HPP

#include "fits.hpp"

namespace kasuri {
inline namespace KASURI_NAMESPACE {
namespace query {

/// Whether two solids overlap.
inline Result<bool> overlaps(const Placed& a, const Placed& b, Touching touching = Touching::counts) {
    bool overlaps = false;
    const kasuri_status status = kasuri_query_overlaps(&a.raw(), &b.raw(), detail::number(touching), &overlaps);
    return detail::result(status, overlaps);
}

/// How two solids overlap.
inline Result<Overlap> overlap(const Placed& a, const Placed& b, Touching touching = Touching::counts) {
    Overlap overlap{};
    const kasuri_status status = kasuri_query_overlap(&a.raw(), &b.raw(), detail::number(touching), &overlap);
    return detail::result(status, overlap);
}

/// The cells of a tile map that a solid overlaps, row by row.
inline Result<List<Pixel>> overlap_cells(const Placed& a, const Placed& b, Touching touching = Touching::counts,
                                         List<Pixel> into = {}) {
    return detail::listed(std::move(into), [&](auto... list) {
        return kasuri_query_overlap_cells(&a.raw(), &b.raw(), detail::number(touching), list...);
    });
}

/// How two solids touch; nothing if they do not overlap.
inline Result<std::optional<Contact>> contact(const Placed& a, const Placed& b, Touching touching = Touching::counts) {
    Contact contact{};
    bool found = false;
    const kasuri_status status = kasuri_query_contact(&a.raw(), &b.raw(), detail::number(touching), &contact, &found);
    return detail::found(status, contact, found);
}

/// The distance of two solids, and their closest points; nothing if one of them covers nothing.
inline Result<std::optional<Distance>> distance(const Placed& a, const Placed& b) {
    Distance distance{};
    bool found = false;
    const kasuri_status status = kasuri_query_distance(&a.raw(), &b.raw(), &distance, &found);
    return detail::found(status, distance, found);
}

/// The pixels that two masks have in common, row by row.
inline Result<List<Pixel>> common_pixels(const Placed& a, const Placed& b, List<Pixel> into = {}) {
    return detail::listed(std::move(into),
                          [&](auto... list) { return kasuri_query_common_pixels(&a.raw(), &b.raw(), list...); });
}

/// The points where the outlines of two solids cross.
inline Result<List<Vec2>> crossings(const Placed& a, const Placed& b, List<Vec2> into = {}) {
    return detail::listed(std::move(into), [&](auto... list) { return kasuri_query_crossings(&a.raw(), &b.raw(), list...); });
}

/// Whether a solid contains a point.
inline Result<bool> contains(const Placed& a, Vec2 point) {
    bool contains = false;
    const kasuri_status status = kasuri_query_contains(&a.raw(), point.x, point.y, &contains);
    return detail::result(status, contains);
}

/// The first hit of a segment on a solid.
inline Result<std::optional<Cast>> cast(const Placed& a, Vec2 from, Vec2 to) {
    Cast hit{};
    bool found = false;
    const kasuri_status status = kasuri_query_cast(&a.raw(), from, to, &hit, &found);
    return detail::found(status, hit, found);
}

/// The first overlap of two solids while `a` moves to `a_to`, and `b` to `b_to`.
inline Result<std::optional<Meeting>> sweep(const Placed& a, Vec2 a_to, const Placed& b, Vec2 b_to) {
    Meeting meeting{};
    bool found = false;
    const kasuri_status status = kasuri_query_sweep(&a.raw(), a_to, &b.raw(), b_to, &meeting, &found);
    return detail::found(status, meeting, found);
}

/// Where a solid would fit among others. `poses` has it once for each angle; their positions do not matter.
inline Result<Fits> fits(Span<const Placed> poses, Span<const Placed> bodies, const PlaceGrid& places,
                         Touching touching = Touching::counts) {
    return detail::fits(places, [&](auto... list) {
        return kasuri_query_fits(detail::raw(poses), poses.size(), detail::raw(bodies), bodies.size(), &places,
                                 detail::number(touching), list...);
    });
}

/// At how many positions and angles a solid would fit among others.
inline Result<std::uint64_t> count_fits(Span<const Placed> poses, Span<const Placed> bodies, const PlaceGrid& places,
                                        Touching touching = Touching::counts) {
    std::uint64_t fits = 0;
    const kasuri_status status = kasuri_query_count_fits(detail::raw(poses), poses.size(), detail::raw(bodies),
                                                         bodies.size(), &places, detail::number(touching), &fits);
    return detail::result(status, fits);
}

/// The first pose at which a solid would fit among others.
inline Result<std::optional<FreePose>> first_fit(Span<const Placed> poses, Span<const Placed> bodies, const PlaceGrid& places,
                                                 Touching touching = Touching::counts) {
    return detail::free_pose([&](auto... pose) {
        return kasuri_query_first_fit(detail::raw(poses), poses.size(), detail::raw(bodies), bodies.size(), &places,
                                      detail::number(touching), pose...);
    });
}

/// The pose nearest to a position at which a solid would fit among others.
inline Result<std::optional<FreePose>> nearest_fit(Span<const Placed> poses, Span<const Placed> bodies,
                                                   const PlaceGrid& places, Vec2 to, Touching touching = Touching::counts) {
    return detail::free_pose([&](auto... pose) {
        return kasuri_query_nearest_fit(detail::raw(poses), poses.size(), detail::raw(bodies), bodies.size(), &places,
                                        detail::number(touching), to, pose...);
    });
}

}  // namespace query
}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
