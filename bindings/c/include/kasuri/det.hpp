// Mathematics and random numbers that are the same on every machine. Part of kasuri.hpp.
#ifndef KASURI_DET_HPP
#define KASURI_DET_HPP

#include "types.hpp"

namespace kasuri {
inline namespace KASURI_NAMESPACE {

/// For all that moves a body in a replay or over a network: the functions of <cmath> differ from machine to machine. None of
/// these can be refused.
namespace det {

/// The sine of an angle in radians; NaN for an infinite one.
inline double sin(double angle) noexcept {
    double sine = 0;
    kasuri_det_sin(angle, &sine);
    return sine;
}

/// The cosine of an angle in radians; NaN for an infinite one.
inline double cos(double angle) noexcept {
    double cosine = 0;
    kasuri_det_cos(angle, &cosine);
    return cosine;
}

/// The angle of the point (x, y), from -pi to pi.
inline double atan2(double y, double x) noexcept {
    double angle = 0;
    kasuri_det_atan2(y, x, &angle);
    return angle;
}

/// The square root, correctly rounded.
inline double sqrt(double x) noexcept {
    double root = 0;
    kasuri_det_sqrt(x, &root);
    return root;
}

/// The length of the vector (x, y).
inline double hypot(double x, double y) noexcept {
    double length = 0;
    kasuri_det_hypot(x, y, &length);
    return length;
}

/// 2 to the power of `x`.
inline double exp2(double x) noexcept {
    double power = 0;
    kasuri_det_exp2(x, &power);
    return power;
}

/// A vector that is turned by an angle in radians, as bodies turn.
inline Vec2 rotate(Vec2 v, double angle) noexcept {
    Vec2 rotated{};
    kasuri_det_rotate(v, angle, &rotated);
    return rotated;
}

/// A position that is moved towards a target by at most `most`. It never passes the target.
inline Vec2 move_towards(Vec2 at, Vec2 target, double most) noexcept {
    Vec2 moved{};
    kasuri_det_move_towards(at, target, most, &moved);
    return moved;
}

/// A vector that is turned towards a direction by at most `most` radians, with the same length.
inline Vec2 turn_towards(Vec2 v, Vec2 direction, double most) noexcept {
    Vec2 turned{};
    kasuri_det_turn_towards(v, direction, most, &turned);
    return turned;
}

}  // namespace det

/// A stream of random numbers. Its two numbers are the whole state: a copy draws the same numbers again.
class RandomStream : public kasuri_random_stream {
public:
    /// The stream of a seed. Every seed is good, also 0.
    explicit RandomStream(std::uint64_t seed) noexcept : kasuri_random_stream{seed, 0} {}

    /// A stream of its own for a step, a wave or a body. It depends on the key and the name, not on how many numbers were
    /// drawn.
    RandomStream split(std::uint64_t name) const noexcept {
        RandomStream split(0);
        kasuri_random_split(this, name, &split);
        return split;
    }

    /// Draws 64 random bits.
    std::uint64_t bits() noexcept {
        std::uint64_t number = 0;
        kasuri_random_bits(this, &number);
        return number;
    }

    /// Draws a whole number from 0 to n - 1; 0 if n is 0.
    std::uint32_t below(std::uint32_t n) noexcept {
        std::uint32_t number = 0;
        kasuri_random_below(this, n, &number);
        return number;
    }

    /// Draws a number from `least` to `most`.
    double between(double least, double most) noexcept {
        double number = 0;
        kasuri_random_between(this, least, most, &number);
        return number;
    }
};

}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
