// The checks of the C++ tests.
#ifndef KASURI_TEST_CHECK_HPP
#define KASURI_TEST_CHECK_HPP

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <kasuri.hpp>
#include <string>

inline int checks = 0;
inline int failures = 0;

inline void check_that(bool holds, const char* what, const char* file, int line, const std::string& more = "") {
    checks += 1;
    if (!holds) {
        failures += 1;
        std::fprintf(stderr, "%s:%d: %s does not hold %s\n", file, line, what, more.c_str());
    }
}

#define CHECK(...) check_that(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

inline int checked(const char* name) {
    std::printf("%s: %d checks, %d failures\n", name, checks, failures);
    return checks > 0 && failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

// The value of a call that must succeed, in both ways of telling errors.
#ifdef KASURI_NO_EXCEPTIONS
template <class T>
T succeeded(kasuri::Expected<T> got, const char* what, const char* file, int line) {
    check_that(got.has_value(), what, file, line, got.has_value() ? "" : got.error().what());
    return std::move(got).value();
}
inline void succeeded(const kasuri::Expected<void>& got, const char* what, const char* file, int line) {
    check_that(got.has_value(), what, file, line, got.has_value() ? "" : got.error().what());
}
#define OK(...) succeeded(__VA_ARGS__, #__VA_ARGS__, __FILE__, __LINE__)
#else
#define OK(...) (__VA_ARGS__)
#endif

#ifdef KASURI_NO_EXCEPTIONS
// Expects a refusal with a code and a text that contains some words.
template <class T>
void check_refused(const kasuri::Expected<T>& got, kasuri::Status code, const char* words, const char* file, int line) {
    check_that(!got.has_value(), "the call is refused", file, line);
    if (got.has_value()) return;
    check_that(got.error().code() == code, "the code is as expected", file, line, got.error().what());
    check_that(std::strstr(got.error().what(), words) != nullptr, words, file, line, got.error().what());
}
#define REFUSED(code, words, ...) check_refused(__VA_ARGS__, kasuri::Status::code, words, __FILE__, __LINE__)
#else
template <class Call>
void check_refused(const Call& call, kasuri::Status code, const char* words, const char* file, int line) {
    try {
        call();
        check_that(false, "the call is refused", file, line);
    } catch (const kasuri::Error& error) {
        check_that(error.code() == code, "the code is as expected", file, line, error.what());
        check_that(std::strstr(error.what(), words) != nullptr, words, file, line, error.what());
    }
}
#define REFUSED(code, words, ...) \
    check_refused([&] { static_cast<void>(__VA_ARGS__); }, kasuri::Status::code, words, __FILE__, __LINE__)
#endif

#endif
