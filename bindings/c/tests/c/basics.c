/* Tests of what the header promises, case by case. They cover what misuse.c, which is generated from the header, does
 * not. */
#include "fixture.h"

static Fixture f;

static void versions(void) {
    char text[64], two[2];
    size_t length;
    uint32_t abi;
    OK(kasuri_check_abi(KASURI_ABI_VERSION, sizeof(kasuri_world_def), sizeof(kasuri_body_def), sizeof(kasuri_hit)));
    STATUS(WRONG_ABI, kasuri_check_abi(KASURI_ABI_VERSION + 1, sizeof(kasuri_world_def), sizeof(kasuri_body_def),
                                       sizeof(kasuri_hit)));
    STATUS(WRONG_ABI, kasuri_check_abi(KASURI_ABI_VERSION, 4, sizeof(kasuri_body_def), sizeof(kasuri_hit)));
    OK(kasuri_abi_version(&abi));
    CHECK(abi == KASURI_ABI_VERSION);
    OK(kasuri_version(text, sizeof text, &length));
    CHECK(strlen(text) == length && length >= 5);
    STATUS(SHORT_BUFFER, kasuri_version(two, 2, &length));
    CHECK(two[0] == text[0] && two[1] == 0 && length == strlen(text));
}

static void texts(void) {
    char text[256];
    size_t length;
    kasuri_shape shape = 1234;
    STATUS(REFUSED, kasuri_shape_circle(-1, &shape));
    CHECK(shape == 1234);
    OK(kasuri_last_error(text, sizeof text, &length));
    /* The library's own text. */
    CHECK(strcmp(text, "r: -1 is negative; a radius is 0 or more") == 0);
    STATUS(SHORT_BUFFER, kasuri_last_error(text, 4, &length));
    CHECK(strcmp(text, "r: ") == 0 && length > 30);
    STATUS(NULL_HANDLE, kasuri_mask_fill(0));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "mask: 0 is no handle; a mask is expected: create it first, and free it after its last use") == 0);
}

/* A wrong handle: the text says which argument, what is expected, what was found, and what to do. */
static void handle_texts(void) {
    char text[256];
    size_t length;
    kasuri_world world = 0;
    kasuri_mask mask = 0;
    kasuri_body body;
    kasuri_body_def def;
    OK(kasuri_world_new(NULL, &world));
    OK(kasuri_mask_empty(3, 3, &mask));
    OK(kasuri_body_def_default(&def));
    STATUS(NULL_HANDLE, kasuri_world_spawn(world, &def, &body));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "appearance: 0 is no handle; a shape, a mask, a tile map, a look, a list of frames or a sheet is expected: "
                       "create it first, and free it after its last use") == 0);
    def.appearance = world;
    STATUS(WRONG_KIND, kasuri_world_spawn(world, &def, &body));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "appearance: the handle is of a world; a shape, a mask, a tile map, a look, a list of frames or a sheet is "
                       "expected") == 0);
    STATUS(NULL_HANDLE, kasuri_world_clear(0));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "world: 0 is no handle; a world is expected: create it first, and free it after its last use") == 0);
    STATUS(NULL_HANDLE, kasuri_world_clear(77));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "world: 77 is no handle; a world is expected: pass the number that its creation returned") == 0);
    STATUS(WRONG_KIND, kasuri_world_clear(mask));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "world: the handle is of a mask; a world is expected") == 0);
    OK(kasuri_free(mask));
    STATUS(STALE_HANDLE, kasuri_mask_fill(mask));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "mask: the handle's object was freed; free an object after its last use") == 0);
    STATUS(NULL_HANDLE, kasuri_free(0));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strncmp(text, "object: 0 is no handle; an object is expected", 45) == 0);
    OK(kasuri_free(world));
}

/* A wrong length is refused, and the text says how many are expected. */
static void lengths(void) {
    static const uint8_t bytes[24] = {0};
    static const uint64_t words[2] = {0};
    static const kasuri_opaque opaque = {KASURI_OPAQUE_KIND_ALPHA, 128, {0, 0, 0}};
    char text[256];
    size_t length;
    kasuri_mask mask = 1234;
    kasuri_body bodies[2];
    STATUS(REFUSED, kasuri_mask_from_rgba(10, 10, bytes, 3, &opaque, &mask));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "the pixel data has 3 bytes; 10 x 10 RGBA pixels need 400") == 0);
    STATUS(REFUSED, kasuri_mask_from_texels(5, 4, bytes, 24, &mask));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "texels: there are 24 bytes; 5 x 4 texels need 20") == 0);
    STATUS(REFUSED, kasuri_mask_from_texels(1 << 20, 4, bytes, 24, &mask));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "a mask of 1048576 x 4 texels; 1 to 4096 a side are allowed") == 0);
    STATUS(REFUSED, kasuri_mask_from_words(65, 4, words, 2, &mask));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strstr(text, "words: there are 2 words; 8") == text);
    CHECK(mask == 1234);
    STATUS(WRONG_VALUE, kasuri_mask_from_words(64, 1, (const uint64_t *)(const void *)((const char *)words + 1), 1, &mask));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "words: the address is not a multiple of 8, as its type needs") == 0);
    STATUS(NULL_POINTER, kasuri_world_spawn_many(f.world, f.defs, 2, NULL));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "bodies: the pointer is NULL") == 0);
    STATUS(WRONG_VALUE, kasuri_world_spawn_many(f.world, f.defs, 1, (kasuri_body *)(void *)((char *)bodies + 1)));
}

