// The options of worlds and bodies, and placed solids. Part of kasuri.hpp.
#ifndef KASURI_OPTIONS_HPP
#define KASURI_OPTIONS_HPP

#include "shape.hpp"

namespace kasuri {
inline namespace KASURI_NAMESPACE {

/// The options of a new world. The default: +y down, one pixel per unit, no bounds, no rules, the CPU's threads.
class WorldOptions {
public:
    WorldOptions() noexcept { kasuri_world_def_default(&def_); }

    WorldOptions& axes(Axes value) noexcept {
        def_.axes = detail::number(value);
        return *this;
    }
    /// Whether a touch without depth is a hit.
    WorldOptions& touching(Touching value) noexcept {
        def_.touching = detail::number(value);
        return *this;
    }
    WorldOptions& broad(Broad value) noexcept {
        def_.broad = detail::number(value);
        return *this;
    }
    WorldOptions& backend(Backend value) noexcept {
        def_.backend = detail::number(value);
        return *this;
    }
    /// The threads for a large step; 0 for as many as the machine has.
    WorldOptions& threads(std::uint32_t count) noexcept {
        def_.threads = count;
        return *this;
    }
    WorldOptions& pixels_per_unit(double pixels) noexcept {
        def_.pixels_per_unit = pixels;
        return *this;
    }
    /// Two opposite corners: steps report the bodies that leave and enter the box between them.
    WorldOptions& bounds(Vec2 corner, Vec2 opposite) noexcept {
        def_.has_bounds = 1;
        def_.bounds[0] = corner;
        def_.bounds[1] = opposite;
        return *this;
    }
    /// Adds a rule for pairs of layers. The last rule that matches a pair applies.
    WorldOptions& rule(Rule effect, std::uint32_t a, std::uint32_t b) {
        rules_.push_back({detail::number(effect), a, b});
        return *this;
    }
    /// The argument of kasuri.h; it points into these options.
    [[nodiscard]] kasuri_world_def raw() const noexcept {
        kasuri_world_def def = def_;
        def.rules = rules_.data();
        def.rule_count = rules_.size();
        return def;
    }

private:
    kasuri_world_def def_;
    std::vector<kasuri_pair_rule> rules_;
};

/// The options of a new body. The default: at (0, 0), unturned, at scale 1, on layer 1, tested against all layers.
class BodyOptions {
public:
    BodyOptions(Appearance appearance) noexcept {
        kasuri_body_def_default(&def_);
        def_.appearance = appearance.handle();
    }
    template <class T, class = std::enable_if_t<std::is_base_of_v<Handle, T>>>
    BodyOptions(const T& appearance) noexcept : BodyOptions(Appearance(appearance)) {}

    BodyOptions& at(double x, double y) noexcept {
        def_.placement.at = {x, y};
        return *this;
    }
    BodyOptions& at(Vec2 place) noexcept { return at(place.x, place.y); }
    BodyOptions& angle(double radians) noexcept {
        def_.placement.angle = radians;
        return *this;
    }
    BodyOptions& scale(double x, double y) noexcept {
        def_.placement.scale = {x, y};
        return *this;
    }
    BodyOptions& scale(double both) noexcept { return scale(both, both); }
    BodyOptions& placement(const Placement& value) noexcept {
        def_.placement = value;
        return *this;
    }
    /// The origin of a sprite, in texels from the mask's top left corner; else the middle.
    BodyOptions& pivot(double x, double y) noexcept {
        def_.pivot = {x, y};
        return flag(KASURI_BODY_PIVOT);
    }
    /// The body stops only travels that hit a face of it that looks in this direction.
    BodyOptions& one_way(double x, double y) noexcept {
        def_.one_way = {x, y};
        return flag(KASURI_BODY_ONE_WAY);
    }
    /// The margin within which near misses are reported.
    BodyOptions& graze(double margin) noexcept {
        def_.graze = margin;
        return flag(KASURI_BODY_GRAZE);
    }
    /// The distance outside the world's bounds beyond which a step removes the body.
    BodyOptions& despawn_beyond(double margin) noexcept {
        def_.despawn_beyond = margin;
        return flag(KASURI_BODY_DESPAWN_BEYOND);
    }
    /// A number of the caller.
    BodyOptions& data(std::uint64_t number) noexcept {
        def_.data = number;
        return *this;
    }
    /// The number of next steps in which the body takes no hits.
    BodyOptions& invulnerable(std::uint64_t steps) noexcept {
        def_.invulnerable = steps;
        return *this;
    }
    BodyOptions& layers(Layers value) noexcept {
        def_.layers = value;
        return *this;
    }
    /// The layers that the body is on, a bit each.
    BodyOptions& layer(std::uint32_t bits) noexcept {
        def_.layers.layer = bits;
        return *this;
    }
    /// The layers that the body is tested against, a bit each.
    BodyOptions& against(std::uint32_t bits) noexcept {
        def_.layers.against = bits;
        return *this;
    }
    /// Two bodies of one group are no pair, whatever their layers say.
    BodyOptions& group(std::uint32_t number) noexcept {
        def_.layers.group = number;
        return *this;
    }
    BodyOptions& frame(std::uint32_t index) noexcept {
        def_.frame = index;
        return *this;
    }
    /// The number of steps after a hit in which the same two bodies do not hit again.
    BodyOptions& cooldown(std::uint32_t steps) noexcept {
        def_.cooldown = steps;
        return *this;
    }
    /// The number of other bodies that the body may hit.
    BodyOptions& max_hits(std::uint32_t hits) noexcept {
        def_.max_hits = hits;
        return flag(KASURI_BODY_MAX_HITS);
    }
    /// A step misses nothing along the body's motion, at any speed.
    BodyOptions& swept() noexcept { return flag(KASURI_BODY_SWEPT); }
    /// The body stops no travel.
    BodyOptions& sensor() noexcept { return flag(KASURI_BODY_SENSOR); }
    /// The argument of kasuri.h.
    [[nodiscard]] const kasuri_body_def& raw() const noexcept { return def_; }

private:
    BodyOptions& flag(std::uint32_t bit) noexcept {
        def_.flags |= bit;
        return *this;
    }

    kasuri_body_def def_;
};

/// A placed solid, without a world: in pixels, +y down. It does not own the solid.
class Placed {
public:
    Placed(Solid solid, Vec2 at, double angle = 0, Vec2 scale = {1, 1}) noexcept
        : placed_{solid.handle(), {at, angle, scale}, {0, 0}, 0} {}
    // A template, so that `{1, 2}` is a position.
    template <class P, class = std::enable_if_t<std::is_same_v<P, Placement>>>
    Placed(Solid solid, const P& placement) noexcept : placed_{solid.handle(), placement, {0, 0}, 0} {}
    /// The origin of a mask, in texels from its top left corner; else the middle.
    Placed& pivot(double x, double y) noexcept {
        placed_.pivot = {x, y};
        placed_.flags |= KASURI_LOOK_PIVOT;
        return *this;
    }
    /// The argument of kasuri.h.
    [[nodiscard]] const kasuri_placed& raw() const noexcept { return placed_; }

private:
    kasuri_placed placed_;
};

namespace detail {

// Arrays of options are arrays of their only field.
static_assert(sizeof(BodyOptions) == sizeof(kasuri_body_def) && std::is_standard_layout_v<BodyOptions>);
static_assert(sizeof(Placed) == sizeof(kasuri_placed) && std::is_standard_layout_v<Placed>);

inline const kasuri_body_def* raw(Span<const BodyOptions> options) noexcept {
    return reinterpret_cast<const kasuri_body_def*>(options.data());
}
inline const kasuri_placed* raw(Span<const Placed> placed) noexcept {
    return reinterpret_cast<const kasuri_placed*>(placed.data());
}

}  // namespace detail
}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
