// Decides the large pairs of a batch, which batch.wgsl listed: a workgroup per pair. Its threads take the rows in turn.

@compute @workgroup_size(64)
fn main(id: Invocation) {
    let k = group_index(id);
    if (k >= atomicLoad(&hits[ask.room + 3u])) {
        return;
    }
    let index = atomicLoad(&hits[ask.room + LARGE_HEAD + k]);
    let pair = turned(pairs[index]);
    let is_mixed = ((bodies[pair.x] ^ bodies[pair.y]) & IS_SPRITE) != 0u;
    let queue = select(LARGE_SPRITES, LARGE_SPRITE_SHAPE, is_mixed);
    tell(index, pair_meets(queue, pair, Share(index, id.local, 64u)));
}