static void freed_twice(void) {
    kasuri_mask first, second;
    OK(kasuri_mask_empty(4, 4, &first));
    CHECK(first < (uint64_t)1 << 53);
    OK(kasuri_free(first));
    STATUS(STALE_HANDLE, kasuri_free(first));
    OK(kasuri_mask_empty(4, 4, &second));
    CHECK(second != first);
    STATUS(STALE_HANDLE, kasuri_free(first));
    STATUS(STALE_HANDLE, kasuri_mask_fill(first));
    OK(kasuri_mask_fill(second));
    OK(kasuri_free(second));
}

/* Handles that the library never returned. */
static void random_handles(void) {
    uint64_t state = 1, count;
    bool meets;
    int k;
    for (k = 0; k < 100000; k++) {
        kasuri_status status;
        state = state * 6364136223846793005u + 1442695040888963407u;
        /* Numbers of 64 bits, and numbers of only as many bits as handles have. */
        status = kasuri_mask_count(k % 2 ? state : state >> 12, &count);
        if (status != KASURI_STATUS_NULL_HANDLE && status != KASURI_STATUS_STALE_HANDLE &&
            status != KASURI_STATUS_WRONG_KIND) {
            CHECK(!"a random handle is none");
        }
        status = kasuri_mask_meets(f.mask, state >> 12, 0, 0, &meets);
        if (status == KASURI_STATUS_OK) {
            CHECK(!"a random mask is none");
        }
    }
    CHECK(k == 100000);
}

static void struct_fields(void) {
    kasuri_world_def def = f.world_def;
    kasuri_body_def body = f.defs[0];
    kasuri_pair_rule rule = {99, 1, 1};
    kasuri_placed placed = f.placed_a;
    kasuri_cell cell = f.legend[0];
    kasuri_region region = f.region;
    kasuri_hit hit = f.hit;
    kasuri_opaque opaque = {99, 0, {0, 0, 0}};
    kasuri_contact contact;
    kasuri_world world;
    kasuri_mask mask;
    kasuri_tiles tiles;
    kasuri_body made;
    bool found;
#define WRONG(status, struct_, field, value, call) \
    do { struct_.field = value; STATUS(status, call); } while (0)
    WRONG(WRONG_VALUE, def, axes, 2, kasuri_world_new(&def, &world)); def.axes = 0;
    WRONG(WRONG_VALUE, def, touching, 99, kasuri_world_new(&def, &world)); def.touching = 0;
    WRONG(WRONG_VALUE, def, broad, UINT32_MAX, kasuri_world_new(&def, &world)); def.broad = 0;
    WRONG(WRONG_VALUE, def, backend, 3, kasuri_world_new(&def, &world)); def.backend = 0;
    WRONG(WRONG_VALUE, def, has_bounds, 2, kasuri_world_new(&def, &world)); def.has_bounds = 1;
    WRONG(REFUSED, def, bounds[0].x, NAN, kasuri_world_new(&def, &world)); def.bounds[0].x = 0;
    WRONG(REFUSED, def, pixels_per_unit, NAN, kasuri_world_new(&def, &world));
    WRONG(REFUSED, def, pixels_per_unit, 0, kasuri_world_new(&def, &world)); def.pixels_per_unit = 1;
    WRONG(NULL_POINTER, def, rule_count, 1, kasuri_world_new(&def, &world)); def.rules = &rule;
    STATUS(WRONG_VALUE, kasuri_world_new(&def, &world));
    WRONG(WRONG_VALUE, def, rule_count, SIZE_MAX, kasuri_world_new(&def, &world));
    WRONG(WRONG_VALUE, body, flags, 128, kasuri_world_spawn(f.world, &body, &made));
    body.flags = KASURI_BODY_GRAZE;
    WRONG(REFUSED, body, graze, NAN, kasuri_world_spawn(f.world, &body, &made));
    WRONG(WRONG_VALUE, body, flags, KASURI_BODY_SENSOR | KASURI_BODY_ONE_WAY, kasuri_world_spawn(f.world, &body, &made));
    WRONG(REFUSED, body, flags, KASURI_BODY_ONE_WAY, kasuri_world_spawn(f.world, &body, &made));
    WRONG(REFUSED, body, one_way.x, NAN, kasuri_world_spawn(f.world, &body, &made));
    body.flags = KASURI_BODY_DESPAWN_BEYOND;
    WRONG(REFUSED, body, despawn_beyond, -1, kasuri_world_spawn(f.world, &body, &made));
    WRONG(REFUSED, body, flags, KASURI_BODY_PIVOT, kasuri_world_spawn(f.world, &body, &made));
    body.appearance = f.mask;
    WRONG(REFUSED, body, pivot.x, NAN, kasuri_world_spawn(f.world, &body, &made)); body.flags = 0;
    WRONG(REFUSED, body, frame, 1, kasuri_world_spawn(f.world, &body, &made)); body.frame = 0;
    WRONG(REFUSED, body, placement.scale.x, 0, kasuri_world_spawn(f.world, &body, &made));
    WRONG(NULL_HANDLE, body, appearance, 0, kasuri_world_spawn(f.world, &body, &made));
    WRONG(WRONG_KIND, body, appearance, f.world, kasuri_world_spawn(f.world, &body, &made));
    WRONG(STALE_HANDLE, body, appearance, stale.mask, kasuri_world_spawn(f.world, &body, &made));
    WRONG(WRONG_VALUE, placed, flags, 2, kasuri_query_contains(&placed, 0, 0, &found)); placed.flags = 0;
    WRONG(REFUSED, placed, flags, KASURI_LOOK_PIVOT, kasuri_query_contains(&placed, 0, 0, &found));
    WRONG(NULL_HANDLE, placed, solid, 0, kasuri_query_contains(&placed, 0, 0, &found));
    WRONG(WRONG_KIND, placed, solid, f.look, kasuri_query_contains(&placed, 0, 0, &found));
    WRONG(STALE_HANDLE, placed, solid, stale.shape, kasuri_query_contains(&placed, 0, 0, &found));
    WRONG(WRONG_VALUE, cell, kind, 3, kasuri_tiles_from_rows(8, 8, "m", &cell, 1, &tiles)); cell.kind = 2;
    WRONG(WRONG_VALUE, cell, character, 0xd800, kasuri_tiles_from_rows(8, 8, "m", &cell, 1, &tiles));
    WRONG(STALE_HANDLE, cell, mask, stale.mask, (cell.character = 'm', kasuri_tiles_from_rows(8, 8, "m", &cell, 1, &tiles)));
    WRONG(NULL_POINTER, cell, count, 3, (cell.kind = 1, kasuri_tiles_from_rows(8, 8, "m", &cell, 1, &tiles)));
    STATUS(REFUSED, kasuri_tiles_from_rows(8, 8, "##\n#", NULL, 0, &tiles));
    WRONG(NULL_POINTER, region, name, NULL, kasuri_look_add_region(f.look, &region)); region.name = "x";
    WRONG(WRONG_VALUE, region, flags, 8, kasuri_look_add_region(f.look, &region)); region.flags = 0;
    WRONG(WRONG_VALUE, region, layers.group, 1, kasuri_look_add_region(f.look, &region)); region.layers.group = 0;
    WRONG(NULL_HANDLE, region, solid, 0, kasuri_look_add_region(f.look, &region));
    WRONG(WRONG_VALUE, hit, has_t, 2, kasuri_world_contact(f.world, &hit, &contact, &found));
    WRONG(WRONG_VALUE, hit, t, NAN, (hit.has_t = 1, kasuri_world_contact(f.world, &hit, &contact, &found)));
    hit = f.hit;
    WRONG(REFUSED, hit, regions[1], 9, kasuri_world_contact(f.world, &hit, &contact, &found)); hit.regions[1] = 0;
    WRONG(STALE_BODY, hit, a, f.removed, kasuri_world_contact(f.world, &hit, &contact, &found));
    STATUS(WRONG_VALUE, kasuri_mask_from_png(PNG, sizeof PNG, &opaque, &mask));
    opaque.kind = KASURI_OPAQUE_KIND_KEY;
    STATUS(REFUSED, kasuri_mask_from_png(PNG, 40, &opaque, &mask));
    STATUS(REFUSED, kasuri_recording_new(PNG, sizeof PNG, &mask));
}

