// Recordings and replays. Part of kasuri.hpp.
#ifndef KASURI_RECORD_HPP
#define KASURI_RECORD_HPP

#include "world.hpp"

namespace kasuri {
inline namespace KASURI_NAMESPACE {

/// Records the first world that it steps.
class Recorder : public Handle {
public:
    static Result<Recorder> create() {
        kasuri_recorder handle = 0;
        const kasuri_status status = kasuri_recorder_new(&handle);
        return detail::made<Recorder>(status, handle);
    }
    /// Makes a step and records it, together with all changes since the last one.
    Result<Step> step(World& world) {
        Step step{};
        const kasuri_status status = kasuri_recorder_step(handle(), world.handle(), &step);
        return detail::result(status, step);
    }
    /// The recording up to now, as a file.
    [[nodiscard]] Result<List<std::uint8_t>> bytes(List<std::uint8_t> into = {}) const {
        return detail::listed(std::move(into), [&](auto... list) { return kasuri_recorder_bytes(handle(), list...); });
    }
    /// Takes over an object of kasuri.h.
    [[nodiscard]] static Recorder adopt(kasuri_recorder handle) noexcept { return Recorder(handle); }

private:
    using Handle::Handle;
};

/// A recording.
class Recording : public Handle {
public:
    /// Of the bytes of a file. The content is checked during the replay.
    static Result<Recording> from_bytes(Span<const std::uint8_t> bytes) {
        kasuri_recording handle = 0;
        const kasuri_status status = kasuri_recording_new(bytes.data(), bytes.size(), &handle);
        return detail::made<Recording>(status, handle);
    }
    /// The number of steps.
    [[nodiscard]] Result<std::size_t> size() const {
        std::size_t steps = 0;
        const kasuri_status status = kasuri_recording_len(handle(), &steps);
        return detail::result(status, steps);
    }
    /// The bytes at the end that are less than a step and therefore ignored.
    [[nodiscard]] Result<std::size_t> cut() const {
        std::size_t bytes = 0;
        const kasuri_status status = kasuri_recording_cut(handle(), &bytes);
        return detail::result(status, bytes);
    }
    /// The first step, pass and pair in which two recordings differ, in one line; empty if they do not.
    [[nodiscard]] Result<std::string> first_difference(const Recording& other) const {
        return detail::text(
            [&](auto... text) { return kasuri_recording_first_difference(handle(), other.handle(), text...); });
    }
    /// Takes over an object of kasuri.h.
    [[nodiscard]] static Recording adopt(kasuri_recording handle) noexcept { return Recording(handle); }

private:
    using Handle::Handle;
};

/// A replay, and its world.
class Replay : public ReadableWorld {
public:
    /// Of the recorded world, from its first step on.
    static Result<Replay> create(const Recording& recording) {
        kasuri_replay handle = 0;
        const kasuri_status status = kasuri_replay_new(recording.handle(), &handle);
        return detail::made<Replay>(status, handle);
    }
    /// Replays the next recorded step; nothing at the recording's end.
    Result<std::optional<Step>> step() {
        Step step{};
        bool found = false;
        const kasuri_status status = kasuri_replay_step(handle(), &step, &found);
        return detail::found(status, step, found);
    }
    /// Where the replay differed from the recording, in one line; empty if it did not.
    [[nodiscard]] Result<std::string> difference() const {
        return detail::text([&](auto... text) { return kasuri_replay_difference(handle(), text...); });
    }
    /// Turns the replay into a world that can be played on from here.
    Result<World> into_world() && {
        kasuri_world world = 0;
        const kasuri_status status = kasuri_replay_into_world(handle(), &world);
        if (status == KASURI_STATUS_OK) static_cast<void>(release());
        return detail::made<World>(status, world);
    }
    /// Takes over an object of kasuri.h.
    [[nodiscard]] static Replay adopt(kasuri_replay handle) noexcept { return Replay(handle); }

private:
    using ReadableWorld::ReadableWorld;
};

}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
