/* Scene F: 10,000 bullets of 8 px against 200 enemies of 64 px on 1920 x 1080, 120 frames, of which the last 100 are
 * timed. A frame sets the positions, sets the angles if they change, and reads all hits as an array. It does the same
 * as examples/scene_f.rs. For each scene it prints the name, the median frame in microseconds, and a sum over all
 * hits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kasuri.h"

#define BULLETS 10000
#define BODIES 10200
#define FRAMES 120
#define TIMED 100
#define MOST_HITS 65536

static uint32_t state;
static int32_t at[BODIES][2], by[BODIES][2];
static kasuri_body_def defs[BODIES];
static kasuri_body bodies[BODIES];
static kasuri_vec2 places[BODIES];
static double angles[BODIES];
static kasuri_hit hits[MOST_HITS];

static void must(kasuri_status status) {
    if (status != KASURI_STATUS_OK) {
        char text[256];
        size_t length;
        kasuri_last_error(text, sizeof text, &length);
        fprintf(stderr, "%s\n", text);
        exit(EXIT_FAILURE);
    }
}

static int32_t below(int32_t n) {
    state = state * 1664525u + 1013904223u;
    return (int32_t)(((uint64_t)state * (uint64_t)n) >> 32);
}

static kasuri_mask disc(int side) {
    static uint8_t texels[64 * 64];
    kasuri_mask mask;
    int x, y;
    for (y = 0; y < side; y++) {
        for (x = 0; x < side; x++) {
            int u = 2 * x - side + 1, v = 2 * y - side + 1;
            texels[y * side + x] = 100 * (u * u + v * v) < 79 * side * side;
        }
    }
    must(kasuri_mask_from_texels((size_t)side, (size_t)side, texels, (size_t)(side * side), &mask));
    return mask;
}

static void move(void) {
    static const int32_t most[2] = {1920 * 256, 1080 * 256};
    int k, i;
    for (k = 0; k < BODIES; k++) {
        for (i = 0; i < 2; i++) {
            at[k][i] += by[k][i];
            if (at[k][i] < 0 || at[k][i] > most[i]) {
                by[k][i] = -by[k][i];
                at[k][i] += 2 * by[k][i];
            }
        }
        places[k].x = at[k][0] / 256.0;
        places[k].y = at[k][1] / 256.0;
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void play(const char *name, double turn, double spin) {
    kasuri_mask small = disc(8), large = disc(64);
    double times[TIMED];
    kasuri_world_def def;
    kasuri_world world;
    kasuri_step step;
    uint64_t sum = 0;
    size_t count, j;
    int frame, k;
    state = 6;
    must(kasuri_world_def_default(&def));
    def.threads = 1;
    must(kasuri_world_new(&def, &world));
    for (k = 0; k < BODIES; k++) {
        int is_bullet = k < BULLETS, fastest = is_bullet ? 6 * 256 : 2 * 256;
        at[k][0] = below(1920 * 256);
        at[k][1] = below(1080 * 256);
        by[k][0] = below(2 * fastest + 1) - fastest;
        by[k][1] = below(2 * fastest + 1) - fastest;
        angles[k] = turn * k;
        must(kasuri_body_def_default(&defs[k]));
        defs[k].appearance = is_bullet ? small : large;
        defs[k].placement.angle = angles[k];
        defs[k].layers.layer = is_bullet ? 1 : 2;
        defs[k].layers.against = is_bullet ? 2 : 1;
    }
    must(kasuri_world_spawn_many(world, defs, BODIES, bodies));
    for (frame = 0; frame < FRAMES; frame++) {
        double before;
        move();
        for (k = 0; k < BODIES; k++) {
            angles[k] += spin;
        }
        before = now();
        must(kasuri_world_set_positions(world, bodies, places, BODIES));
        if (spin != 0) {
            must(kasuri_world_set_angles(world, bodies, angles, BODIES));
        }
        must(kasuri_world_step(world, &step));
        must(kasuri_world_hits(world, KASURI_HITS_ALL, hits, MOST_HITS, &count));
        for (j = 0; j < count; j++) {
            sum = sum * 31 + hits[j].a.slot * 10200 + hits[j].b.slot;
        }
        if (frame >= FRAMES - TIMED) {
            times[frame - (FRAMES - TIMED)] = now() - before;
        }
    }
    qsort(times, TIMED, sizeof times[0], compare);
    printf("%s %.1f %016llx\n", name, times[TIMED / 2], (unsigned long long)sum);
    must(kasuri_free(world));
    must(kasuri_free(small));
    must(kasuri_free(large));
}

int main(void) {
    play("upright", 0, 0);
    play("turned", 0.7, 0);
    play("spin", 0.7, 0.05);
    return EXIT_SUCCESS;
}