static void masks(void) {
    kasuri_opaque opaque = {KASURI_OPAQUE_KIND_ALPHA, 128, {0, 0, 0}};
    kasuri_pixel_box box;
    kasuri_mask mask, copy, pieces[4];
    kasuri_pixel first;
    uint64_t solid, words[8];
    size_t count;
    bool found;
    OK(kasuri_mask_from_png(PNG, sizeof PNG, &opaque, &mask));
    OK(kasuri_mask_count(mask, &solid));
    CHECK(solid == 2);
    OK(kasuri_mask_copy(mask, &copy));
    OK(kasuri_mask_set(copy, 1, 1, 1));
    OK(kasuri_mask_count(mask, &solid));
    CHECK(solid == 2);
    OK(kasuri_mask_words(copy, words, 8, &count));
    CHECK(count == 2 && words[0] == 1 && words[1] == 3);
    OK(kasuri_mask_bounds(copy, &box, &found));
    CHECK(found && box.x1 == 2 && box.y1 == 2);
    OK(kasuri_mask_common_first(copy, copy, 1, 1, &first, &found));
    CHECK(found && first.x == 1 && first.y == 1);
    /* A mask as its own argument. */
    OK(kasuri_mask_erase(copy, copy, 0, 0));
    OK(kasuri_mask_count(copy, &solid));
    CHECK(solid == 0);
    OK(kasuri_mask_bounds(copy, &box, &found));
    CHECK(!found);
    OK(kasuri_mask_sliced(f.mask, 4, 4, pieces, 4, &count));
    CHECK(count == 4);
    while (count > 0) {
        count -= 1;
        OK(kasuri_free(pieces[count]));
    }
    OK(kasuri_free(copy));
    OK(kasuri_free(mask));
}

