// Errors of Kasuri in C++: an exception, or a result where KASURI_NO_EXCEPTIONS is defined. Part of kasuri.hpp.
#ifndef KASURI_ERROR_HPP
#define KASURI_ERROR_HPP

#include <kasuri.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

// Everything is in a namespace that names how errors are told, so one program may have files of both kinds.
#ifdef KASURI_NO_EXCEPTIONS
#define KASURI_NAMESPACE results
#else
#define KASURI_NAMESPACE exceptions
#endif

namespace kasuri {
inline namespace KASURI_NAMESPACE {

/// Why a call was refused. kasuri.h describes each.
enum class Status : std::int32_t {
    ok = KASURI_STATUS_OK,
    refused = KASURI_STATUS_REFUSED,
    null_pointer = KASURI_STATUS_NULL_POINTER,
    null_handle = KASURI_STATUS_NULL_HANDLE,
    stale_handle = KASURI_STATUS_STALE_HANDLE,
    wrong_kind = KASURI_STATUS_WRONG_KIND,
    stale_body = KASURI_STATUS_STALE_BODY,
    short_buffer = KASURI_STATUS_SHORT_BUFFER,
    wrong_value = KASURI_STATUS_WRONG_VALUE,
    busy = KASURI_STATUS_BUSY,
    panic = KASURI_STATUS_PANIC,
    poisoned = KASURI_STATUS_POISONED,
    wrong_abi = KASURI_STATUS_WRONG_ABI,
    too_many_objects = KASURI_STATUS_TOO_MANY_OBJECTS,
};

/// A refused call: its status, and the library's text as `what()`. A refused call has changed nothing.
class Error : public std::runtime_error {
public:
    Error(Status code, const std::string& text) : std::runtime_error(text), code_(code) {}

    [[nodiscard]] Status code() const noexcept { return code_; }

    /// The error of this thread's last refused call.
    [[nodiscard]] static Error last(kasuri_status status) {
        std::string text(240, '\0');
        std::size_t length = 0;
        if (kasuri_last_error(text.data(), text.size() + 1, &length) == KASURI_STATUS_SHORT_BUFFER) {
            text.resize(length);
            kasuri_last_error(text.data(), text.size() + 1, &length);
        }
        text.resize(length);
        return Error(static_cast<Status>(status), text);
    }

private:
    Status code_;
};

namespace detail {

// Values that are true or false themselves.
template <class T>
inline constexpr bool is_truth = std::is_same_v<T, bool>;
template <class T>
inline constexpr bool is_truth<std::optional<T>> = true;

}  // namespace detail

/// A value, or the error that stands for it. To take the value of an error ends the process.
template <class T>
class [[nodiscard]] Expected {
public:
    Expected(T value) : held_(std::in_place_index<0>, std::move(value)) {}
    Expected(Error error) : held_(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool has_value() const noexcept { return held_.index() == 0; }
    /// Not where the value is true or false itself: there `if (world.contains(body))` would say something else than it does
    /// with exceptions.
    template <class U = T, class = std::enable_if_t<!detail::is_truth<U>>>
    explicit operator bool() const noexcept {
        return has_value();
    }

    T& value() & { return *checked(); }
    const T& value() const& { return *std::as_const(*this).checked(); }
    T&& value() && { return std::move(*checked()); }
    T& operator*() & { return *checked(); }
    const T& operator*() const& { return *std::as_const(*this).checked(); }
    T&& operator*() && { return std::move(*checked()); }
    T* operator->() { return checked(); }
    const T* operator->() const { return checked(); }

    [[nodiscard]] const Error& error() const {
        const Error* error = std::get_if<1>(&held_);
        if (error == nullptr) std::terminate();
        return *error;
    }

private:
    T* checked() {
        T* value = std::get_if<0>(&held_);
        if (value == nullptr) std::terminate();
        return value;
    }
    const T* checked() const {
        const T* value = std::get_if<0>(&held_);
        if (value == nullptr) std::terminate();
        return value;
    }

    std::variant<T, Error> held_;
};

/// Success, or an error.
template <>
class [[nodiscard]] Expected<void> {
public:
    Expected() = default;
    Expected(Error error) : error_(std::move(error)) {}

    [[nodiscard]] bool has_value() const noexcept { return !error_.has_value(); }
    explicit operator bool() const noexcept { return has_value(); }
    void value() const {
        if (error_) std::terminate();
    }
    [[nodiscard]] const Error& error() const {
        if (!error_) std::terminate();
        return *error_;
    }

private:
    std::optional<Error> error_;
};

/// What a call returns: the value itself, and an error is thrown; with KASURI_NO_EXCEPTIONS an `Expected`.
#ifdef KASURI_NO_EXCEPTIONS
template <class T>
using Result = Expected<T>;
#else
template <class T>
using Result = T;
#endif

namespace detail {

template <class T>
Result<T> fail(Error error) {
#ifdef KASURI_NO_EXCEPTIONS
    return Expected<T>(std::move(error));
#else
    throw error;
#endif
}

template <class T>
Result<T> result(kasuri_status status, T value) {
    if (status != KASURI_STATUS_OK) return fail<T>(Error::last(status));
    return Result<T>(std::move(value));
}

inline Result<void> result(kasuri_status status) {
    if (status != KASURI_STATUS_OK) return fail<void>(Error::last(status));
    return Result<void>();
}

// What was found, if anything was.
template <class T>
Result<std::optional<T>> found(kasuri_status status, const T& value, bool is_found) {
    return result(status, is_found ? std::optional<T>(value) : std::nullopt);
}

// The object that a call made.
template <class T>
Result<T> made(kasuri_status status, std::uint64_t handle) {
    if (status != KASURI_STATUS_OK) return fail<T>(Error::last(status));
    return Result<T>(T::adopt(handle));
}

// Two spans that must be equally long.
template <class T>
Result<T> unequal(const char* first, std::size_t first_count, const char* second, std::size_t second_count) {
    return fail<T>(Error(Status::wrong_value, std::string(first) + " has " + std::to_string(first_count) +
                                                  " items, but " + second + " has " + std::to_string(second_count)));
}

}  // namespace detail
}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
