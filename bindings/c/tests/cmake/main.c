/* A program that finds Kasuri by CMake or pkg-config. */
#include <kasuri.h>
#include <stdio.h>

int main(void) {
    char version[32];
    size_t length;
    kasuri_world world;
    kasuri_step step;
    if (kasuri_check_abi(KASURI_ABI_VERSION, sizeof(kasuri_world_def), sizeof(kasuri_body_def), sizeof(kasuri_hit)) ||
        kasuri_version(version, sizeof version, &length) || kasuri_world_new(NULL, &world) ||
        kasuri_world_step(world, &step) || kasuri_free(world) || step.number != 1) {
        return 1;
    }
    printf("kasuri %s\n", version);
    return 0;
}