static void answers(void) {
    kasuri_placed ball = f.placed_a, other = f.placed_b, tiles = f.placed_tiles;
    kasuri_overlap overlap;
    kasuri_distance distance;
    kasuri_contact contact;
    kasuri_meeting meeting;
    kasuri_pixel cells[8];
    kasuri_vec2 far = {100, 0}, here = {5, 0};
    size_t count;
    bool found;
    OK(kasuri_query_contact(&ball, &other, KASURI_TOUCHING_COUNTS, &contact, &found));
    CHECK(found && contact.normal.x == 1 && contact.normal.y == 0 && contact.depth == 3);
    other.placement.at.x = 20;
    OK(kasuri_query_distance(&ball, &other, &distance, &found));
    CHECK(found && distance.distance == 12 && distance.a.x == 4 && distance.b.x == 16);
    OK(kasuri_query_overlap(&ball, &other, KASURI_TOUCHING_COUNTS, &overlap));
    CHECK(overlap.kind == KASURI_OVERLAP_KIND_NONE);
    OK(kasuri_query_overlap(&ball, &tiles, KASURI_TOUCHING_COUNTS, &overlap));
    CHECK(overlap.kind == KASURI_OVERLAP_KIND_TILES && overlap.cells == 1);
    OK(kasuri_query_overlap_cells(&ball, &tiles, KASURI_TOUCHING_COUNTS, cells, 8, &count));
    CHECK(count == 1 && cells[0].x == 0 && cells[0].y == 0);
    OK(kasuri_query_overlap(&f.placed_mask, &f.placed_mask, KASURI_TOUCHING_COUNTS, &overlap));
    CHECK(overlap.kind == KASURI_OVERLAP_KIND_SPRITE_SPRITE && overlap.pixels == overlap.common.pixels);
    OK(kasuri_query_overlap(&f.placed_mask, &ball, KASURI_TOUCHING_COUNTS, &overlap));
    CHECK(overlap.kind == KASURI_OVERLAP_KIND_SPRITE_SHAPE && overlap.pixels > 0);
    OK(kasuri_query_sweep(&ball, far, &other, other.placement.at, &meeting, &found));
    CHECK(found && fabs(meeting.t - 0.12) < 1e-12);
    here.x = 0;
    OK(kasuri_query_sweep(&ball, here, &other, other.placement.at, &meeting, &found));
    CHECK(!found && meeting.t == 0);
}

static void replays(void) {
    kasuri_step step;
    kasuri_world world;
    uint64_t hash, recorded;
    size_t length, steps;
    char text[64];
    bool found;
    OK(kasuri_recording_len(f.recording, &steps));
    CHECK(steps == 1);
    /* A replay's world can be queried like any other, but not changed. */
    OK(kasuri_replay_step(f.replay, &step, &found));
    CHECK(found && step.number == 1 && step.began > 0);
    OK(kasuri_world_hash(f.replay, &hash));
    OK(kasuri_world_hash(f.world, &recorded));
    CHECK(hash == recorded);
    STATUS(WRONG_KIND, kasuri_world_clear(f.replay));
    OK(kasuri_replay_step(f.replay, &step, &found));
    CHECK(!found && step.number == 0);
    OK(kasuri_replay_difference(f.replay, text, sizeof text, &length));
    CHECK(length == 0);
    OK(kasuri_replay_into_world(f.replay, &world));
    STATUS(STALE_HANDLE, kasuri_replay_step(f.replay, &step, &found));
    OK(kasuri_world_step(world, &step));
    CHECK(step.number == 2);
    OK(kasuri_free(world));
}

typedef struct {
    int segments, pixels, walls, busy, asked;
} Drawn;

static void on_segment(void *context, const kasuri_drawn_segment *segment) {
    Drawn *drawn = (Drawn *)context;
    kasuri_body_state state;
    drawn->segments += 1;
    drawn->asked += kasuri_world_get(f.world, segment->body, &state) == KASURI_STATUS_OK;
    drawn->busy += kasuri_world_remove(f.world, segment->body) == KASURI_STATUS_BUSY;
    drawn->busy += kasuri_free(f.world) == KASURI_STATUS_BUSY;
}

static void on_pixels(void *context, const kasuri_drawn_run *drawn) {
    ((Drawn *)context)->pixels += drawn->run.x1 - drawn->run.x0;
}

static void on_walls(void *context, const kasuri_drawn_box *walls) {
    ((Drawn *)context)->walls += walls->least.x == 0 && walls->greatest.y == 100;
}

static void drawing(void) {
    kasuri_debug_draw draw;
    Drawn drawn;
    memset(&draw, 0, sizeof draw);
    memset(&drawn, 0, sizeof drawn);
    draw.context = &drawn;
    draw.segment = on_segment;
    draw.pixels = on_pixels;
    draw.walls = on_walls;
    OK(kasuri_world_debug_draw(f.world, &draw));
    CHECK(drawn.segments > 10 && drawn.pixels > 0 && drawn.walls == 1);
    CHECK(drawn.asked == drawn.segments && drawn.busy == 2 * drawn.segments);
    OK(kasuri_world_debug_draw_hits(f.world, &draw));
    OK(kasuri_world_debug_draw_cells(f.world, &draw));
}

