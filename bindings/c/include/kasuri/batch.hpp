// Batches: many pairs at once, as columns. Part of kasuri.hpp.
#ifndef KASURI_BATCH_HPP
#define KASURI_BATCH_HPP

#include "mask.hpp"

namespace kasuri {
inline namespace KASURI_NAMESPACE {

/// One side of a batch: bodies of one kind, as columns of `double` or `float`, in pixels, +y down. All columns have the
/// same length. The poses own nothing: the columns and the solids must live until the call that uses them returns.
template <class Number>
class Poses {
    static_assert(std::is_same_v<Number, double> || std::is_same_v<Number, float>);
    using Column = Span<const Number>;

public:
    static Result<Poses> circles(Column x, Column y, Column radius) {
        Poses poses(KASURI_POSE_KIND_CIRCLES, x, y);
        poses.raw_.radius = radius.data();
        if (y.size() != x.size()) return unequal(x, "y", y.size());
        if (radius.size() != x.size()) return unequal(x, "radius", radius.size());
        return poses;
    }
    static Result<Poses> boxes(Column x, Column y, Column half_width, Column half_height, Column angle) {
        Poses poses(KASURI_POSE_KIND_BOXES, x, y);
        poses.raw_.half_width = half_width.data();
        poses.raw_.half_height = half_height.data();
        poses.raw_.angle = angle.data();
        if (y.size() != x.size()) return unequal(x, "y", y.size());
        if (half_width.size() != x.size()) return unequal(x, "half_width", half_width.size());
        if (half_height.size() != x.size()) return unequal(x, "half_height", half_height.size());
        if (angle.size() != x.size()) return unequal(x, "angle", angle.size());
        return poses;
    }
    /// For each body, `index` is that of its shape in `shapes`.
    static Result<Poses> shapes(Column x, Column y, Column angle, Span<const Solid> shapes, Span<const std::uint32_t> index) {
        return listed(KASURI_POSE_KIND_SHAPES, x, y, angle, shapes, index);
    }
    /// Each mask is turned around its middle.
    static Result<Poses> masks(Column x, Column y, Column angle, Span<const Solid> masks, Span<const std::uint32_t> index) {
        return listed(KASURI_POSE_KIND_MASKS, x, y, angle, masks, index);
    }
    /// The argument of kasuri.h.
    [[nodiscard]] const kasuri_poses& raw() const noexcept { return raw_; }

private:
    Poses(std::uint32_t kind, Column x, Column y) noexcept {
        raw_.kind = kind;
        raw_.number = std::is_same_v<Number, double> ? KASURI_NUMBER_DOUBLE : KASURI_NUMBER_FLOAT;
        raw_.count = x.size();
        raw_.x = x.data();
        raw_.y = y.data();
    }
    static Result<Poses> unequal(Column x, const char* name, std::size_t count) {
        return detail::unequal<Poses>("x", x.size(), name, count);
    }
    static Result<Poses> listed(std::uint32_t kind, Column x, Column y, Column angle, Span<const Solid> solids,
                                Span<const std::uint32_t> index) {
        static_assert(sizeof(Solid) == sizeof(kasuri_solid) && std::is_standard_layout_v<Solid>);
        Poses poses(kind, x, y);
        poses.raw_.angle = angle.data();
        poses.raw_.solids = reinterpret_cast<const kasuri_solid*>(solids.data());
        poses.raw_.solid_count = solids.size();
        poses.raw_.index = index.data();
        if (y.size() != x.size()) return unequal(x, "y", y.size());
        if (angle.size() != x.size()) return unequal(x, "angle", angle.size());
        if (index.size() != x.size()) return unequal(x, "index", index.size());
        return poses;
    }

    kasuri_poses raw_{};
};

/// Body k of one side is tested with body k of the other. `threads` of 0 means as many as the machine has.
namespace batch {

/// A bit for each pair, in words of 64, the first in the lowest bit: set if the two overlap.
template <class A, class B>
Result<List<std::uint64_t>> overlaps(const Poses<A>& a, const Poses<B>& b, Touching touching = Touching::counts,
                                     std::uint32_t threads = 0, List<std::uint64_t> into = {}) {
    return detail::listed(std::move(into), [&](auto... list) {
        return kasuri_batch_overlaps(&a.raw(), &b.raw(), detail::number(touching), threads, list...);
    });
}

/// The indices of the pairs that overlap, in order.
template <class A, class B>
Result<List<std::uint32_t>> hits(const Poses<A>& a, const Poses<B>& b, Touching touching = Touching::counts,
                                 std::uint32_t threads = 0, List<std::uint32_t> into = {}) {
    return detail::listed(std::move(into), [&](auto... list) {
        return kasuri_batch_hits(&a.raw(), &b.raw(), detail::number(touching), threads, list...);
    });
}

/// The separation of each pair.
template <class A, class B>
Result<List<Separation>> separations(const Poses<A>& a, const Poses<B>& b, Touching touching = Touching::counts,
                                     std::uint32_t threads = 0, List<Separation> into = {}) {
    return detail::listed(std::move(into), [&](auto... list) {
        return kasuri_batch_separations(&a.raw(), &b.raw(), detail::number(touching), threads, list...);
    });
}

}  // namespace batch
}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
