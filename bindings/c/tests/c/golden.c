/* The golden session of the library's tests (tests/world_kit/session.rs), played from C. The hashes are those of
 * tests/golden/danmaku.txt. The arguments: that file, and the number of steps. */
#include "check.h"

#define SHIP 1u
#define BULLET 2u
#define FOE 4u
#define SHOT 8u
#define LASER 16u
#define WIDTH 480
#define HEIGHT 640
#define MOST 8192

/* A body that flies straight, in lattice units. */
typedef struct {
    kasuri_body body;
    int64_t at[2];
    int64_t by[2];
} Flier;

typedef struct {
    Flier items[MOST];
    size_t count;
} Fliers;

static kasuri_world world;
static uint32_t step_number;
static kasuri_body ship, boss, foes[12], lasers[2];
static int64_t ship_at[2] = {240 * 256, 560 * 256};
static Fliers bullets, shots;
static int64_t ways[64][2];
static kasuri_mask star;
static kasuri_shape circle3, pellet, crumb, spear, bombs[2];
static size_t peak, grazed, died, cancelled, wounds;
static uint64_t random_state = 1;
static kasuri_body gone[MOST];
static kasuri_hit hits[MOST];

/* Makes 64 directions around a circle, with integers only: each is the previous one turned a little. */
static void make_ways(void) {
    int64_t x = 1 << 16, y = 0;
    int k;
    for (k = 0; k < 64; k++) {
        ways[k][0] = x >> 8;
        ways[k][1] = y >> 8;
        x -= (y * 6434) >> 16;
        y += (x * 6434) >> 16;
    }
}

static kasuri_vec2 place(int64_t x, int64_t y) {
    kasuri_vec2 at;
    at.x = (double)x / 256.0;
    at.y = (double)y / 256.0;
    return at;
}

static uint64_t below(uint64_t n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (random_state >> 33) % n;
}

static kasuri_body_def def_of(kasuri_appearance appearance, kasuri_vec2 at, uint32_t layer, uint32_t against) {
    kasuri_body_def def;
    OK(kasuri_body_def_default(&def));
    def.appearance = appearance;
    def.placement.at = at;
    def.layers.layer = layer;
    def.layers.against = against;
    return def;
}

static kasuri_look hull(int wing, double x, double y) {
    static uint8_t texels[20][24];
    kasuri_region region = {0};
    kasuri_mask mask;
    kasuri_look look;
    int i, j;
    for (j = 0; j < 20; j++) {
        for (i = 0; i < 24; i++) {
            texels[j][i] = abs(i - 12) * 3 < j + wing && j > 1;
        }
    }
    OK(kasuri_mask_from_texels(24, 20, &texels[0][0], sizeof texels, &mask));
    OK(kasuri_look_new(mask, &look));
    OK(kasuri_shape_capsule(-x, 0, x, y, 2, &region.solid));
    region.name = "core";
    region.layers.against = BULLET | LASER;
    region.flags = KASURI_LOOK_AGAINST;
    OK(kasuri_look_add_region(look, &region));
    OK(kasuri_free(region.solid));
    OK(kasuri_shape_circle(9, &region.solid));
    region.name = "hull";
    region.flags = 0;
    OK(kasuri_look_add_region(look, &region));
    OK(kasuri_free(region.solid));
    OK(kasuri_free(mask));
    return look;
}

static void begin_ship(void) {
    kasuri_appearance looks[2];
    kasuri_frames frames;
    kasuri_body_def def;
    looks[0] = hull(0, 0, 0);
    looks[1] = hull(6, 1.5, 1);
    OK(kasuri_frames_new(looks, 2, &frames));
    def = def_of(frames, place(ship_at[0], ship_at[1]), SHIP, FOE);
    def.graze = 24;
    def.flags = KASURI_BODY_GRAZE;
    def.invulnerable = 60;
    OK(kasuri_world_spawn(world, &def, &ship));
    OK(kasuri_free(frames));
    OK(kasuri_free(looks[0]));
    OK(kasuri_free(looks[1]));
}