static void ships(void) {
    kasuri_sweep_hit met;
    kasuri_vec2 path[2] = {{50, 50}, {90, 50}}, by = {10, 0}, at;
    kasuri_travel travel;
    kasuri_report report;
    kasuri_body one = f.circle, many[16];
    size_t count;
    uint8_t index;
    char name[16];
    bool found;
    OK(kasuri_world_region_index(f.world, f.ship, "core", &index));
    CHECK(index == 1);
    OK(kasuri_world_region_name(f.world, f.ship, 1, name, sizeof name, &count));
    CHECK(strcmp(name, "core") == 0 && count == 4);
    STATUS(REFUSED, kasuri_world_region_index(f.world, f.ship, "none", &index));
    STATUS(REFUSED, kasuri_world_region_name(f.world, f.ship, 7, name, sizeof name, &count));
    OK(kasuri_world_advance(f.world, one, path, 2, &met, &found));
    OK(kasuri_world_travel(f.world, one, by, KASURI_RESPONSE_SLIDE, 0, &travel, &met, 1, &count));
    OK(kasuri_world_positions(f.world, &one, 1, &at));
    CHECK(at.x == travel.at.x);
    OK(kasuri_world_report(f.world, &report));
    CHECK(report.step == 1 && report.bodies >= 8);
    OK(kasuri_world_in_circle(f.world, at, 1, NULL, many, 16, &count));
    CHECK(count >= 1);
    one = f.removed;
    STATUS(STALE_BODY, kasuri_world_positions(f.world, &one, 1, &at));
    STATUS(STALE_BODY, kasuri_world_remove_many(f.world, &one, 1));
}

static void batches(void) {
    kasuri_poses poses = f.poses, others = f.others;
    kasuri_separation ways[2];
    float floats[2] = {3, 4};
    uint32_t pairs[2];
    uint64_t words[1];
    size_t count;
    OK(kasuri_batch_overlaps(&poses, &others, KASURI_TOUCHING_COUNTS, 1, words, 1, &count));
    CHECK(count == 1 && words[0] == 3);
    poses.kind = KASURI_POSE_KIND_CIRCLES;
    poses.number = KASURI_NUMBER_FLOAT;
    poses.x = poses.y = poses.radius = floats;
    OK(kasuri_batch_hits(&poses, &others, KASURI_TOUCHING_COUNTS, 0, pairs, 2, &count));
    CHECK(count == 2 && pairs[0] == 0 && pairs[1] == 1);
    poses.radius = f.columns;
    poses.number = KASURI_NUMBER_DOUBLE;
    poses.x = poses.y = f.columns;
    OK(kasuri_batch_separations(&poses, &poses, KASURI_TOUCHING_COUNTS, 0, ways, 2, &count));
    CHECK(count == 2 && ways[0].overlaps == 1 && ways[0].depth == 6);
    f.columns[1] = NAN;
    STATUS(REFUSED, kasuri_batch_hits(&poses, &others, KASURI_TOUCHING_COUNTS, 0, pairs, 2, &count));
    f.columns[1] = 3;
    poses.count = 1;
    STATUS(REFUSED, kasuri_batch_hits(&poses, &others, KASURI_TOUCHING_COUNTS, 0, pairs, 2, &count));
    poses.count = SIZE_MAX;
    STATUS(WRONG_VALUE, kasuri_batch_hits(&poses, &others, KASURI_TOUCHING_COUNTS, 0, pairs, 2, &count));
    poses.count = 2;
    poses.kind = KASURI_POSE_KIND_SHAPES;
    STATUS(NULL_POINTER, kasuri_batch_hits(&poses, &others, KASURI_TOUCHING_COUNTS, 0, pairs, 2, &count));
    poses.kind = 4;
    STATUS(WRONG_VALUE, kasuri_batch_hits(&poses, &others, KASURI_TOUCHING_COUNTS, 0, pairs, 2, &count));
    poses.kind = KASURI_POSE_KIND_CIRCLES;
    poses.number = 2;
    STATUS(WRONG_VALUE, kasuri_batch_hits(&poses, &others, KASURI_TOUCHING_COUNTS, 0, pairs, 2, &count));
    poses.number = 0;
    poses.radius = NULL;
    STATUS(NULL_POINTER, kasuri_batch_hits(&poses, &others, KASURI_TOUCHING_COUNTS, 0, pairs, 2, &count));
    f.zeros[1] = 1;
    STATUS(REFUSED, kasuri_batch_hits(&others, &others, KASURI_TOUCHING_COUNTS, 0, pairs, 2, &count));
    f.zeros[1] = 0;
    f.solids[0] = f.shape;
    STATUS(WRONG_KIND, kasuri_batch_hits(&others, &others, KASURI_TOUCHING_COUNTS, 0, pairs, 2, &count));
    f.solids[0] = stale.mask;
    STATUS(STALE_HANDLE, kasuri_batch_hits(&others, &others, KASURI_TOUCHING_COUNTS, 0, pairs, 2, &count));
}

/* Whether the bit of a pose is set. */
static int is_free(const uint64_t *words, const kasuri_place_grid *places, uint32_t angle, uint32_t x, uint32_t y) {
    size_t stride = (places->count[0] + 63) / 64;
    return (int)(words[(angle * places->count[1] + y) * stride + x / 64] >> (x % 64) & 1);
}

