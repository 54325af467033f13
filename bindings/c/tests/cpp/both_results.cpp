// The half of both.cpp that gets errors as results.
#define KASURI_NO_EXCEPTIONS
#include <kasuri.hpp>

// What may say two things is not taken for true or false.
static_assert(!std::is_constructible_v<bool, kasuri::Expected<bool>>);
static_assert(!std::is_constructible_v<bool, kasuri::Expected<std::optional<kasuri::Contact>>>);
static_assert(std::is_constructible_v<bool, kasuri::Expected<kasuri::Shape>>);

// The distance from the middle of a circle at which a ray hits it; 0 and the error's text where there is no such circle.
double radius_of_last(double r, std::string& error) {
    const auto circle = kasuri::Shape::circle(r);
    if (!circle) {
        error = circle.error().what();
        return 0;
    }
    const auto hit = kasuri::query::cast(kasuri::Placed(*circle, {0, 0}), {8, 0}, {0, 0});
    return hit.has_value() && *hit ? 8 - 8 * (*hit)->t : 0;
}