static void begin_boss(void) {
    static uint8_t texels[41][41];
    kasuri_region region = {0};
    kasuri_look look;
    kasuri_body_def def;
    int i, j;
    for (j = 0; j < 41; j++) {
        for (i = 0; i < 41; i++) {
            texels[j][i] = abs(i - 20) * abs(j - 20) < 40;
        }
    }
    OK(kasuri_mask_from_texels(41, 41, &texels[0][0], sizeof texels, &star));
    OK(kasuri_look_new(star, &look));
    OK(kasuri_shape_circle(7, &region.solid));
    region.name = "eye";
    OK(kasuri_look_add_region(look, &region));
    def = def_of(look, place(240 * 256, 120 * 256), FOE, SHIP | SHOT);
    def.cooldown = 6;
    OK(kasuri_world_spawn(world, &def, &boss));
    OK(kasuri_free(region.solid));
    OK(kasuri_free(look));
}

static void begin_others(void) {
    static const kasuri_vec2 wedge[3] = {{-9, -7}, {9, -7}, {0, 11}};
    static const kasuri_vec2 line[3] = {{0, 0}, {10, 40}, {0, 80}};
    kasuri_shape shape;
    kasuri_body_def def, defs[12];
    int k;
    OK(kasuri_shape_polygon(wedge, 3, &shape));
    for (k = 0; k < 12; k++) {
        defs[k] = def_of(shape, place((40 * k + 20) * 256, 60 * 256), FOE, SHIP | SHOT);
        defs[k].cooldown = 3;
        defs[k].placement.scale.y = 1.5;
    }
    OK(kasuri_world_spawn_many(world, defs, 12, foes));
    OK(kasuri_free(shape));
    OK(kasuri_shape_chain(line, 3, 3, &shape));
    for (k = 0; k < 2; k++) {
        def = def_of(shape, place(160 * (k + 1) * 256, 80 * 256), LASER, SHIP);
        def.cooldown = 20;
        OK(kasuri_world_spawn(world, &def, &lasers[k]));
    }
    OK(kasuri_free(shape));
}

static void begin(void) {
    kasuri_pair_rule rule = {KASURI_RULE_ROOTED_CIRCLES, SHIP, BULLET};
    kasuri_world_def def;
    OK(kasuri_world_def_default(&def));
    def.has_bounds = 1;
    def.bounds[1].x = WIDTH;
    def.bounds[1].y = HEIGHT;
    def.rules = &rule;
    def.rule_count = 1;
    OK(kasuri_world_new(&def, &world));
    make_ways();
    OK(kasuri_shape_circle(3, &circle3));
    OK(kasuri_shape_capsule(-3, 0, 3, 0, 1.5, &pellet));
    OK(kasuri_shape_box(2.5, 2.5, &crumb));
    OK(kasuri_shape_segment(0, -6, 0, 6, &spear));
    OK(kasuri_shape_circle(90, &bombs[0]));
    OK(kasuri_shape_box(400, 40, &bombs[1]));
    begin_ship();
    begin_boss();
    begin_others();
}

static void launch(Fliers *fliers, const kasuri_body_def *def, const int64_t at[2], const int64_t by[2]) {
    Flier *flier = &fliers->items[fliers->count];
    fliers->count += 1;
    OK(kasuri_world_spawn(world, def, &flier->body));
    memcpy(flier->at, at, sizeof flier->at);
    memcpy(flier->by, by, sizeof flier->by);
}