/* Every bit is what a test of the placed solid says; the other answers are those of the bits. */
static void placing(void) {
    static uint64_t words[512], alone[512];
    kasuri_place_grid places = {{-20, -9}, {0.5, 1}, {90, 20}};
    kasuri_placed others[3], poses[2], pose;
    const double angles[2] = {0, 0.7};
    kasuri_vec2 to = {0.25, 0};
    kasuri_body_def def = f.defs[0];
    kasuri_free_pose first, near;
    kasuri_world world;
    kasuri_body bodies[3];
    kasuri_shape egg;
    kasuri_filter filter = {UINT32_MAX, {0, 0}};
    uint64_t sum, free_poses = 0;
    double least = 1e9;
    size_t count, k;
    uint32_t angle, x, y, first_at[3] = {9, 9, 9};
    bool found, hit;
    OK(kasuri_world_new(NULL, &world));
    OK(kasuri_shape_ellipse(6, 3, &egg));
    others[0] = others[1] = others[2] = f.placed_a;
    others[0].solid = egg;
    others[0].placement.angle = 0.4;
    others[1].solid = f.mask;
    others[1].placement.at.x = -14.5;
    others[2].placement.at.x = 13;
    for (k = 0; k < 3; k++) {
        def.appearance = others[k].solid;
        def.placement = others[k].placement;
        OK(kasuri_world_spawn(world, &def, &bodies[k]));
    }
    def.appearance = f.mask;
    OK(kasuri_world_fits(world, &def, angles, 2, &places, NULL, words, 512, &count));
    CHECK(count == 2 * 20 * 2);
    poses[0] = poses[1] = f.placed_mask;
    poses[1].placement.angle = angles[1];
    OK(kasuri_query_fits(poses, 2, others, 3, &places, KASURI_TOUCHING_COUNTS, alone, 512, &count));
    CHECK(count == 2 * 20 * 2 && memcmp(words, alone, count * sizeof *words) == 0);
    for (angle = 0; angle < 2; angle++) {
        for (y = 0; y < 20; y++) {
            for (x = 0; x < 90; x++) {
                double dx, dy;
                pose = poses[angle];
                pose.placement.at.x = places.from.x + x * places.step.x;
                pose.placement.at.y = places.from.y + y * places.step.y;
                for (k = 0, hit = false; k < 3 && !hit; k++) {
                    OK(kasuri_query_overlaps(&pose, &others[k], KASURI_TOUCHING_COUNTS, &hit));
                }
                CHECK(is_free(words, &places, angle, x, y) == !hit);
                if (!hit) {
                    dx = pose.placement.at.x - to.x;
                    dy = pose.placement.at.y - to.y;
                    if (free_poses == 0) {
                        first_at[0] = angle;
                        first_at[1] = x;
                        first_at[2] = y;
                    }
                    free_poses += 1;
                    least = dx * dx + dy * dy < least ? dx * dx + dy * dy : least;
                }
            }
        }
    }
    CHECK(free_poses > 500 && free_poses < 3000);
    OK(kasuri_world_count_fits(world, &def, angles, 2, &places, NULL, &sum));
    CHECK(sum == free_poses);
    OK(kasuri_query_count_fits(poses, 2, others, 3, &places, KASURI_TOUCHING_COUNTS, &sum));
    CHECK(sum == free_poses);
    OK(kasuri_world_first_fit(world, &def, angles, 2, &places, NULL, &first, &found));
    CHECK(found && first.angle == first_at[0] && first.x == first_at[1] && first.y == first_at[2]);
    CHECK(first.at.x == places.from.x + first.x * places.step.x);
    OK(kasuri_query_first_fit(poses, 2, others, 3, &places, KASURI_TOUCHING_COUNTS, &near, &found));
    CHECK(found && near.x == first.x && near.y == first.y && near.angle == first.angle);
    OK(kasuri_world_nearest_fit(world, &def, angles, 2, &places, NULL, to, &near, &found));
    CHECK(found && (near.at.x - to.x) * (near.at.x - to.x) + (near.at.y - to.y) * (near.at.y - to.y) == least);
    OK(kasuri_query_nearest_fit(poses, 2, others, 3, &places, KASURI_TOUCHING_COUNTS, to, &first, &found));
    CHECK(found && near.x == first.x && near.y == first.y && near.angle == first.angle);
    /* A group, and a filter. */
    OK(kasuri_world_count_fits(world, &def, angles, 2, &places, &filter, &sum));
    CHECK(sum == free_poses);
    filter.layers = 2;
    OK(kasuri_world_count_fits(world, &def, angles, 2, &places, &filter, &sum));
    CHECK(sum == 2 * 20 * 90);
    def.layers.group = 5;
    for (k = 0; k < 3; k++) {
        OK(kasuri_world_set_group(world, bodies[k], 5));
    }
    OK(kasuri_world_count_fits(world, &def, angles, 2, &places, NULL, &sum));
    CHECK(sum == 2 * 20 * 90);
    def.layers.group = 0;
    /* A body that fits nowhere. */
    places.from = others[2].placement.at;
    places.count[0] = places.count[1] = 1;
    OK(kasuri_world_first_fit(world, &def, angles, 2, &places, NULL, &first, &found));
    CHECK(!found && first.x == 0);
    OK(kasuri_world_nearest_fit(world, &def, angles, 2, &places, NULL, to, &first, &found));
    CHECK(!found);
    /* Wrong numbers and lengths. */
    STATUS(SHORT_BUFFER, kasuri_world_fits(world, &def, angles, 2, &places, NULL, words, 1, &count));
    CHECK(count == 2);
    places.count[1] = UINT32_MAX;
    places.step.y = 1e-9;
    /* 34 GB of words: nobody has room for them, and none are made. */
    STATUS(SHORT_BUFFER, kasuri_world_fits(world, &def, angles, 1, &places, NULL, words, 512, &count));
    CHECK(count == UINT32_MAX);
    places.count[1] = 1;
    places.step.y = 1;
    STATUS(REFUSED, kasuri_world_fits(world, &def, angles, 0, &places, NULL, words, 512, &count));
    STATUS(REFUSED, kasuri_query_fits(poses, 0, others, 3, &places, KASURI_TOUCHING_COUNTS, words, 512, &count));
    STATUS(WRONG_VALUE, kasuri_world_fits(world, &def, angles, SIZE_MAX, &places, NULL, words, 512, &count));
    STATUS(WRONG_VALUE, kasuri_query_fits(poses, SIZE_MAX, others, 3, &places, 0, words, 512, &count));
    STATUS(WRONG_VALUE, kasuri_query_fits(poses, 2, others, SIZE_MAX, &places, 0, words, 512, &count));
    OK(kasuri_query_fits(poses, 2, NULL, 0, &places, KASURI_TOUCHING_COUNTS, words, 512, &count));
    CHECK(words[0] == 1 && words[1] == 1);
    places.count[1] = 0;
    STATUS(REFUSED, kasuri_world_count_fits(world, &def, angles, 2, &places, NULL, &sum));
    places.count[0] = places.count[1] = UINT32_MAX;
    places.step.x = places.step.y = 1e-9;
    STATUS(REFUSED, kasuri_world_fits(world, &def, angles, 2, &places, NULL, words, 512, &count));
    places.count[0] = places.count[1] = 2;
    places.step.x = 0;
    STATUS(REFUSED, kasuri_world_fits(world, &def, angles, 2, &places, NULL, words, 512, &count));
    def.appearance = f.tiles;
    places.step.x = 1;
    STATUS(REFUSED, kasuri_world_fits(world, &def, angles, 2, &places, NULL, words, 512, &count));
    OK(kasuri_free(egg));
    OK(kasuri_free(world));
    STATUS(STALE_HANDLE, kasuri_world_fits(world, &def, angles, 2, &places, NULL, words, 512, &count));
}

