// Spans, lists and handles. Part of kasuri.hpp.
#ifndef KASURI_LIST_HPP
#define KASURI_LIST_HPP

#include <initializer_list>
#include <memory>
#include <type_traits>

#include "error.hpp"

namespace kasuri {
inline namespace KASURI_NAMESPACE {

/// Values in a row that belong to someone else: an array, a `std::vector`, a `List`, a C++20 span.
template <class T>
class Span {
public:
    constexpr Span() noexcept = default;
    constexpr Span(T* data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N>
    constexpr Span(T (&array)[N]) noexcept : data_(array), size_(N) {}
    template <class C, class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<C&>().data()), T*> &&
                                                std::is_convertible_v<decltype(std::declval<C&>().size()), std::size_t>>>
    constexpr Span(C&& container) noexcept : data_(container.data()), size_(container.size()) {}
    /// Only as an argument: the values live until the call returns.
    template <class V = T, class = std::enable_if_t<std::is_const_v<V>>>
    constexpr Span(const std::initializer_list<std::remove_const_t<T>>& values) noexcept : size_(values.size()) {
        // Not as an initializer: gcc warns there that the values do not outlive the call, which is what is meant.
        data_ = values.begin();
    }

    [[nodiscard]] constexpr T* data() const noexcept { return data_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr T* begin() const noexcept { return data_; }
    [[nodiscard]] constexpr T* end() const noexcept { return data_ + size_; }
    constexpr T& operator[](std::size_t index) const { return data_[index]; }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

/// The items that a call listed. The library writes them directly into its memory. Give a list back to the next call,
/// which uses its memory again: `hits = world.hits(Hits::all, std::move(hits));` does not allocate, once it is large enough.
template <class T>
class List {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    List() noexcept = default;
    explicit List(std::size_t capacity) { reserve(capacity); }
    List(List&& other) noexcept
        : items_(std::move(other.items_)), size_(std::exchange(other.size_, 0)), capacity_(std::exchange(other.capacity_, 0)) {}
    List& operator=(List&& other) noexcept {
        items_ = std::move(other.items_);
        size_ = std::exchange(other.size_, 0);
        capacity_ = std::exchange(other.capacity_, 0);
        return *this;
    }
    List(const List&) = delete;
    List& operator=(const List&) = delete;
    ~List() = default;

    [[nodiscard]] T* data() noexcept { return items_.get(); }
    [[nodiscard]] const T* data() const noexcept { return items_.get(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] T* begin() noexcept { return data(); }
    [[nodiscard]] T* end() noexcept { return data() + size_; }
    [[nodiscard]] const T* begin() const noexcept { return data(); }
    [[nodiscard]] const T* end() const noexcept { return data() + size_; }
    T& operator[](std::size_t index) { return items_[index]; }
    const T& operator[](std::size_t index) const { return items_[index]; }

    /// Makes room for so many items; the present ones are forgotten.
    void reserve(std::size_t capacity) {
        size_ = 0;
        if (capacity <= capacity_) return;
        // Not set to zero: the library writes the items.
        items_.reset(new T[capacity]);
        capacity_ = capacity;
    }

    /// Lets `write(data, capacity, &count)`, a call of kasuri.h, write the items; it is called again if they do not fit.
    template <class Write>
    kasuri_status fill(const Write& write) {
        reserve(capacity_ == 0 ? 64 : capacity_);
        for (;;) {
            std::size_t count = 0;
            const kasuri_status status = write(items_.get(), capacity_, &count);
            if (status == KASURI_STATUS_SHORT_BUFFER && count > capacity_) {
                reserve(count);
                continue;
            }
            size_ = status == KASURI_STATUS_OK ? count : 0;
            return status;
        }
    }

private:
    std::unique_ptr<T[]> items_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

namespace detail {

template <class T, class Write>
Result<List<T>> listed(List<T> into, const Write& write) {
    const kasuri_status status = into.fill(write);
    return result(status, std::move(into));
}

// A text that a call of kasuri.h writes.
template <class Write>
Result<std::string> text(const Write& write) {
    std::string into(240, '\0');
    for (;;) {
        std::size_t length = 0;
        const kasuri_status status = write(into.data(), into.size() + 1, &length);
        if (status == KASURI_STATUS_SHORT_BUFFER && length > into.size()) {
            into.resize(length);
            continue;
        }
        into.resize(status == KASURI_STATUS_OK ? length : 0);
        return result(status, std::move(into));
    }
}

}  // namespace detail

/// An object of the library, which is freed with the handle. It can be moved, not copied. A handle that was moved from
/// has no object: calls on it are refused.
class Handle {
public:
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    /// The number by which kasuri.h knows the object; 0 after a move.
    [[nodiscard]] std::uint64_t handle() const noexcept { return handle_; }
    /// Gives the object to the caller, who frees it with `kasuri_free`.
    [[nodiscard]] std::uint64_t release() noexcept { return std::exchange(handle_, 0); }

protected:
    explicit Handle(std::uint64_t handle) noexcept : handle_(handle) {}
    Handle(Handle&& other) noexcept : handle_(other.release()) {}
    Handle& operator=(Handle&& other) noexcept {
        if (this != &other) {
            drop();
            handle_ = other.release();
        }
        return *this;
    }
    ~Handle() { drop(); }

private:
    void drop() noexcept {
        if (handle_ != 0) kasuri_free(handle_);
    }

    std::uint64_t handle_;
};

}  // namespace KASURI_NAMESPACE
}  // namespace kasuri

#endif