static void fire(void) {
    static const int64_t middle[2] = {240 * 256, 120 * 256};
    uint64_t turn = (uint64_t)step_number * 3 + below(4), arm;
    uint64_t arms = step_number % 4 == 0 ? 32 : 0;
    kasuri_body_def def;
    for (arm = 0; arm < arms; arm++) {
        const int64_t *way = ways[(turn + arm * 2) % 64];
        int64_t slow = 3 + ((int64_t)arm + (int64_t)(step_number / 4)) % 4, by[2];
        uint64_t kind = below(3);
        by[0] = way[0] * slow / 5;
        by[1] = way[1] * slow / 5;
        def = def_of(kind == 0 ? circle3 : kind == 1 ? pellet : crumb, place(middle[0], middle[1]), BULLET,
                     SHIP | SHOT);
        def.placement.angle = kind == 0 ? 0 : kind == 1 ? (double)turn / 16.0 : (double)arm / 8.0;
        def.despawn_beyond = 12;
        def.flags = KASURI_BODY_DESPAWN_BEYOND;
        def.data = step_number;
        launch(&bullets, &def, middle, by);
    }
    if (step_number % 5 == 0) {
        int64_t at[2], by[2] = {0, -7 * 256};
        at[0] = ship_at[0];
        at[1] = ship_at[1] - 12 * 256;
        def = def_of(spear, place(at[0], at[1]), SHOT, step_number % 2 == 0 ? FOE : BULLET);
        def.max_hits = 3;
        def.despawn_beyond = 4;
        def.flags = KASURI_BODY_MAX_HITS | KASURI_BODY_DESPAWN_BEYOND;
        launch(&shots, &def, at, by);
    }
}

static void move(Fliers *fliers) {
    static kasuri_body bodies[MOST];
    static kasuri_vec2 at[MOST];
    size_t k;
    for (k = 0; k < fliers->count; k++) {
        Flier *flier = &fliers->items[k];
        flier->at[0] += flier->by[0];
        flier->at[1] += flier->by[1];
        bodies[k] = flier->body;
        at[k] = place(flier->at[0], flier->at[1]);
    }
    OK(kasuri_world_set_positions(world, bodies, at, fliers->count));
}

static int is_one(kasuri_body a, kasuri_body b) { return a.slot == b.slot && a.generation == b.generation; }

/* Turns some shots towards the nearest foe ahead. */
static void home(Flier *shot) {
    kasuri_vec2 from = place(shot->at[0], shot->at[1]);
    kasuri_filter filter = {FOE, {0, 0}};
    kasuri_neighbor near[2];
    size_t ahead, count, j, k;
    OK(kasuri_world_in_cone(world, from, -1.57079632679489661923, 0.5, 300, &filter, gone, MOST, &ahead));
    OK(kasuri_world_nearest(world, from.x, from.y, 2, &filter, near, 2, &count));
    for (k = 0; k < count; k++) {
        for (j = 0; j < ahead; j++) {
            if (is_one(near[k].body, gone[j])) {
                int64_t side = (near[k].point.x > from.x) - (near[k].point.x < from.x);
                int64_t by = shot->by[0] + side * 64;
                shot->by[0] = by < -512 ? -512 : by > 512 ? 512 : by;
                return;
            }
        }
    }
}

static void fly(void) {
    size_t k;
    move(&bullets);
    move(&shots);
    for (k = 0; k < shots.count && k < 4; k++) {
        home(&shots.items[k]);
    }
}

static void steer(void) {
    static const int64_t least[2] = {20 * 256, 400 * 256};
    static const int64_t most[2] = {(WIDTH - 20) * 256, (HEIGHT - 20) * 256};
    int64_t by[2];
    double turned[12];
    kasuri_vec2 at;
    int k;
    by[0] = (int64_t)below(5) - 2;
    by[1] = (int64_t)below(5) - 2;
    for (k = 0; k < 2; k++) {
        int64_t to = ship_at[k] + by[k] * 700;
        ship_at[k] = to < least[k] ? least[k] : to > most[k] ? most[k] : to;
    }
    at = place(ship_at[0], ship_at[1]);
    OK(kasuri_world_set_position(world, ship, at.x, at.y));
    if (step_number % 40 == 0) {
        OK(kasuri_world_set_frame(world, ship, step_number / 40 % 2));
    }
    OK(kasuri_world_set_angle(world, boss, step_number / 64.0));
    for (k = 0; k < 12; k++) {
        turned[k] = step_number / 128.0 + k;
    }
    OK(kasuri_world_set_angles(world, foes, turned, 12));
}

/* Moves the points of the lasers, in every step. */
static void wave(void) {
    kasuri_vec2 points[12];
    int64_t j, k;
    for (k = 0; k < 2; k++) {
        for (j = 0; j < 12; j++) {
            const int64_t *way = ways[(step_number + j * 7 + k * 20) % 64];
            points[j] = place(way[0] * j * 3, j * 40 * 256 + way[1]);
        }
        OK(kasuri_world_set_chain(world, lasers[k], points, 12));
    }
}

