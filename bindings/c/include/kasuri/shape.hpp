// Shapes, tile maps, looks, frames, and the options of bodies. Part of kasuri.hpp.
#ifndef KASURI_SHAPE_HPP
#define KASURI_SHAPE_HPP

#include <vector>

#include "types.hpp"

namespace kasuri {
inline namespace KASURI_NAMESPACE {

class Mask;
class Tiles;
class Look;
class Frames;
class Sheet;

struct Part;

/// A shape without a position.
class Shape : public Handle {
public:
    static Result<Shape> point() {
        return make([](kasuri_shape* made) { return kasuri_shape_point(made); });
    }
    static Result<Shape> segment(Vec2 a, Vec2 b) {
        return make([&](kasuri_shape* made) { return kasuri_shape_segment(a.x, a.y, b.x, b.y, made); });
    }
    static Result<Shape> circle(double r) {
        return make([&](kasuri_shape* made) { return kasuri_shape_circle(r, made); });
    }
    /// Given by its radii along x and y. Unlike a circle it may have any scale.
    static Result<Shape> ellipse(double rx, double ry) {
        return make([&](kasuri_shape* made) { return kasuri_shape_ellipse(rx, ry, made); });
    }
    /// All points within a radius of a segment.
    static Result<Shape> capsule(Vec2 a, Vec2 b, double r) {
        return make([&](kasuri_shape* made) { return kasuri_shape_capsule(a.x, a.y, b.x, b.y, r, made); });
    }
    /// Given by half its sides.
    static Result<Shape> box(double half_width, double half_height) {
        return make([&](kasuri_shape* made) { return kasuri_shape_box(half_width, half_height, made); });
    }
    /// A polygon, which may be concave.
    static Result<Shape> polygon(Span<const Vec2> points) {
        return make([&](kasuri_shape* made) { return kasuri_shape_polygon(points.data(), points.size(), made); });
    }
    /// All points within a radius of a polygon.
    static Result<Shape> rounded_polygon(Span<const Vec2> points, double r) {
        return make([&](kasuri_shape* made) { return kasuri_shape_rounded_polygon(points.data(), points.size(), r, made); });
    }
    /// A chain of capsules through 2 to 4096 points: a curved laser.
    static Result<Shape> chain(Span<const Vec2> points, double r) {
        return make([&](kasuri_shape* made) { return kasuri_shape_chain(points.data(), points.size(), r, made); });
    }
    /// Several shapes as one.
    static Result<Shape> compound(Span<const Part> parts);

    /// Takes over an object of kasuri.h.
    [[nodiscard]] static Shape adopt(kasuri_shape handle) noexcept { return Shape(handle); }

private:
    using Handle::Handle;
    template <class Make>
    static Result<Shape> make(const Make& call) {
        kasuri_shape handle = 0;
        const kasuri_status status = call(&handle);
        return detail::made<Shape>(status, handle);
    }
};

/// A part of a compound.
struct Part {
    /// Any shape except a compound. It is not kept.
    Part(const Shape& shape, Vec2 offset) noexcept : raw{shape.handle(), offset} {}
    kasuri_part raw;
};

inline Result<Shape> Shape::compound(Span<const Part> parts) {
    static_assert(sizeof(Part) == sizeof(kasuri_part) && std::is_standard_layout_v<Part>);
    const auto* raw = reinterpret_cast<const kasuri_part*>(parts.data());
    return make([&](kasuri_shape* made) { return kasuri_shape_compound(raw, parts.size(), made); });
}

/// A shape, a mask or a tile map, as an argument. It does not own the object, which must not be freed before the call.
class Solid {
public:
    Solid(const Shape& shape) noexcept : handle_(shape.handle()) {}
    Solid(const Mask& mask) noexcept;
    Solid(const Tiles& tiles) noexcept;
    [[nodiscard]] kasuri_solid handle() const noexcept { return handle_; }

private:
    kasuri_solid handle_;
};

/// What a body can look like, as an argument: a solid, a look, a list of frames or a sheet. It does not own the object.
class Appearance {
public:
    Appearance(Solid solid) noexcept : handle_(solid.handle()) {}
    Appearance(const Shape& shape) noexcept : handle_(shape.handle()) {}
    Appearance(const Mask& mask) noexcept;
    Appearance(const Tiles& tiles) noexcept;
    Appearance(const Look& look) noexcept;
    Appearance(const Frames& frames) noexcept;
    Appearance(const Sheet& sheet) noexcept;
    [[nodiscard]] kasuri_appearance handle() const noexcept { return handle_; }

private:
    kasuri_appearance handle_;
};

/// The meaning of a character in a tile map's rows. The vertices and the mask must live until the call returns.
struct Cell {
    static Cell solid(char32_t character) noexcept {
        return Cell{{static_cast<std::uint32_t>(character), KASURI_CELL_KIND_SOLID, nullptr, 0, 0}};
    }
    /// A convex polygon, relative to the cell's top left corner.
    static Cell polygon(char32_t character, Span<const Vec2> points) noexcept {
        return Cell{{static_cast<std::uint32_t>(character), KASURI_CELL_KIND_POLYGON, points.data(), points.size(), 0}};
    }
    static Cell mask(char32_t character, const Mask& mask) noexcept;
    kasuri_cell raw;
};

/// A tile map.
class Tiles : public Handle {
public:
    /// Rows of text that end with a line break, one character per cell: '.' and ' ' are empty, '#' is solid, and the legend
    /// gives the meaning of other characters.
    static Result<Tiles> from_rows(double cell_width, double cell_height, const char* rows, Span<const Cell> legend = {}) {
        static_assert(sizeof(Cell) == sizeof(kasuri_cell) && std::is_standard_layout_v<Cell>);
        kasuri_tiles handle = 0;
        const auto* raw = reinterpret_cast<const kasuri_cell*>(legend.data());
        const kasuri_status status = kasuri_tiles_from_rows(cell_width, cell_height, rows, raw, legend.size(), &handle);
        return detail::made<Tiles>(status, handle);
    }
    struct Size {
        std::size_t columns;
        std::size_t rows;
    };
    [[nodiscard]] Result<Size> size() const {
        Size size = {0, 0};
        const kasuri_status status = kasuri_tiles_size(handle(), &size.columns, &size.rows);
        return detail::result(status, size);
    }
    /// Takes over an object of kasuri.h.
    [[nodiscard]] static Tiles adopt(kasuri_tiles handle) noexcept { return Tiles(handle); }

private:
    using Handle::Handle;
};

/// A named region of a look or of a body.
class Region {
public:
    /// A shape or a mask, which must not be freed before the region is added.
    Region(std::string name, Solid solid) : name_(std::move(name)) { region_.solid = solid.handle(); }
    /// The origin of a mask, in texels from its top left corner; else the middle.
    Region& pivot(double x, double y) noexcept {
        region_.pivot = {x, y};
        region_.flags |= KASURI_LOOK_PIVOT;
        return *this;
    }
    /// The region's own layers; else it is on the body's.
    Region& layer(std::uint32_t bits) noexcept {
        region_.layers.layer = bits;
        region_.flags |= KASURI_LOOK_LAYER;
        return *this;
    }
    /// The layers that the region is tested against; else the body's.
    Region& against(std::uint32_t bits) noexcept {
        region_.layers.against = bits;
        region_.flags |= KASURI_LOOK_AGAINST;
        return *this;
    }
    /// The argument of kasuri.h; it points into this region.
    [[nodiscard]] kasuri_region raw() const noexcept {
        kasuri_region region = region_;
        region.name = name_.c_str();
        return region;
    }

private:
    std::string name_;
    kasuri_region region_ = {nullptr, 0, {0, 0}, {0, 0, 0}, 0};
};

/// A solid with named regions.
class Look : public Handle {
public:
    static Result<Look> create(Solid solid) {
        kasuri_look handle = 0;
        const kasuri_status status = kasuri_look_new(solid.handle(), &handle);
        return detail::made<Look>(status, handle);
    }
    /// Sets the origin of the look's mask, in texels from its top left corner.
    Result<void> set_pivot(double x, double y) { return detail::result(kasuri_look_set_pivot(handle(), x, y)); }
    /// Adds a region. Hits report it by its index; the first is 1.
    Result<void> add_region(const Region& region) {
        const kasuri_region raw = region.raw();
        return detail::result(kasuri_look_add_region(handle(), &raw));
    }
    /// Takes over an object of kasuri.h.
    [[nodiscard]] static Look adopt(kasuri_look handle) noexcept { return Look(handle); }

private:
    using Handle::Handle;
};

/// A list of looks; a body shows one of them at a time.
class Frames : public Handle {
public:
    static Result<Frames> create(Span<const Appearance> looks) {
        static_assert(sizeof(Appearance) == sizeof(kasuri_appearance) && std::is_standard_layout_v<Appearance>);
        kasuri_frames handle = 0;
        const auto* raw = reinterpret_cast<const kasuri_appearance*>(looks.data());
        const kasuri_status status = kasuri_frames_new(raw, looks.size(), &handle);
        return detail::made<Frames>(status, handle);
    }
    /// Takes over an object of kasuri.h.
    [[nodiscard]] static Frames adopt(kasuri_frames handle) noexcept { return Frames(handle); }

private:
    using Handle::Handle;
};

inline Solid::Solid(const Tiles& tiles) noexcept : handle_(tiles.handle()) {}
inline Appearance::Appearance(const Tiles& tiles) noexcept : handle_(tiles.handle()) {}
inline Appearance::Appearance(const Look& look) noexcept : handle_(look.handle()) {}
inline Appearance::Appearance(const Frames& frames) noexcept : handle_(frames.handle()) {}

}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