/* What a def sets and what a call sets later are the same. */
static void setters(void) {
    kasuri_vec2 points[5] = {{0, 0}, {9, 5}, {3, 9}, {0, 0}, {7, 7}};
    kasuri_world spawned_world, edited;
    kasuri_body_def def = f.defs[0];
    kasuri_body ship, one, chains[2];
    kasuri_body_state state;
    kasuri_shape lines[2];
    kasuri_region region;
    kasuri_look look;
    kasuri_step step;
    uint64_t hash, other;
    OK(kasuri_world_new(NULL, &spawned_world));
    OK(kasuri_world_new(NULL, &edited));
    OK(kasuri_world_spawn(edited, &def, &ship));
    OK(kasuri_world_set_group(edited, ship, 3));
    OK(kasuri_world_set_one_way(edited, ship, 1, 0, -1));
    memset(&region, 0, sizeof region);
    region.name = "core";
    region.solid = f.shape;
    OK(kasuri_world_set_region(edited, ship, &region));
    OK(kasuri_world_set_region(edited, ship, &region));
    OK(kasuri_look_new(f.shape, &look));
    OK(kasuri_look_add_region(look, &region));
    def.appearance = look;
    def.layers.group = 3;
    def.flags = KASURI_BODY_ONE_WAY;
    def.one_way.y = -1;
    OK(kasuri_world_spawn(spawned_world, &def, &one));
    OK(kasuri_world_hash(edited, &hash));
    OK(kasuri_world_hash(spawned_world, &other));
    CHECK(hash == other);
    OK(kasuri_world_get(edited, ship, &state));
    CHECK(state.layers.group == 3 && state.has_one_way == 1 && state.one_way.y == -1 && state.is_sensor == 0);
    OK(kasuri_world_spawn(edited, &def, &one));
    OK(kasuri_world_step(edited, &step));
    CHECK(step.began == 0);
    OK(kasuri_world_set_group(edited, one, 0));
    OK(kasuri_world_step(edited, &step));
    CHECK(step.began > 0);
    OK(kasuri_world_set_sensor(edited, ship, 1));
    OK(kasuri_world_get(edited, ship, &state));
    CHECK(state.is_sensor == 1 && state.has_one_way == 0);
    OK(kasuri_world_remove_region(edited, ship, "core"));
    STATUS(REFUSED, kasuri_world_remove_region(edited, ship, "core"));
    STATUS(REFUSED, kasuri_world_set_one_way(edited, ship, 1, 0, 0));
    OK(kasuri_world_set_one_way(edited, ship, 0, 0, 0));
    /* Chains of three points and of two. */
    OK(kasuri_shape_chain(points, 3, 1, &lines[0]));
    OK(kasuri_shape_chain(points, 2, 1, &lines[1]));
    OK(kasuri_body_def_default(&def));
    def.appearance = lines[0];
    OK(kasuri_world_spawn(edited, &def, &chains[0]));
    def.appearance = lines[1];
    OK(kasuri_world_spawn(edited, &def, &chains[1]));
    OK(kasuri_world_set_chains(edited, chains, 2, points, 5));
    OK(kasuri_world_hash(edited, &hash));
    OK(kasuri_world_set_chain(edited, chains[0], points, 3));
    OK(kasuri_world_set_chain(edited, chains[1], points + 3, 2));
    OK(kasuri_world_hash(edited, &other));
    CHECK(hash == other);
    STATUS(REFUSED, kasuri_world_set_chains(edited, chains, 2, points, 4));
    STATUS(REFUSED, kasuri_world_set_chains(edited, chains, 1, points, 5));
    STATUS(WRONG_VALUE, kasuri_world_set_chains(edited, chains, 2, points, SIZE_MAX));
    points[4].y = NAN;
    STATUS(REFUSED, kasuri_world_set_chains(edited, chains, 2, points, 5));
    OK(kasuri_world_hash(edited, &hash));
    CHECK(hash == other);
    OK(kasuri_free(lines[0]));
    OK(kasuri_free(lines[1]));
    OK(kasuri_free(look));
    OK(kasuri_free(edited));
    OK(kasuri_free(spawned_world));
}

