/* Threads that share objects: while one thread changes a world, the others get a busy status, and no other error
 * happens. */
#include <pthread.h>

#include "check.h"

#define ROUNDS 100

static kasuri_world shared;
static kasuri_mask mask;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long steps, busy, others;

static void *drive(void *unused) {
    long own[3] = {0, 0, 0};
    kasuri_world mine;
    kasuri_body_def def;
    kasuri_body body;
    kasuri_step step;
    kasuri_mask copy;
    int k;
    (void)unused;
    if (kasuri_world_new(NULL, &mine) || kasuri_body_def_default(&def)) {
        own[2] += 1;
    }
    def.appearance = mask;
    for (k = 0; k < ROUNDS; k++) {
        kasuri_status status = kasuri_world_step(shared, &step);
        own[status == KASURI_STATUS_OK ? 0 : status == KASURI_STATUS_BUSY ? 1 : 2] += 1;
        /* A thread's own world is never busy, and all threads may read a mask. */
        if (kasuri_world_spawn(mine, &def, &body) || kasuri_world_step(mine, &step) || kasuri_mask_copy(mask, &copy) ||
            kasuri_mask_fill(copy) || kasuri_free(copy)) {
            own[2] += 1;
        }
    }
    if (kasuri_free(mine)) {
        own[2] += 1;
    }
    pthread_mutex_lock(&lock);
    steps += own[0];
    busy += own[1];
    others += own[2];
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    static kasuri_body_def defs[300];
    static kasuri_body bodies[300];
    pthread_t threads[4];
    uint64_t made;
    int k;
    OK(kasuri_world_new(NULL, &shared));
    OK(kasuri_mask_empty(8, 8, &mask));
    OK(kasuri_mask_fill(mask));
    /* Much work in a step, so that the calls of the threads overlap in time. */
    for (k = 0; k < 300; k++) {
        OK(kasuri_body_def_default(&defs[k]));
        defs[k].appearance = mask;
        defs[k].placement.at.x = 4 * k;
    }
    OK(kasuri_world_spawn_many(shared, defs, 300, bodies));
    for (k = 0; k < 4; k++) {
        CHECK(pthread_create(&threads[k], NULL, drive, NULL) == 0);
    }
    for (k = 0; k < 4; k++) {
        CHECK(pthread_join(threads[k], NULL) == 0);
    }
    OK(kasuri_world_steps(shared, &made));
    CHECK(made == (uint64_t)steps && steps > 0 && others == 0 && steps + busy == 4 * ROUNDS);
    OK(kasuri_free(shared));
    OK(kasuri_free(mask));
    printf("%ld steps, %ld times busy\n", steps, busy);
    return checked("threads");
}
