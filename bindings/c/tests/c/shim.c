
/* Calls the shim of engines.md like GameMaker: with doubles and addresses of buffers. The script `test` appends it to
 * the shim, in one file. */
int main(void) {
    static double at[4] = {0, 0, 5, 0};
    static uint32_t bodies[4];
    static kasuri_hit hits[4];
    double world = kasuri_gm_world();
    if (kasuri_gm_spawn_circles(world, -1, 2, (char *)bodies) != KASURI_STATUS_REFUSED ||
        kasuri_gm_spawn_circles(world, 3, 2, (char *)bodies) != 0 ||
        kasuri_gm_set_positions(world, (char *)bodies, (char *)at, 2) != 0 ||
        kasuri_gm_step(world, (char *)hits, 4) != 1 || hits[0].b.slot != 1 || kasuri_gm_step(0, (char *)hits, 4) >= 0) {
        return 1;
    }
    return (int)kasuri_free((kasuri_world)world);
}