static void saved_games(void) {
    kasuri_snapshot again;
    kasuri_world other;
    uint64_t hash, restored;
    OK(kasuri_snapshot_from_bytes(f.saved, f.saved_count, &again));
    OK(kasuri_world_new(NULL, &other));
    OK(kasuri_world_restore(other, again));
    OK(kasuri_snapshot_hash(f.snapshot, &hash));
    OK(kasuri_world_hash(other, &restored));
    CHECK(hash == restored);
    f.saved[40] ^= 1;
    STATUS(REFUSED, kasuri_snapshot_from_bytes(f.saved, f.saved_count, &again));
    OK(kasuri_free(other));
    OK(kasuri_free(again));
}

/* The numbers are those of the library's own examples. */
static void mathematics(void) {
    kasuri_random_stream random = {0, 0}, wave, other;
    kasuri_vec2 v = {3, 1}, zero = {0, 0}, target = {3, 4}, to;
    double number;
    uint64_t bits;
    uint32_t whole;
    int k;
    OK(kasuri_det_sin(0.5, &number));
    CHECK(number == 0.479425538604203);
    OK(kasuri_det_cos(0, &number));
    CHECK(number == 1);
    OK(kasuri_det_cos(INFINITY, &number));
    CHECK(isnan(number));
    OK(kasuri_det_atan2(1, 1, &number));
    CHECK(number == 0.7853981633974483);
    OK(kasuri_det_sqrt(2.25, &number));
    CHECK(number == 1.5);
    OK(kasuri_det_hypot(3, -4, &number));
    CHECK(number == 5);
    OK(kasuri_det_exp2(-3, &number));
    CHECK(number == 0.125);
    OK(kasuri_det_rotate(v, 0, &to));
    CHECK(to.x == 3 && to.y == 1);
    OK(kasuri_det_move_towards(zero, target, 2.5, &to));
    CHECK(to.x == 1.5 && to.y == 2);
    OK(kasuri_det_turn_towards(target, v, 9, &to));
    CHECK(to.x > to.y && to.y > 0);
    OK(kasuri_random_bits(&random, &bits));
    CHECK(bits == 0xca00a0459843d731u && random.drawn == 1);
    OK(kasuri_random_split(&random, 9, &wave));
    OK(kasuri_random_bits(&random, &bits));
    CHECK(bits == 0x66c24222c9a845b5u && random.drawn == 2);
    OK(kasuri_random_split(&random, 9, &other));
    CHECK(wave.key == other.key && wave.key != random.key && wave.drawn == 0);
    for (k = 0; k < 100; k++) {
        OK(kasuri_random_below(&random, 6, &whole));
        OK(kasuri_random_between(&random, 2, 3, &number));
        CHECK(whole < 6 && number >= 2 && number <= 3);
    }
    CHECK(random.drawn == 202);
    STATUS(NULL_POINTER, kasuri_random_bits(&random, NULL));
    CHECK(random.drawn == 202);
}

static void panics(void) {
    char text[64];
    size_t length;
    STATUS(PANIC, kasuri_test_panic(0));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "the library panicked: on purpose") == 0);
    STATUS(PANIC, kasuri_test_panic(f.world));
    STATUS(POISONED, kasuri_world_len(f.world, &length));
    STATUS(POISONED, kasuri_world_clear(f.world));
    OK(kasuri_free(f.world));
    STATUS(STALE_HANDLE, kasuri_world_len(f.world, &length));
    STATUS(STALE_HANDLE, kasuri_free(f.world));
}

int main(void) {
    make(&stale);
    unmake(&stale);
    versions();
    texts();
    freed_twice();
    make(&f);
    lengths();
    handle_texts();
    random_handles();
    struct_fields();
    masks();
    answers();
    drawing();
    replays();
    ships();
    batches();
    placing();
    setters();
    saved_games();
    mathematics();
    panics();
    unmake(&f);
    return checked("basics");
}
