// Debug drawing. Part of kasuri.hpp.
#ifndef KASURI_DRAW_HPP
#define KASURI_DRAW_HPP

#include "mask.hpp"

namespace kasuri {
inline namespace KASURI_NAMESPACE {

/// Draws a world: override what the renderer needs. A function may query the world; a change of the world is refused.
class Painter {
public:
    virtual ~Painter() = default;
    /// One side of a body's outline.
    virtual void segment(const DrawnSegment&) {}
    /// A run of covered pixels of a sprite.
    virtual void pixels(const DrawnRun&) {}
    /// The box of a body in the broad phase.
    virtual void bounds(const DrawnBox&) {}
    /// The body's box, extended by its graze margin.
    virtual void margin(const DrawnBox&) {}
    /// The world's bounds.
    virtual void walls(const DrawnBox&) {}
    /// A hit's contact.
    virtual void contact(const DrawnContact&) {}
    /// A run of the pixels that a hit's two sprites have in common.
    virtual void common(const DrawnCommon&) {}
    /// A cell or node of the broad phase.
    virtual void cell(const DrawnBox&) {}
};

namespace detail {

// Lets a painter draw. An exception of the painter may not cross the library: it is kept, and thrown after the call.
class Canvas {
public:
    explicit Canvas(Painter& painter) noexcept : painter_(painter) {}

    template <class Draw>
    Result<void> draw(const Draw& call) {
        kasuri_debug_draw callbacks{};
        callbacks.context = this;
        callbacks.segment = &paint<DrawnSegment, &Painter::segment>;
        callbacks.pixels = &paint<DrawnRun, &Painter::pixels>;
        callbacks.bounds = &paint<DrawnBox, &Painter::bounds>;
        callbacks.margin = &paint<DrawnBox, &Painter::margin>;
        callbacks.walls = &paint<DrawnBox, &Painter::walls>;
        callbacks.contact = &paint<DrawnContact, &Painter::contact>;
        callbacks.common = &paint<DrawnCommon, &Painter::common>;
        callbacks.cell = &paint<DrawnBox, &Painter::cell>;
        const kasuri_status status = call(&callbacks);
#ifndef KASURI_NO_EXCEPTIONS
        if (thrown_) std::rethrow_exception(thrown_);
#endif
        return result(status);
    }

private:
    template <class Drawn, void (Painter::*function)(const Drawn&)>
    static void paint(void* context, const Drawn* drawn) {
        Canvas& canvas = *static_cast<Canvas*>(context);
#ifdef KASURI_NO_EXCEPTIONS
        (canvas.painter_.*function)(*drawn);
#else
        if (canvas.thrown_) return;
        try {
            (canvas.painter_.*function)(*drawn);
        } catch (...) {
            canvas.thrown_ = std::current_exception();
        }
#endif
    }

    Painter& painter_;
#ifndef KASURI_NO_EXCEPTIONS
    std::exception_ptr thrown_;
#endif
};

}  // namespace detail
}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
