// Sheets: frames with masks, pivots, regions, tags and values. Part of kasuri.hpp.
#ifndef KASURI_SHEET_HPP
#define KASURI_SHEET_HPP

#include "mask.hpp"

namespace kasuri {
inline namespace KASURI_NAMESPACE {

/// Instead of a frame: the values of the sheet as a whole.
constexpr std::uint32_t sheet_itself = KASURI_SHEET_ITSELF;

/// What the hit box editor saves. Frames and tags are numbered from 0, regions from 1, as in hits.
class Sheet : public Handle {
public:
    /// Reads the JSON file; `picture` is the bytes of its picture, if the masks are there.
    static Result<Sheet> from_json(Span<const std::uint8_t> json, Span<const std::uint8_t> picture = {}) {
        kasuri_sheet handle = 0;
        const kasuri_status status =
            kasuri_sheet_from_json(json.data(), json.size(), picture.data(), picture.size(), &handle);
        return detail::made<Sheet>(status, handle);
    }
    /// The sheet as JSON, all masks as runs.
    [[nodiscard]] Result<std::string> to_json() const {
        return detail::text([&](char* buffer, std::size_t capacity, std::size_t* length) {
            return kasuri_sheet_to_json(handle(), buffer, capacity, length);
        });
    }
    struct Size {
        std::uint32_t frames;
        std::uint32_t tags;
    };
    [[nodiscard]] Result<Size> size() const {
        Size size = {0, 0};
        const kasuri_status status = kasuri_sheet_size(handle(), &size.frames, &size.tags);
        return detail::result(status, size);
    }
    /// The file name of the picture that shows the frames; empty if the sheet names none.
    [[nodiscard]] Result<std::string> image() const {
        return detail::text([&](char* buffer, std::size_t capacity, std::size_t* length) {
            return kasuri_sheet_image(handle(), buffer, capacity, length);
        });
    }

    [[nodiscard]] Result<FrameInfo> frame(std::uint32_t frame) const {
        FrameInfo info{};
        const kasuri_status status = kasuri_sheet_frame(handle(), frame, &info);
        return detail::result(status, info);
    }
    [[nodiscard]] Result<std::string> frame_name(std::uint32_t frame) const {
        return detail::text([&](char* buffer, std::size_t capacity, std::size_t* length) {
            return kasuri_sheet_frame_name(handle(), frame, buffer, capacity, length);
        });
    }
    [[nodiscard]] Result<std::optional<std::uint32_t>> frame_index(const char* name) const {
        std::uint32_t frame = 0;
        bool found = false;
        const kasuri_status status = kasuri_sheet_frame_index(handle(), name, &frame, &found);
        return detail::found(status, frame, found);
    }
    [[nodiscard]] Result<Mask> mask(std::uint32_t frame) const {
        kasuri_mask mask = 0;
        const kasuri_status status = kasuri_sheet_mask(handle(), frame, &mask);
        return detail::made<Mask>(status, mask);
    }
    /// The look of a frame: its mask, its pivot and its regions.
    [[nodiscard]] Result<Look> look(std::uint32_t frame) const {
        kasuri_look look = 0;
        const kasuri_status status = kasuri_sheet_look(handle(), frame, &look);
        return detail::made<Look>(status, look);
    }

    [[nodiscard]] Result<RegionInfo> region(std::uint32_t frame, std::uint32_t region) const {
        RegionInfo info{};
        const kasuri_status status = kasuri_sheet_region(handle(), frame, region, &info);
        return detail::result(status, info);
    }
    [[nodiscard]] Result<std::string> region_name(std::uint32_t frame, std::uint32_t region) const {
        return detail::text([&](char* buffer, std::size_t capacity, std::size_t* length) {
            return kasuri_sheet_region_name(handle(), frame, region, buffer, capacity, length);
        });
    }
    /// The number of the region with a name, if the frame has one.
    [[nodiscard]] Result<std::optional<std::uint32_t>> region_index(std::uint32_t frame, const char* name) const {
        std::uint32_t region = 0;
        const kasuri_status status = kasuri_sheet_region_index(handle(), frame, name, &region);
        return detail::found(status, region, region != 0);
    }

    [[nodiscard]] Result<TagInfo> tag(std::uint32_t tag) const {
        TagInfo info{};
        const kasuri_status status = kasuri_sheet_tag(handle(), tag, &info);
        return detail::result(status, info);
    }
    [[nodiscard]] Result<std::string> tag_name(std::uint32_t tag) const {
        return detail::text([&](char* buffer, std::size_t capacity, std::size_t* length) {
            return kasuri_sheet_tag_name(handle(), tag, buffer, capacity, length);
        });
    }
    [[nodiscard]] Result<std::optional<std::uint32_t>> tag_index(const char* name) const {
        std::uint32_t tag = 0;
        bool found = false;
        const kasuri_status status = kasuri_sheet_tag_index(handle(), name, &tag, &found);
        return detail::found(status, tag, found);
    }
    /// The frame that a tag shows at a time; it starts again after its end.
    [[nodiscard]] Result<std::uint32_t> frame_at(std::uint32_t tag, std::uint64_t milliseconds) const {
        std::uint32_t frame = 0;
        const kasuri_status status = kasuri_sheet_frame_at(handle(), tag, milliseconds, &frame);
        return detail::result(status, frame);
    }

    /// A value of a region of a frame, by its name: nothing, a number, a text, or true or false. Region 0 is the frame
    /// itself; with `sheet_itself` as the frame and region 0 it is the sheet.
    using Value = std::variant<std::monostate, double, std::string, bool>;
    [[nodiscard]] Result<Value> value(std::uint32_t frame, std::uint32_t region, const char* name) const {
        NamedValue named{};
        const kasuri_status status = kasuri_sheet_value(handle(), frame, region, name, &named);
        switch (named.kind) {
        case KASURI_VALUE_KIND_NUMBER: return detail::result(status, Value(named.number));
        case KASURI_VALUE_KIND_TRUTH: return detail::result(status, Value(named.truth != 0));
        case KASURI_VALUE_KIND_TEXT: {
            // Of the same sheet, which does not change: only memory could run out.
            std::string text(240, '\0');
            std::size_t length = 0;
            kasuri_status read = kasuri_sheet_text(handle(), frame, region, name, text.data(), text.size() + 1, &length);
            if (read == KASURI_STATUS_SHORT_BUFFER) {
                text.resize(length);
                read = kasuri_sheet_text(handle(), frame, region, name, text.data(), text.size() + 1, &length);
            }
            text.resize(length);
            return detail::result(read, Value(std::move(text)));
        }
        default: return detail::result(status, Value());
        }
    }

    /// Takes over an object of kasuri.h.
    [[nodiscard]] static Sheet adopt(kasuri_sheet handle) noexcept { return Sheet(handle); }

private:
    using Handle::Handle;
};

inline Appearance::Appearance(const Sheet& sheet) noexcept : handle_(sheet.handle()) {}

static_assert(KASURI_VALUE_KIND_NONE == 0, "no value is the default");

}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
