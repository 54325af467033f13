// The plain types and the choices of kasuri.h. Part of kasuri.hpp.
#ifndef KASURI_TYPES_HPP
#define KASURI_TYPES_HPP

#include <functional>

#include "list.hpp"

// Comparisons of the plain structs, next to them so that the compiler finds them.
inline bool operator==(const kasuri_body& a, const kasuri_body& b) noexcept {
    return a.slot == b.slot && a.generation == b.generation;
}
inline bool operator!=(const kasuri_body& a, const kasuri_body& b) noexcept { return !(a == b); }
inline bool operator<(const kasuri_body& a, const kasuri_body& b) noexcept {
    return a.slot != b.slot ? a.slot < b.slot : a.generation < b.generation;
}
inline bool operator==(const kasuri_vec2& a, const kasuri_vec2& b) noexcept { return a.x == b.x && a.y == b.y; }
inline bool operator!=(const kasuri_vec2& a, const kasuri_vec2& b) noexcept { return !(a == b); }
inline bool operator==(const kasuri_pixel& a, const kasuri_pixel& b) noexcept { return a.x == b.x && a.y == b.y; }
inline bool operator!=(const kasuri_pixel& a, const kasuri_pixel& b) noexcept { return !(a == b); }

template <>
struct std::hash<kasuri_body> {
    std::size_t operator()(const kasuri_body& body) const noexcept {
        return std::hash<std::uint64_t>()(std::uint64_t{body.generation} << 32 | body.slot);
    }
};

