/* A whole game in one file: bullets that turn as they fly, a laser, a ship with a small core, grazes, lives, and a replay.
 * README.md beside this file walks through it. The same game in seven other languages lies there, too, and all print the same
 * hashes. Build it with: cc -std=c99 tutorial.c -lkasuri_c -lm */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "kasuri.h"

/* A layer is a bit. Each body has the layers that it is on, and the layers that it can hit. */
enum { SHIP = 1, BULLET = 2, LASER = 4, FRAMES = 600, RING = 18, MOST = FRAMES / 10 * RING };
static const char ship_picture[] = "....#....\0...###...\0...###...\0..#####..\0.#######.\0#########\0##.....##";
static const char bullet_picture[] = "..####...\0#########\0..####...";
static const kasuri_vec2 boss_at = {192, 96};
static const double turn = 6.283185307179586;

/* Every call returns a status. A game that ignores a refusal is hard to mend. */
static void must(kasuri_status status) {
    char text[256] = ""; size_t length;
    if (status != KASURI_STATUS_OK) kasuri_last_error(text, sizeof text, &length), fprintf(stderr, "kasuri: %s\n", text), exit(1);
}

static kasuri_mask new_mask(const char *picture, size_t height) {
    uint8_t texels[9 * 9]; kasuri_mask mask;
    for (size_t k = 0; k < 9 * height; k++) texels[k] = picture[k / 9 * 10 + k % 9] == '#';
    must(kasuri_mask_from_texels(9, height, texels, 9 * height, &mask));
    return mask;
}

static kasuri_body_def new_def(kasuri_appearance appearance, kasuri_vec2 at, uint32_t layer, uint32_t against) {
    kasuri_body_def def;
    must(kasuri_body_def_default(&def));
    def.appearance = appearance, def.placement.at = at, def.layers.layer = layer, def.layers.against = against;
    return def;
}

/* Returns a velocity in pixels a frame. The world keeps positions in steps of 1/256 px, and so does this game: then sums are
 * exact in every language, also where positions are single-precision floats. */
static kasuri_vec2 new_velocity(double direction, double speed) {
    double x, y;
    must(kasuri_det_cos(direction, &x)), must(kasuri_det_sin(direction, &y));
    return (kasuri_vec2){floor(x * speed * 256) / 256, floor(y * speed * 256) / 256};
}

