// Where bodies fit: maps of poses. Part of kasuri.hpp.
#ifndef KASURI_FITS_HPP
#define KASURI_FITS_HPP

#include "mask.hpp"

namespace kasuri {
inline namespace KASURI_NAMESPACE {

/// Where a body fits: true or false for each angle, row and column.
class Fits {
public:
    Fits(List<std::uint64_t> words, const PlaceGrid& places) noexcept
        : words_(std::move(words)), columns_(places.count[0]), rows_(places.count[1]) {}
    /// Whether the body fits in this column and row, turned by the angle of this index.
    [[nodiscard]] bool get(std::size_t angle, std::size_t x, std::size_t y) const {
        const std::size_t row = (angle * rows_ + y) * ((std::size_t{columns_} + 63) / 64);
        return x < columns_ && y < rows_ && row + x / 64 < words_.size() && (words_[row + x / 64] >> x % 64 & 1) != 0;
    }
    /// The bits: each row begins with a new word.
    [[nodiscard]] Span<const std::uint64_t> words() const noexcept { return words_; }

private:
    List<std::uint64_t> words_;
    std::uint32_t columns_;
    std::uint32_t rows_;
};

namespace detail {

template <class Write>
Result<Fits> fits(const PlaceGrid& places, const Write& write) {
    List<std::uint64_t> words;
    const kasuri_status status = words.fill(write);
    return result(status, Fits(std::move(words), places));
}

template <class Find>
Result<std::optional<FreePose>> free_pose(const Find& find) {
    FreePose pose{};
    bool is_found = false;
    const kasuri_status status = find(&pose, &is_found);
    return found(status, pose, is_found);
}

}  // namespace detail
}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
