// Masks: one bit per texel. Part of kasuri.hpp.
#ifndef KASURI_MASK_HPP
#define KASURI_MASK_HPP

#include "options.hpp"

namespace kasuri {
inline namespace KASURI_NAMESPACE {

/// Which pixels of a picture are solid.
class Opaque {
public:
    /// Pixels whose alpha is at least this.
    static Opaque alpha(std::uint8_t least = 128) noexcept { return Opaque({KASURI_OPAQUE_KIND_ALPHA, least, {0, 0, 0}}); }
    /// Pixels of another colour than this.
    static Opaque key(std::uint8_t red, std::uint8_t green, std::uint8_t blue) noexcept {
        return Opaque({KASURI_OPAQUE_KIND_KEY, 0, {red, green, blue}});
    }
    /// The argument of kasuri.h.
    [[nodiscard]] const kasuri_opaque& raw() const noexcept { return opaque_; }

private:
    explicit Opaque(const kasuri_opaque& opaque) noexcept : opaque_(opaque) {}
    kasuri_opaque opaque_;
};

/// Polygons: the vertices of all, and where each ends in them.
struct Rings {
    List<Vec2> vertices;
    List<std::uint32_t> ends;

    [[nodiscard]] std::size_t size() const noexcept { return ends.size(); }
    [[nodiscard]] Span<const Vec2> operator[](std::size_t index) const {
        const std::size_t start = index == 0 ? 0 : ends[index - 1];
        return {vertices.data() + start, ends[index] - start};
    }
};

/// A mask. Offsets x, y of a second mask are where its top left texel is in this one.
class Mask : public Handle {
public:
    /// A mask of clear texels, 1 to 4096 on each side.
    static Result<Mask> empty(std::size_t width, std::size_t height) {
        return make([&](kasuri_mask* made) { return kasuri_mask_empty(width, height, made); });
    }
    /// Of a byte for each texel, row by row: not 0 is solid.
    static Result<Mask> from_texels(std::size_t width, std::size_t height, Span<const std::uint8_t> texels) {
        return make([&](kasuri_mask* made) {
            return kasuri_mask_from_texels(width, height, texels.data(), texels.size(), made);
        });
    }
    /// Of bits: rows of whole words of 64 texels, the leftmost texel in the lowest bit.
    static Result<Mask> from_words(std::size_t width, std::size_t height, Span<const std::uint64_t> words) {
        return make([&](kasuri_mask* made) { return kasuri_mask_from_words(width, height, words.data(), words.size(), made); });
    }
    /// Of a picture's pixels, four bytes each: red, green, blue, alpha.
    static Result<Mask> from_rgba(std::size_t width, std::size_t height, Span<const std::uint8_t> pixels,
                                  const Opaque& opaque = Opaque::alpha()) {
        return make([&](kasuri_mask* made) {
            return kasuri_mask_from_rgba(width, height, pixels.data(), pixels.size(), &opaque.raw(), made);
        });
    }
    /// Of the bytes of a PNG file.
    static Result<Mask> from_png(Span<const std::uint8_t> bytes, const Opaque& opaque = Opaque::alpha()) {
        return make([&](kasuri_mask* made) { return kasuri_mask_from_png(bytes.data(), bytes.size(), &opaque.raw(), made); });
    }

    [[nodiscard]] Result<Mask> copy() const {
        return make([&](kasuri_mask* made) { return kasuri_mask_copy(handle(), made); });
    }
    /// The bits, in the format of `from_words`.
    [[nodiscard]] Result<List<std::uint64_t>> words(List<std::uint64_t> into = {}) const {
        return detail::listed(std::move(into), [&](std::uint64_t* words, std::size_t capacity, std::size_t* count) {
            return kasuri_mask_words(handle(), words, capacity, count);
        });
    }
    struct Size {
        std::uint32_t width;
        std::uint32_t height;
    };
    [[nodiscard]] Result<Size> size() const {
        Size size = {0, 0};
        const kasuri_status status = kasuri_mask_size(handle(), &size.width, &size.height);
        return detail::result(status, size);
    }
    /// Whether a texel is solid; outside the mask none is.
    [[nodiscard]] Result<bool> get(std::int64_t x, std::int64_t y) const {
        bool solid = false;
        const kasuri_status status = kasuri_mask_get(handle(), x, y, &solid);
        return detail::result(status, solid);
    }
    /// Makes a texel solid or clear; outside the mask nothing happens.
    Result<void> set(std::int64_t x, std::int64_t y, bool solid) {
        return detail::result(kasuri_mask_set(handle(), x, y, solid ? 1 : 0));
    }
    /// The number of solid texels.
    [[nodiscard]] Result<std::uint64_t> count() const {
        std::uint64_t count = 0;
        const kasuri_status status = kasuri_mask_count(handle(), &count);
        return detail::result(status, count);
    }
    /// The box around the solid texels.
    [[nodiscard]] Result<std::optional<PixelBox>> bounds() const {
        PixelBox bounds = {0, 0, 0, 0};
        bool found = false;
        const kasuri_status status = kasuri_mask_bounds(handle(), &bounds, &found);
        return detail::found(status, bounds, found);
    }
    /// The mean of the solid texels' centres.
    [[nodiscard]] Result<std::optional<Vec2>> centroid() const {
        Vec2 centroid = {0, 0};
        bool found = false;
        const kasuri_status status = kasuri_mask_centroid(handle(), &centroid, &found);
        return detail::found(status, centroid, found);
    }
    /// The angle of the line along which the solid texels extend furthest.
    [[nodiscard]] Result<std::optional<double>> angle() const {
        double angle = 0;
        bool found = false;
        const kasuri_status status = kasuri_mask_angle(handle(), &angle, &found);
        return detail::found(status, angle, found);
    }

    Result<void> fill() { return detail::result(kasuri_mask_fill(handle())); }
    Result<void> clear() { return detail::result(kasuri_mask_clear(handle())); }
    Result<void> invert() { return detail::result(kasuri_mask_invert(handle())); }

    [[nodiscard]] Result<Mask> scaled(std::size_t width, std::size_t height) const {
        return make([&](kasuri_mask* made) { return kasuri_mask_scaled(handle(), width, height, made); });
    }
    [[nodiscard]] Result<Mask> flipped(bool sideways, bool upside_down) const {
        return make([&](kasuri_mask* made) {
            return kasuri_mask_flipped(handle(), sideways ? 1 : 0, upside_down ? 1 : 0, made);
        });
    }
    /// Turned by quarter turns, clockwise if +y goes down.
    [[nodiscard]] Result<Mask> turned(std::int32_t quarters) const {
        return make([&](kasuri_mask* made) { return kasuri_mask_turned(handle(), quarters, made); });
    }
    [[nodiscard]] Result<Mask> cropped(const PixelBox& box) const {
        return make([&](kasuri_mask* made) { return kasuri_mask_cropped(handle(), box.x0, box.y0, box.x1, box.y1, made); });
    }
    /// Solid within `radius` texels of each solid texel.
    [[nodiscard]] Result<Mask> dilated(std::uint32_t radius) const {
        return make([&](kasuri_mask* made) { return kasuri_mask_dilated(handle(), radius, made); });
    }
    /// Clear within `radius` texels of each clear texel.
    [[nodiscard]] Result<Mask> eroded(std::uint32_t radius) const {
        return make([&](kasuri_mask* made) { return kasuri_mask_eroded(handle(), radius, made); });
    }

    /// Whether any texel is solid in both.
    [[nodiscard]] Result<bool> meets(const Mask& other, std::int32_t x, std::int32_t y) const {
        bool meets = false;
        const kasuri_status status = kasuri_mask_meets(handle(), other.handle(), x, y, &meets);
        return detail::result(status, meets);
    }
    /// The number of texels that are solid in both.
    [[nodiscard]] Result<std::uint64_t> common_count(const Mask& other, std::int32_t x, std::int32_t y) const {
        std::uint64_t count = 0;
        const kasuri_status status = kasuri_mask_common_count(handle(), other.handle(), x, y, &count);
        return detail::result(status, count);
    }
    /// The first texel of this mask that is solid in both, row by row.
    [[nodiscard]] Result<std::optional<Pixel>> common_first(const Mask& other, std::int32_t x, std::int32_t y) const {
        Pixel first = {0, 0};
        bool found = false;
        const kasuri_status status = kasuri_mask_common_first(handle(), other.handle(), x, y, &first, &found);
        return detail::found(status, first, found);
    }
    /// Clears the texels that are not solid in both. The words `and` and `xor` are not free in C++.
    Result<void> intersect(const Mask& other, std::int32_t x, std::int32_t y) {
        return detail::result(kasuri_mask_and(handle(), other.handle(), x, y));
    }
    /// Makes the texels solid that are solid in `other`.
    Result<void> draw(const Mask& other, std::int32_t x, std::int32_t y) {
        return detail::result(kasuri_mask_draw(handle(), other.handle(), x, y));
    }
    /// Inverts the texels that are solid in `other`.
    Result<void> flip(const Mask& other, std::int32_t x, std::int32_t y) {
        return detail::result(kasuri_mask_xor(handle(), other.handle(), x, y));
    }
    /// Makes the texels clear that are solid in `other`.
    Result<void> erase(const Mask& other, std::int32_t x, std::int32_t y) {
        return detail::result(kasuri_mask_erase(handle(), other.handle(), x, y));
    }
    /// A mask of all offsets at which `other` overlaps this one.
    [[nodiscard]] Result<Mask> convolved(const Mask& other) const {
        return make([&](kasuri_mask* made) { return kasuri_mask_convolved(handle(), other.handle(), made); });
    }
    /// Clears the texels that a placed solid covers; (x, y) is the pixel of the mask's top left texel. Returns how many
    /// texels changed.
    Result<std::uint64_t> carve(const Placed& placed, std::int32_t x, std::int32_t y) {
        std::uint64_t texels = 0;
        const kasuri_status status = kasuri_mask_carve(handle(), &placed.raw(), x, y, &texels);
        return detail::result(status, texels);
    }
    /// Makes the texels solid that a placed solid covers.
    Result<std::uint64_t> stamp(const Placed& placed, std::int32_t x, std::int32_t y) {
        std::uint64_t texels = 0;
        const kasuri_status status = kasuri_mask_stamp(handle(), &placed.raw(), x, y, &texels);
        return detail::result(status, texels);
    }

    /// The texels of the outline of the mask's first piece, in order around it.
    [[nodiscard]] Result<List<Pixel>> outline(List<Pixel> into = {}) const {
        return detail::listed(std::move(into), [&](Pixel* texels, std::size_t capacity, std::size_t* count) {
            return kasuri_mask_outline(handle(), texels, capacity, count);
        });
    }
    /// Rectangles that cover the solid texels, each texel once.
    [[nodiscard]] Result<List<PixelBox>> rectangles(List<PixelBox> into = {}) const {
        return detail::listed(std::move(into), [&](PixelBox* boxes, std::size_t capacity, std::size_t* count) {
            return kasuri_mask_rectangles(handle(), boxes, capacity, count);
        });
    }
    /// The connected pieces, in the order of their first texels.
    [[nodiscard]] Result<List<Piece>> components(Neighbours neighbours, List<Piece> into = {}) const {
        return detail::listed(std::move(into), [&](Piece* pieces, std::size_t capacity, std::size_t* count) {
            return kasuri_mask_components(handle(), detail::number(neighbours), pieces, capacity, count);
        });
    }
    /// A mask of one of these pieces, of the size of its box.
    [[nodiscard]] Result<Mask> component(Neighbours neighbours, std::size_t index) const {
        return make([&](kasuri_mask* made) {
            return kasuri_mask_component(handle(), detail::number(neighbours), index, made);
        });
    }
    /// The frames of a sheet, `width` by `height` texels each, row by row.
    [[nodiscard]] Result<std::vector<Mask>> sliced(std::size_t width, std::size_t height) const {
        List<kasuri_mask> handles;
        const kasuri_status status = handles.fill([&](kasuri_mask* masks, std::size_t capacity, std::size_t* count) {
            return kasuri_mask_sliced(handle(), width, height, masks, capacity, count);
        });
        std::vector<Mask> masks;
        masks.reserve(handles.size());
        for (const kasuri_mask one : handles) masks.push_back(adopt(one));
        return detail::result(status, std::move(masks));
    }
    /// Convex polygons that together cover the mask, within `tolerance` texels of it.
    [[nodiscard]] Result<Rings> convex_parts(double tolerance) const {
        return rings([&](auto... arguments) { return kasuri_mask_convex_parts(handle(), tolerance, arguments...); });
    }
    /// The polygons around the mask's pieces; one around a hole has the opposite direction.
    [[nodiscard]] Result<Rings> traced(double tolerance) const {
        return rings([&](auto... arguments) { return kasuri_mask_traced(handle(), tolerance, arguments...); });
    }

    /// Takes over an object of kasuri.h.
    [[nodiscard]] static Mask adopt(kasuri_mask handle) noexcept { return Mask(handle); }

private:
    using Handle::Handle;
    template <class Make>
    static Result<Mask> make(const Make& call) {
        kasuri_mask handle = 0;
        const kasuri_status status = call(&handle);
        return detail::made<Mask>(status, handle);
    }
    template <class Write>
    static Result<Rings> rings(const Write& write) {
        Rings rings;
        std::size_t end_count = 0;
        rings.ends.reserve(64);
        // The vertices are written again until both lists have room; the ends are counted in the same call.
        const kasuri_status status = rings.vertices.fill([&](Vec2* vertices, std::size_t capacity, std::size_t* count) {
            kasuri_status written = write(vertices, capacity, count, rings.ends.data(), rings.ends.capacity(), &end_count);
            if (written == KASURI_STATUS_SHORT_BUFFER && end_count > rings.ends.capacity()) {
                rings.ends.reserve(end_count);
                written = write(vertices, capacity, count, rings.ends.data(), rings.ends.capacity(), &end_count);
            }
            return written;
        });
        if (status == KASURI_STATUS_OK) {
            // The items lie there already: only their count is told.
            static_cast<void>(rings.ends.fill([&](std::uint32_t*, std::size_t, std::size_t* count) {
                *count = end_count;
                return kasuri_status{KASURI_STATUS_OK};
            }));
        }
        return detail::result(status, std::move(rings));
    }
};

inline Solid::Solid(const Mask& mask) noexcept : handle_(mask.handle()) {}
inline Appearance::Appearance(const Mask& mask) noexcept : handle_(mask.handle()) {}
inline Cell Cell::mask(char32_t character, const Mask& mask) noexcept {
    return Cell{{static_cast<std::uint32_t>(character), KASURI_CELL_KIND_MASK, nullptr, 0, mask.handle()}};
}

}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