namespace kasuri {
inline namespace KASURI_NAMESPACE {

// Plain data, as kasuri.h describes it.
using Vec2 = kasuri_vec2;
using Vec2f = kasuri_vec2f;
using Pixel = kasuri_pixel;
using PixelBox = kasuri_pixel_box;
using Piece = kasuri_piece;
using Layers = kasuri_layers;
using Body = kasuri_body;
using BodyState = kasuri_body_state;
using Step = kasuri_step;
using Hit = kasuri_hit;
using Report = kasuri_report;
using Common = kasuri_common;
using Contact = kasuri_contact;
using Overlap = kasuri_overlap;
using Distance = kasuri_distance;
using RayHit = kasuri_ray_hit;
using Neighbor = kasuri_neighbor;
using SweepHit = kasuri_sweep_hit;
using Cast = kasuri_cast;
using Meeting = kasuri_meeting;
using PlaceGrid = kasuri_place_grid;
using FreePose = kasuri_free_pose;
using Separation = kasuri_separation;
using Placement = kasuri_placement;
using FrameInfo = kasuri_frame_info;
using RegionInfo = kasuri_region_info;
using TagInfo = kasuri_tag_info;
using NamedValue = kasuri_named_value;
using DrawnSegment = kasuri_drawn_segment;
using DrawnRun = kasuri_drawn_run;
using DrawnBox = kasuri_drawn_box;
using DrawnContact = kasuri_drawn_contact;
using DrawnCommon = kasuri_drawn_common;

/// The direction of +y.
enum class Axes : std::uint32_t { y_down = KASURI_AXES_Y_DOWN, y_up = KASURI_AXES_Y_UP };
/// Whether a touch without depth is an overlap.
enum class Touching : std::uint32_t { counts = KASURI_TOUCHING_COUNTS, ignored = KASURI_TOUCHING_IGNORED };
/// The method that finds candidate pairs. Each gives the same answers.
enum class Broad : std::uint32_t {
    automatic = KASURI_BROAD_AUTO,
    grid = KASURI_BROAD_GRID,
    tree = KASURI_BROAD_TREE,
    brute = KASURI_BROAD_BRUTE,
};
/// The device that tests candidate pairs. Each gives the same answers.
enum class Backend : std::uint32_t {
    cpu = KASURI_BACKEND_CPU,
    gpu = KASURI_BACKEND_GPU,
    automatic = KASURI_BACKEND_AUTO,
};
/// The effect of a rule for two sets of layers.
enum class Rule : std::uint32_t {
    touching_counts = KASURI_RULE_TOUCHING_COUNTS,
    touching_ignored = KASURI_RULE_TOUCHING_IGNORED,
    rooted_circles = KASURI_RULE_ROOTED_CIRCLES,
};
/// Which adjacent texels belong to the same piece.
enum class Neighbours : std::uint32_t { four = KASURI_NEIGHBOURS_FOUR, eight = KASURI_NEIGHBOURS_EIGHT };
/// The lists of hits of a step.
enum class Hits : std::uint32_t {
    all = KASURI_HITS_ALL,
    began = KASURI_HITS_BEGAN,
    stayed = KASURI_HITS_STAYED,
    ended = KASURI_HITS_ENDED,
    grazes = KASURI_HITS_GRAZES,
};
/// The lists of bodies of a step.
enum class Told : std::uint32_t {
    left = KASURI_TOLD_LEFT,
    entered = KASURI_TOLD_ENTERED,
    despawned = KASURI_TOLD_DESPAWNED,
};
/// The kind of an overlap; it says which fields of `Overlap` are set.
enum class OverlapKind : std::uint32_t {
    none = KASURI_OVERLAP_KIND_NONE,
    sprite_sprite = KASURI_OVERLAP_KIND_SPRITE_SPRITE,
    sprite_shape = KASURI_OVERLAP_KIND_SPRITE_SHAPE,
    shape_shape = KASURI_OVERLAP_KIND_SHAPE_SHAPE,
    tiles = KASURI_OVERLAP_KIND_TILES,
};
/// The response of a body to a hit on another body.
enum class Response : std::uint32_t {
    stick = KASURI_RESPONSE_STICK,
    slide = KASURI_RESPONSE_SLIDE,
    bounce = KASURI_RESPONSE_BOUNCE,
};

[[nodiscard]] inline OverlapKind kind_of(const Overlap& overlap) noexcept { return static_cast<OverlapKind>(overlap.kind); }

/// Where a body or solid is.
[[nodiscard]] inline Placement placement(Vec2 at, double angle = 0, Vec2 scale = {1, 1}) noexcept { return {at, angle, scale}; }

/// The bodies that a query asks for: all, unless it is told otherwise.
class Filter {
public:
    /// Only bodies on one of these layers, a bit each.
    Filter& layers(std::uint32_t bits) noexcept {
        filter_.layers = bits;
        is_set_ = true;
        return *this;
    }
    /// Not this body.
    Filter& except(Body body) noexcept {
        filter_.except = body;
        is_set_ = true;
        return *this;
    }
    /// The argument of kasuri.h.
    [[nodiscard]] const kasuri_filter* raw() const noexcept { return is_set_ ? &filter_ : nullptr; }

private:
    kasuri_filter filter_ = {UINT32_MAX, {0, 0}};
    bool is_set_ = false;
};

namespace detail {

template <class E>
constexpr std::uint32_t number(E value) noexcept {
    return static_cast<std::uint32_t>(value);
}

}  // namespace detail

/// The library's version, such as "0.1.0".
inline Result<std::string> version() {
    return detail::text([](char* buffer, std::size_t capacity, std::size_t* length) { return kasuri_version(buffer, capacity, length); });
}

/// The library's ABI version: that of the header which came with it.
inline Result<std::uint32_t> abi_version() {
    std::uint32_t version = 0;
    const kasuri_status status = kasuri_abi_version(&version);
    return detail::result(status, version);
}

/// Is refused if the program was compiled with a header of another version. `World::create` asks it, too.
inline Result<void> check_abi() {
    return detail::result(
        kasuri_check_abi(KASURI_ABI_VERSION, sizeof(kasuri_world_def), sizeof(kasuri_body_def), sizeof(kasuri_hit)));
}

/// A velocity after a hit on a surface with this normal: the component against it is removed, and `restitution` of it is
/// added in the opposite direction.
inline Result<Vec2> deflected(Vec2 velocity, Vec2 normal, double restitution) {
    Vec2 to = {0, 0};
    const kasuri_status status = kasuri_deflected(velocity, normal, restitution, &to);
    return detail::result(status, to);
}

}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
