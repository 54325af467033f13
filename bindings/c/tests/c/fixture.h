/* Valid arguments for every function of the header. tests/misuse.rs replaces one of them at a time by a bad one. */
#ifndef KASURI_TEST_FIXTURE_H
#define KASURI_TEST_FIXTURE_H

#include "check.h"

/* A PNG of 2 x 2 pixels. */
static const uint8_t PNG[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x06, 0x00, 0x00, 0x00, 0x72, 0xb6, 0x0d,
    0x24, 0x00, 0x00, 0x00, 0x12, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0x00,
    0x44, 0x0c, 0x60, 0x12, 0xcc, 0x00, 0x00, 0x2b, 0xe6, 0x03, 0xfd, 0x12, 0xa7, 0x8e, 0xa0, 0x00,
    0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
};

/* A sheet of two frames, each with one region. */
static const char SHEET[] =
    "{\"kasuri_sheet\": 1, \"image\": \"jaw.png\", \"values\": {\"core\": \"by hand\"}, \"frames\": ["
    "{\"name\": \"core\", \"size\": [4, 2], \"at\": [0, 2], \"duration\": 80, \"pivot\": [2, 2], \"mask\": {\"runs\": [0, 1, 2, 5]},"
    " \"values\": {\"core\": true},"
    " \"regions\": [{\"name\": \"core\", \"layer\": 4, \"circle\": {\"at\": [2, 1], \"r\": 0.5},"
    " \"values\": {\"core\": 3, \"of\": \"steel\"}}]},"
    "{\"name\": \"shut\", \"size\": [4, 2], \"duration\": 40, \"mask\": {\"runs\": [1, 2, 1, 4]},"
    " \"values\": {\"core\": \"of a frame\"},"
    " \"regions\": [{\"name\": \"hull\", \"box\": {\"at\": [2, 1], \"half\": [2, 1]}, \"values\": {\"core\": \"of a region\"}}]}],"
    " \"tags\": [{\"name\": \"core\", \"from\": 0, \"to\": 1},"
    " {\"name\": \"back\", \"from\": 0, \"to\": 1, \"direction\": \"reverse\"}]}";

typedef struct {
    kasuri_world world;
    kasuri_mask mask, other;
    kasuri_shape shape;
    kasuri_tiles tiles;
    kasuri_look look;
    kasuri_frames frames;
    kasuri_snapshot snapshot;
    kasuri_recorder recorder;
    kasuri_recording recording;
    kasuri_replay replay;
    kasuri_sheet sheet;
    /* A ship with a region, a circle, a chain, a sprite, a body with two frames; all of them overlap. */
    kasuri_body ship, circle, chain, sprite, framed, removed;
    kasuri_body circles[2], framed_two[2], chains[2];
    kasuri_hit hit;
    kasuri_vec2 points[4];
    kasuri_vec2f floats[4];
    double numbers[4];
    uint32_t zeros[4];
    uint8_t texels[64];
    uint64_t words[4];
    uint8_t recorded[1 << 14];
    size_t recorded_count;
    kasuri_placement placements[2];
    kasuri_placed placed_a, placed_b, placed_mask, placed_tiles;
    kasuri_part parts[2];
    kasuri_cell legend[1];
    kasuri_appearance looks[2];
    kasuri_region region;
    kasuri_filter filter;
    kasuri_place_grid places;
    kasuri_opaque opaque;
    kasuri_world_def world_def;
    kasuri_body_def defs[2];
    kasuri_debug_draw draw;
    kasuri_poses poses, others;
    double columns[4];
    kasuri_solid solids[1];
    uint8_t saved[1 << 14];
    size_t saved_count;
    kasuri_random_stream random;
} Fixture;

/* Handles of objects that were freed, of each kind. */
static Fixture stale;

static kasuri_body spawned(Fixture *f, kasuri_appearance appearance) {
    kasuri_body_def def;
    kasuri_body body;
    OK(kasuri_body_def_default(&def));
    def.appearance = appearance;
    OK(kasuri_world_spawn(f->world, &def, &body));
    return body;
}