int main(void) {
    /* The world finds out what hits what. It is as large as the screen. */
    kasuri_world_def settings; kasuri_world world; kasuri_recorder recorder;
    must(kasuri_world_def_default(&settings));
    settings.has_bounds = 1, settings.bounds[1] = (kasuri_vec2){384, 448};
    must(kasuri_world_new(&settings, &world)), must(kasuri_recorder_new(&recorder));

    /* The ship looks large, but bullets and the laser hit only its core, a region. Near misses within 12 px are grazes. */
    kasuri_region core = {.name = "core", .layers.against = BULLET | LASER, .flags = KASURI_LOOK_AGAINST};
    kasuri_look look; kasuri_body ship, laser; kasuri_vec2 ship_at = {192, 400};
    must(kasuri_look_new(new_mask(ship_picture, 7), &look));
    must(kasuri_shape_circle(2, &core.solid)), must(kasuri_look_add_region(look, &core));
    kasuri_body_def def = new_def(look, ship_at, SHIP, 0);
    def.graze = 12, def.flags = KASURI_BODY_GRAZE;
    must(kasuri_world_spawn(world, &def, &ship));

    /* The laser is a long capsule that hangs from the boss. After a hit it does not hit again for 60 frames. */
    kasuri_shape beam;
    must(kasuri_shape_capsule(0, 0, 0, 400, 3, &beam));
    def = new_def(beam, boss_at, LASER, SHIP), def.cooldown = 60;
    must(kasuri_world_spawn(world, &def, &laser));

    /* What all bullets have in common. A step removes bullets that are more than 16 px outside the bounds. */
    def = new_def(new_mask(bullet_picture, 3), boss_at, BULLET, SHIP);
    def.despawn_beyond = 16, def.flags = KASURI_BODY_DESPAWN_BEYOND;
    static kasuri_body bullets[MOST]; static kasuri_vec2 at[MOST], velocities[MOST];

    /* Random numbers that are the same everywhere: one stream for the boss, one that plays for the player. */
    kasuri_random_stream boss = {1, 0}, player = {18, 0}, wave, keys;
    uint32_t lives = 5, score = 0, grazes = 0, count = 0, across, down;
    uint64_t hash, steps; double swing; bool is_here; kasuri_step step;

    for (uint32_t frame = 1; frame <= FRAMES && lives > 0; frame++) {
        /* The boss fires a ring of bullets. Each picture is turned to where its bullet flies. */
        if (frame % 10 == 0) {
            must(kasuri_random_split(&boss, frame, &wave)), must(kasuri_random_between(&wave, 0, turn, &def.placement.angle));
            for (int k = 0; k < RING; k++, count++, def.placement.angle += turn / RING) {
                must(kasuri_world_spawn(world, &def, &bullets[count]));
                at[count] = boss_at, velocities[count] = new_velocity(def.placement.angle, 1.5);
            }
        }

        /* The game moves everything: all bullets with one call, the ship by the player's keys, the laser by a sine. */
        for (uint32_t k = 0; k < count; k++) at[k].x += velocities[k].x, at[k].y += velocities[k].y;
        must(kasuri_world_set_positions(world, bullets, at, count));
        must(kasuri_random_split(&player, frame / 20, &keys));
        must(kasuri_random_below(&keys, 3, &across)), must(kasuri_random_below(&keys, 3, &down));
        ship_at.x = fmax(16, fmin(368, ship_at.x + 2 * ((double)across - 1)));
        ship_at.y = fmax(240, fmin(432, ship_at.y + 2 * ((double)down - 1)));
        must(kasuri_world_set_position(world, ship, ship_at.x, ship_at.y));
        must(kasuri_det_sin(0.02 * frame, &swing)), must(kasuri_world_set_angle(world, laser, 0.7 * swing));

        /* One step finds what hits now. The recorder makes it, and writes it down for the replay. */
        must(kasuri_recorder_step(recorder, world, &step));
        grazes += step.grazes, score += 1 + 10 * step.grazes;
        if (step.began > 0) lives--, must(kasuri_world_set_invulnerable(world, ship, 90));
        for (uint32_t k = count; k-- > 0;) { /* the last bullet takes the place of one that is gone */
            must(kasuri_world_contains(world, bullets[k], &is_here));
            if (!is_here) count--, bullets[k] = bullets[count], at[k] = at[count], velocities[k] = velocities[count];
        }
        if (frame % 100 != 0 && lives > 0) continue;
        must(kasuri_world_hash(world, &hash));
        printf("frame %u: %u bullets, %u grazes, %u lives, %016" PRIx64 "\n", frame, count, grazes, lives, hash);
    }
    printf("score %u\n", score);

    /* The replay plays the recorded bytes again, on any machine, and ends in the same world: the same hash. */
    static uint8_t bytes[1 << 24]; size_t length; kasuri_recording recording; kasuri_replay replay;
    must(kasuri_recorder_bytes(recorder, bytes, sizeof bytes, &length));
    must(kasuri_recording_new(bytes, length, &recording)), must(kasuri_replay_new(recording, &replay));
    for (bool found = true; found;) must(kasuri_replay_step(replay, &step, &found));
    must(kasuri_world_steps(replay, &steps)), must(kasuri_world_hash(replay, &hash));
    printf("replay of %" PRIu64 " steps: %016" PRIx64 "\n", steps, hash);
    return 0; /* the system takes back all memory; a longer program calls kasuri_free */
}
