/* A small game loop: a ship dodges rings of bullets. The loop moves everything, steps the world, and reacts to the
 * hits. Build and run: cc game_loop.c -lkasuri_c && ./a.out */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "kasuri.h"

enum { PLAYER = 1, BULLET = 2, FRAMES = 600, MOST = 4096 };

/* Checks the status of a call: a game that ignores an error is hard to debug. */
static void must(kasuri_status status) {
    if (status != KASURI_STATUS_OK) {
        char text[256];
        size_t length;
        kasuri_last_error(text, sizeof text, &length);
        fprintf(stderr, "kasuri: %s\n", text);
        exit(EXIT_FAILURE);
    }
}

typedef struct {
    kasuri_body bodies[MOST];
    kasuri_vec2 at[MOST], by[MOST];
    size_t count;
} Swarm;

static Swarm swarm;

static kasuri_world new_world(void) {
    kasuri_world_def def;
    kasuri_world world;
    must(kasuri_world_def_default(&def));
    def.has_bounds = 1;
    def.bounds[1].x = 640;
    def.bounds[1].y = 480;
    must(kasuri_world_new(&def, &world));
    return world;
}

/* A wedge of pixels with a small core: only a hit on the core kills the ship. */
static kasuri_body new_ship(kasuri_world world) {
    static uint8_t texels[24][24];
    kasuri_region core = {"core", 0, {0, 0}, {0, BULLET, 0}, KASURI_LOOK_AGAINST};
    kasuri_body_def def;
    kasuri_body ship;
    kasuri_mask mask;
    kasuri_look look;
    int x, y;
    for (y = 0; y < 24; y++) {
        for (x = 0; x < 24; x++) {
            texels[y][x] = 2 * abs(x - 12) <= y;
        }
    }
    must(kasuri_mask_from_texels(24, 24, &texels[0][0], sizeof texels, &mask));
    must(kasuri_shape_circle(1.5, &core.solid));
    must(kasuri_look_new(mask, &look));
    must(kasuri_look_add_region(look, &core));
    must(kasuri_body_def_default(&def));
    def.appearance = look;
    def.placement.at.x = 320;
    def.placement.at.y = 400;
    def.layers.layer = PLAYER;
    def.layers.against = 0;
    must(kasuri_world_spawn(world, &def, &ship));
    /* The world keeps the masks and looks that it needs. */
    must(kasuri_free(mask));
    must(kasuri_free(core.solid));
    must(kasuri_free(look));
    return ship;
}

static void fire_ring(kasuri_world world, kasuri_shape bullet, int frame) {
    static kasuri_body_def defs[24];
    size_t k, count = 24;
    if (swarm.count + count > MOST) {
        return;
    }
    for (k = 0; k < count; k++) {
        double angle = 6.283185307179586 * (double)k / (double)count + 0.1 * frame;
        kasuri_vec2 at = {320, 120}, by;
        by.x = 1.5 * cos(angle);
        by.y = 1.5 * sin(angle);
        must(kasuri_body_def_default(&defs[k]));
        defs[k].appearance = bullet;
        defs[k].placement.at = at;
        defs[k].layers.layer = BULLET;
        defs[k].layers.against = PLAYER;
        defs[k].graze = 12;
        defs[k].despawn_beyond = 0;
        defs[k].flags = KASURI_BODY_GRAZE | KASURI_BODY_DESPAWN_BEYOND;
        swarm.at[swarm.count + k] = at;
        swarm.by[swarm.count + k] = by;
    }
    must(kasuri_world_spawn_many(world, defs, count, &swarm.bodies[swarm.count]));
    swarm.count += count;
}

static void fly(kasuri_world world) {
    size_t k;
    for (k = 0; k < swarm.count; k++) {
        swarm.at[k].x += swarm.by[k].x;
        swarm.at[k].y += swarm.by[k].y;
    }
    must(kasuri_world_set_positions(world, swarm.bodies, swarm.at, swarm.count));
}

/* The step has already removed the bullets that left the bounds. */
static void forget_the_gone(kasuri_world world) {
    size_t k, kept = 0;
    for (k = 0; k < swarm.count; k++) {
        bool lives;
        must(kasuri_world_contains(world, swarm.bodies[k], &lives));
        if (lives) {
            swarm.bodies[kept] = swarm.bodies[k];
            swarm.at[kept] = swarm.at[k];
            swarm.by[kept] = swarm.by[k];
            kept += 1;
        }
    }
    swarm.count = kept;
}

int main(void) {
    kasuri_hit hits[64];
    kasuri_shape bullet;
    kasuri_world world;
    kasuri_body ship;
    size_t count;
    unsigned deaths = 0, grazes = 0;
    int frame;
    must(kasuri_check_abi(KASURI_ABI_VERSION, sizeof(kasuri_world_def), sizeof(kasuri_body_def), sizeof(kasuri_hit)));
    world = new_world();
    ship = new_ship(world);
    must(kasuri_shape_circle(4, &bullet));
    for (frame = 0; frame < FRAMES; frame++) {
        kasuri_step step;
        if (frame % 12 == 0) {
            fire_ring(world, bullet, frame);
        }
        fly(world);
        must(kasuri_world_set_position(world, ship, 320 + 200 * sin(frame * 0.02), 400));
        must(kasuri_world_step(world, &step));
        grazes += step.grazes;
        must(kasuri_world_hits(world, KASURI_HITS_BEGAN, hits, 64, &count));
        if (count > 0) {
            deaths += 1;
            must(kasuri_world_set_invulnerable(world, ship, 60));
        }
        forget_the_gone(world);
    }
    printf("%d frames, %u bullets alive, %u grazes, %u deaths\n", FRAMES, (unsigned)swarm.count, grazes, deaths);
    must(kasuri_free(bullet));
    must(kasuri_free(world));
    return deaths > 0 && grazes > 0 && swarm.count > 100 ? EXIT_SUCCESS : EXIT_FAILURE;
}