static void die(void) {
    kasuri_placement area = {{0, 0}, 0, {1, 1}};
    kasuri_filter filter = {BULLET, {0, 0}};
    kasuri_solid bomb;
    size_t count;
    died += 1;
    OK(kasuri_world_set_invulnerable(world, ship, 90));
    area.at = place(ship_at[0], ship_at[1]);
    bomb = died % 3 == 0 ? bombs[0] : died % 3 == 1 ? bombs[1] : star;
    if (died % 3 == 2) {
        area.scale.x = area.scale.y = 4;
    }
    OK(kasuri_world_remove_overlapping(world, bomb, &area, &filter, gone, MOST, &count));
    cancelled += count;
}

static void keep_living(Fliers *fliers) {
    size_t k, kept = 0;
    for (k = 0; k < fliers->count; k++) {
        bool lives;
        OK(kasuri_world_contains(world, fliers->items[k].body, &lives));
        if (lives) {
            fliers->items[kept] = fliers->items[k];
            kept += 1;
        }
    }
    fliers->count = kept;
}

static void follow(const kasuri_step *step) {
    kasuri_body_state state;
    uint8_t core;
    size_t count, k;
    peak = bullets.count > peak ? bullets.count : peak;
    grazed += step->grazes;
    OK(kasuri_world_hits_between(world, SHOT, FOE, hits, MOST, &count));
    wounds += count;
    OK(kasuri_world_region_index(world, ship, "core", &core));
    OK(kasuri_world_hits_between(world, SHIP, BULLET | LASER, hits, MOST, &count));
    for (k = 0; k < count && hits[k].regions[0] != core; k++) {
    }
    OK(kasuri_world_get(world, ship, &state));
    if (k < count && state.invulnerable_for == 0) {
        die();
    }
    OK(kasuri_world_hits_between(world, SHOT, BULLET, hits, MOST, &count));
    for (k = 0; k < count; k++) {
        bool lives;
        OK(kasuri_world_contains(world, hits[k].b, &lives));
        if (lives) {
            OK(kasuri_world_remove(world, hits[k].b));
        }
    }
    for (k = 0; k < shots.count; k++) {
        if (kasuri_world_get(world, shots.items[k].body, &state) == KASURI_STATUS_OK && state.has_max_hits &&
            state.hits_left == 0) {
            OK(kasuri_world_remove(world, shots.items[k].body));
        }
    }
    keep_living(&bullets);
    keep_living(&shots);
}

static uint64_t play_step(void) {
    kasuri_step step;
    uint64_t hash;
    step_number += 1;
    fire();
    fly();
    steer();
    wave();
    OK(kasuri_world_step(world, &step));
    follow(&step);
    OK(kasuri_world_hash(world, &hash));
    return hash;
}

int main(int count, char **arguments) {
    char line[256], ours[256];
    uint32_t most = count > 2 ? (uint32_t)atoi(arguments[2]) : 3200;
    FILE *golden = count > 1 ? fopen(arguments[1], "r") : NULL;
    if (!golden) {
        fprintf(stderr, "usage: golden DANMAKU.TXT [STEPS]\n");
        return EXIT_FAILURE;
    }
    begin();
    while (step_number < most) {
        uint64_t hash = play_step();
        if (step_number % 100 == 0) {
            sprintf(ours, "%5u %016llx\n", step_number, (unsigned long long)hash);
            CHECK(fgets(line, sizeof line, golden) && strcmp(line, ours) == 0);
        }
    }
    sprintf(ours, "%u bullets, %u grazes, %u deaths, %u cancelled, %u wounds\n", (unsigned)peak, (unsigned)grazed,
            (unsigned)died, (unsigned)cancelled, (unsigned)wounds);
    if (most == 3200) {
        CHECK(fgets(line, sizeof line, golden) && strcmp(line, ours) == 0);
    }
    fclose(golden);
    OK(kasuri_free(world));
    printf("%s", ours);
    return checked("golden");
}