static void make_solids(Fixture *f) {
    static const uint8_t solid[64] = {
        1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    static const kasuri_vec2 square[4] = {{-4, -4}, {4, -4}, {4, 4}, {-4, 4}};
    size_t k;
    memcpy(f->texels, solid, sizeof solid);
    memcpy(f->points, square, sizeof square);
    for (k = 0; k < 4; k++) {
        f->floats[k].x = f->floats[k].y = 1;
        f->numbers[k] = 1;
        f->words[k] = 15;
    }
    OK(kasuri_mask_from_texels(8, 8, f->texels, 64, &f->mask));
    OK(kasuri_mask_empty(2, 2, &f->other));
    OK(kasuri_mask_fill(f->other));
    OK(kasuri_shape_circle(4, &f->shape));
    f->legend[0].character = 'm';
    f->legend[0].kind = KASURI_CELL_KIND_MASK;
    f->legend[0].mask = f->mask;
    OK(kasuri_tiles_from_rows(8, 8, "##\n#m", f->legend, 1, &f->tiles));
    OK(kasuri_look_new(f->shape, &f->look));
    f->region.name = "core";
    f->region.solid = f->shape;
    OK(kasuri_look_add_region(f->look, &f->region));
    f->region.name = "hull";
    f->looks[0] = f->shape;
    f->looks[1] = f->look;
    OK(kasuri_frames_new(f->looks, 2, &f->frames));
    OK(kasuri_sheet_from_json((const uint8_t *)SHEET, sizeof SHEET - 1, NULL, 0, &f->sheet));
    for (k = 0; k < 2; k++) {
        f->parts[k].shape = f->shape;
    }
}

static void make_structs(Fixture *f) {
    kasuri_placement here = {{0, 0}, 0, {1, 1}};
    size_t k;
    f->placements[0] = f->placements[1] = here;
    f->placed_a.solid = f->placed_b.solid = f->shape;
    f->placed_a.placement = f->placed_b.placement = here;
    f->placed_b.placement.at.x = 5;
    f->placed_mask = f->placed_a;
    f->placed_mask.solid = f->mask;
    f->placed_tiles = f->placed_a;
    f->placed_tiles.solid = f->tiles;
    f->filter.layers = UINT32_MAX;
    f->places.step.x = f->places.step.y = 1;
    f->places.count[0] = f->places.count[1] = 70;
    f->opaque.kind = KASURI_OPAQUE_KIND_ALPHA;
    f->opaque.alpha = 128;
    OK(kasuri_world_def_default(&f->world_def));
    for (k = 0; k < 2; k++) {
        OK(kasuri_body_def_default(&f->defs[k]));
        f->defs[k].appearance = f->shape;
    }
}

/* Two boxes and two masks, at the same positions. */
static void make_poses(Fixture *f) {
    static const double columns[4] = {3, 3, 3, 3};
    memcpy(f->columns, columns, sizeof columns);
    f->solids[0] = f->mask;
    f->poses.kind = KASURI_POSE_KIND_BOXES;
    f->poses.count = 2;
    f->poses.x = f->poses.y = f->poses.half_width = f->poses.half_height = f->poses.angle = f->columns;
    f->others = f->poses;
    f->others.kind = KASURI_POSE_KIND_MASKS;
    f->others.solids = f->solids;
    f->others.solid_count = 1;
    f->others.index = f->zeros;
}

static void make_world(Fixture *f) {
    kasuri_shape chain;
    kasuri_step step;
    f->world_def.has_bounds = 1;
    f->world_def.bounds[1].x = f->world_def.bounds[1].y = 100;
    OK(kasuri_world_new(&f->world_def, &f->world));
    OK(kasuri_shape_chain(f->points, 4, 1, &chain));
    f->ship = spawned(f, f->look);
    f->circle = f->circles[0] = spawned(f, f->shape);
    f->circles[1] = spawned(f, f->shape);
    f->chain = spawned(f, chain);
    f->sprite = spawned(f, f->mask);
    f->framed = f->framed_two[0] = spawned(f, f->frames);
    f->framed_two[1] = spawned(f, f->frames);
    f->removed = spawned(f, f->shape);
    OK(kasuri_world_remove(f->world, f->removed));
    OK(kasuri_free(chain));
    OK(kasuri_shape_chain(f->points, 2, 1, &chain));
    f->chains[0] = spawned(f, chain);
    f->chains[1] = spawned(f, chain);
    spawned(f, f->tiles);
    spawned(f, f->mask);
    OK(kasuri_free(chain));
    OK(kasuri_recorder_new(&f->recorder));
    OK(kasuri_recorder_step(f->recorder, f->world, &step));
    OK(kasuri_recorder_bytes(f->recorder, f->recorded, sizeof f->recorded, &f->recorded_count));
    OK(kasuri_recording_new(f->recorded, f->recorded_count, &f->recording));
    OK(kasuri_replay_new(f->recording, &f->replay));
    OK(kasuri_world_snapshot(f->world, &f->snapshot));
    OK(kasuri_snapshot_to_bytes(f->snapshot, f->saved, sizeof f->saved, &f->saved_count));
    f->hit.a = f->circles[0];
    f->hit.b = f->circles[1];
    CHECK(step.began > 0);
}

static void make(Fixture *f) {
    memset(f, 0, sizeof *f);
    make_solids(f);
    make_structs(f);
    make_poses(f);
    make_world(f);
}

static void unmake(Fixture *f) {
    /* Some are already freed by the function under test. */
    kasuri_free(f->world);
    kasuri_free(f->mask);
    kasuri_free(f->other);
    kasuri_free(f->shape);
    kasuri_free(f->tiles);
    kasuri_free(f->look);
    kasuri_free(f->frames);
    kasuri_free(f->snapshot);
    kasuri_free(f->recorder);
    kasuri_free(f->recording);
    kasuri_free(f->replay);
    kasuri_free(f->sheet);
}

#endif
