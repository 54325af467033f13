/* The checks of the C tests. */
#ifndef KASURI_TEST_CHECK_H
#define KASURI_TEST_CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kasuri.h"

static int checks = 0;
static int failures = 0;

static void check_that(int holds, const char *what, const char *file, int line) {
    checks += 1;
    if (!holds) {
        char text[512];
        size_t length;
        failures += 1;
        kasuri_last_error(text, sizeof text, &length);
        fprintf(stderr, "%s:%d: %s does not hold; the last error: %s\n", file, line, what, text);
    }
}

static void check_status(int got, int expected, const char *what, const char *file, int line) {
    checks += 1;
    if (got != expected) {
        char text[512];
        size_t length;
        failures += 1;
        kasuri_last_error(text, sizeof text, &length);
        fprintf(stderr, "%s:%d: %s is %d, not %d; the last error: %s\n", file, line, what, got, expected, text);
    }
}

#define CHECK(condition) check_that((condition) ? 1 : 0, #condition, __FILE__, __LINE__)
#define STATUS(expected, call) check_status((int)(call), (int)KASURI_STATUS_##expected, #call, __FILE__, __LINE__)
#define OK(call) STATUS(OK, call)

static int checked(const char *name) {
    printf("%s: %d checks, %d failures\n", name, checks, failures);
    return checks > 0 && failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Only for tests: not in kasuri.h. */
#ifdef __cplusplus
extern "C"
#endif
kasuri_status kasuri_test_panic(kasuri_world world);

#endif
