/*
 * Kasuri tells games what hit what, to the pixel, exactly, the same on every machine.
 *
 * Handles. Worlds, masks, shapes and all other objects are numbers. 0 is none, and every other number is checked: a handle
 * that was freed, or that is of another kind, is a status and no crash. `kasuri_free` frees an object of any kind. Bodies live
 * in their world: they are plain structs, and go with it.
 *
 * Statuses. Every call returns a `kasuri_status`. A call that is refused changes nothing, unless it says otherwise, and
 * `kasuri_last_error` has the reason as a text, for each thread its own. No call unwinds, or ends the process, but where memory
 * runs out.
 *
 * Lists. What comes back as a list goes into a buffer of the caller's: a pointer, its capacity, and where the count goes. The
 * count is that of all items. Where it is more than the capacity the call returns KASURI_STATUS_SHORT_BUFFER, and as many as
 * fit are in the buffer. With a capacity of 0 the pointer may be NULL. Texts are the same with a 0 at their end, for which the
 * capacity has room; their length is told without it.
 *
 * Pointers that are not NULL must point to as many valid values as the call is told, for as long as the call takes. Nothing is
 * kept.
 *
 * Threads. Any thread may use any object. Calls that only ask may run at the same time on one object; a call that changes an
 * object needs it alone, and else returns KASURI_STATUS_BUSY and has done nothing. So let one thread at a time drive a world.
 * Calls on different objects do not wait for each other. A large step uses threads of its own and is done when it returns.
 *
 * Units. Places are in pixels with +y down, unless the world is made otherwise. Angles are in radians. Masks, tile maps and
 * whatever is said to be in pixels stay so in every world.
 */


#ifndef KASURI_H
#define KASURI_H

/* Made of bindings/c/src by bindings/c/tests/header.rs. Do not edit it here. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * `graze` holds.
 */
#define KASURI_BODY_GRAZE 1

/**
 * `despawn_beyond` holds.
 */
#define KASURI_BODY_DESPAWN_BEYOND 2

/**
 * `max_hits` holds.
 */
#define KASURI_BODY_MAX_HITS 4

/**
 * `pivot` holds.
 */
#define KASURI_BODY_PIVOT 8

/**
 * The body is swept: a step misses nothing on its way, however fast it is.
 */
#define KASURI_BODY_SWEPT 16

/**
 * The version of everything in the header that a compiled program depends on. A change of it breaks programs that were
 * compiled before.
 */
#define KASURI_ABI_VERSION 1

/**
 * `pivot` holds.
 */
#define KASURI_LOOK_PIVOT 1

/**
 * `layers.layer` holds: else the region is on the body's layers.
 */
#define KASURI_LOOK_LAYER 2

/**
 * `layers.against` holds: else the region is tested against the body's.
 */
#define KASURI_LOOK_AGAINST 4

/**
 * What every call returns. Anything but `KASURI_STATUS_OK` is a refusal: nothing has changed, unless the function says
 * otherwise, and `kasuri_last_error` tells why.
 */
enum kasuri_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Done.
     */
    KASURI_STATUS_OK = 0,
    /**
     * The library refused it: a number that is not finite, a size out of range, a damaged file. The text tells which.
     */
    KASURI_STATUS_REFUSED = 1,
    /**
     * A pointer that must point to something is NULL.
     */
    KASURI_STATUS_NULL_POINTER = 2,
    /**
     * A handle is 0, or is no handle at all.
     */
    KASURI_STATUS_NULL_HANDLE = 3,
    /**
     * A handle whose object was freed.
     */
    KASURI_STATUS_STALE_HANDLE = 4,
    /**
     * A handle of another kind of object than is asked for.
     */
    KASURI_STATUS_WRONG_KIND = 5,
    /**
     * A body that was removed, or that is another world's.
     */
    KASURI_STATUS_STALE_BODY = 6,
    /**
     * The buffer is too short. As many items as fit are in it, and the count is that of all.
     */
    KASURI_STATUS_SHORT_BUFFER = 7,
    /**
     * A number stands for nothing: an enumerator that is not in the header, unknown flags, a length beyond memory.
     */
    KASURI_STATUS_WRONG_VALUE = 8,
    /**
     * The object is in use: by another thread, or by the call that called back.
     */
    KASURI_STATUS_BUSY = 9,
    /**
     * The call panicked: a fault of the library. What it was changing is good for nothing but `kasuri_free`.
     */
    KASURI_STATUS_PANIC = 10,
    /**
     * The object was being changed when a call panicked. Only `kasuri_free` takes it.
     */
    KASURI_STATUS_POISONED = 11,
    /**
     * The header and the library are not of one version.
     */
    KASURI_STATUS_WRONG_ABI = 12,
    /**
     * There is no room for another object: a million live at a time.
     */
    KASURI_STATUS_TOO_MANY_OBJECTS = 13,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_status kasuri_status;
#else
typedef int32_t kasuri_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Which way +y goes.
 */
enum kasuri_axes
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Down, as rows of pictures do; a positive angle looks clockwise.
     */
    KASURI_AXES_Y_DOWN = 0,
    /**
     * Up; a positive angle looks counterclockwise.
     */
    KASURI_AXES_Y_UP = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_axes kasuri_axes;
#else
typedef uint32_t kasuri_axes;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Whether a touch without depth is an overlap.
 */
enum kasuri_touching
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * One shared point is enough.
     */
    KASURI_TOUCHING_COUNTS = 0,
    /**
     * A pair overlaps only when its depth is more than 0.
     */
    KASURI_TOUCHING_IGNORED = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_touching kasuri_touching;
#else
typedef uint32_t kasuri_touching;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What finds candidates. Each finds the same.
 */
enum kasuri_broad
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Whichever is faster for the step.
     */
    KASURI_BROAD_AUTO = 0,
    /**
     * Cells of several sizes.
     */
    KASURI_BROAD_GRID = 1,
    /**
     * A tree of boxes.
     */
    KASURI_BROAD_TREE = 2,
    /**
     * Every pair.
     */
    KASURI_BROAD_BRUTE = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_broad kasuri_broad;
#else
typedef uint32_t kasuri_broad;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What decides candidates. Each decides the same.
 */
enum kasuri_backend
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * This machine's processor.
     */
    KASURI_BACKEND_CPU = 0,
    /**
     * A GPU, for every step; what it cannot do is refused. Refused where the library was built without its feature `gpu`.
     */
    KASURI_BACKEND_GPU = 1,
    /**
     * Whichever is faster for a step. Without the feature `gpu` it is the processor.
     */
    KASURI_BACKEND_AUTO = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_backend kasuri_backend;
#else
typedef uint32_t kasuri_backend;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a rule for two sets of layers says.
 */
enum kasuri_rule
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * A touch without depth is a hit.
     */
    KASURI_RULE_TOUCHING_COUNTS = 0,
    /**
     * A touch without depth is no hit.
     */
    KASURI_RULE_TOUCHING_IGNORED = 1,
    /**
     * Two circles overlap when they are nearer than the root of the sum of their squared radii: a metric that is kind to
     * players.
     */
    KASURI_RULE_ROOTED_CIRCLES = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_rule kasuri_rule;
#else
typedef uint32_t kasuri_rule;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Which pixels of a picture are solid.
 */
enum kasuri_opaque_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Those whose alpha is at least `alpha`.
     */
    KASURI_OPAQUE_KIND_ALPHA = 0,
    /**
     * Those of another colour than `key`.
     */
    KASURI_OPAQUE_KIND_KEY = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_opaque_kind kasuri_opaque_kind;
#else
typedef uint32_t kasuri_opaque_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Which texels beside a texel belong to the same piece.
 */
enum kasuri_neighbours
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Those that share an edge.
     */
    KASURI_NEIGHBOURS_FOUR = 0,
    /**
     * Those that share a corner too.
     */
    KASURI_NEIGHBOURS_EIGHT = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_neighbours kasuri_neighbours;
#else
typedef uint32_t kasuri_neighbours;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a cell of a tile map holds.
 */
enum kasuri_cell_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * All of it is solid.
     */
    KASURI_CELL_KIND_SOLID = 0,
    /**
     * A convex polygon, seen from the cell's top left corner.
     */
    KASURI_CELL_KIND_POLYGON = 1,
    /**
     * A mask from the cell's top left corner.
     */
    KASURI_CELL_KIND_MASK = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_cell_kind kasuri_cell_kind;
#else
typedef uint32_t kasuri_cell_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A list of hits that a step told.
 */
enum kasuri_hits
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * All that overlaps now, in order.
     */
    KASURI_HITS_ALL = 0,
    /**
     * What overlaps now and did not after the last step.
     */
    KASURI_HITS_BEGAN = 1,
    /**
     * What overlaps now and did before.
     */
    KASURI_HITS_STAYED = 2,
    /**
     * What overlapped after the last step and does no more.
     */
    KASURI_HITS_ENDED = 3,
    /**
     * Near misses: a pair's first within the margin.
     */
    KASURI_HITS_GRAZES = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_hits kasuri_hits;
#else
typedef uint32_t kasuri_hits;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A list of bodies that a step told.
 */
enum kasuri_told
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Those that went out of the world's bounds: nothing of them is inside any more.
     */
    KASURI_TOLD_LEFT = 0,
    /**
     * Those that came into them.
     */
    KASURI_TOLD_ENTERED = 1,
    /**
     * Those that the step removed, too far out.
     */
    KASURI_TOLD_DESPAWNED = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_told kasuri_told;
#else
typedef uint32_t kasuri_told;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How two bodies overlap.
 */
enum kasuri_overlap_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * They do not.
     */
    KASURI_OVERLAP_KIND_NONE = 0,
    /**
     * Two sprites have pixels in common: `common` and `pixels` tell which.
     */
    KASURI_OVERLAP_KIND_SPRITE_SPRITE = 1,
    /**
     * A shape meets covered squares of a sprite: `pixels` tells how many.
     */
    KASURI_OVERLAP_KIND_SPRITE_SHAPE = 2,
    /**
     * Two shapes meet: `contact` tells how.
     */
    KASURI_OVERLAP_KIND_SHAPE_SHAPE = 3,
    /**
     * A body meets cells of a tile map: `cells` tells how many.
     */
    KASURI_OVERLAP_KIND_TILES = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_overlap_kind kasuri_overlap_kind;
#else
typedef uint32_t kasuri_overlap_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a body does when it meets another.
 */
enum kasuri_response
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * It stays where it met.
     */
    KASURI_RESPONSE_STICK = 0,
    /**
     * It goes on along the surface.
     */
    KASURI_RESPONSE_SLIDE = 1,
    /**
     * It is thrown back: with a restitution of 1 as fast as it came, with 0 it slides.
     */
    KASURI_RESPONSE_BOUNCE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_response kasuri_response;
#else
typedef uint32_t kasuri_response;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What the bodies of a side are.
 */
enum kasuri_pose_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Circles: x, y, radius.
     */
    KASURI_POSE_KIND_CIRCLES = 0,
    /**
     * Boxes: x, y, half_width, half_height, angle.
     */
    KASURI_POSE_KIND_BOXES = 1,
    /**
     * Shapes of a list: x, y, angle, solids, index.
     */
    KASURI_POSE_KIND_SHAPES = 2,
    /**
     * Masks of a list, each turned around its middle: x, y, angle, solids, index.
     */
    KASURI_POSE_KIND_MASKS = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_pose_kind kasuri_pose_kind;
#else
typedef uint32_t kasuri_pose_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What columns are made of.
 */
enum kasuri_number
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * double.
     */
    KASURI_NUMBER_DOUBLE = 0,
    /**
     * float.
     */
    KASURI_NUMBER_FLOAT = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_number kasuri_number;
#else
typedef uint32_t kasuri_number;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The handle of a mask: solid texels, bit by bit.
 */
typedef uint64_t kasuri_mask;

/**
 * How a picture becomes a mask.
 */
typedef struct {
    /**
     * One of `kasuri_opaque_kind`.
     */
    uint32_t kind;
    /**
     * The least alpha that is solid.
     */
    uint8_t alpha;
    /**
     * The colour that is clear: red, green, blue.
     */
    uint8_t key[3];
} kasuri_opaque;

/**
 * A half-open box of pixels or texels: x0 <= x < x1, y0 <= y < y1.
 */
typedef struct {
    /**
     * First column.
     */
    int32_t x0;
    /**
     * First row.
     */
    int32_t y0;
    /**
     * One past the last column.
     */
    int32_t x1;
    /**
     * One past the last row.
     */
    int32_t y1;
} kasuri_pixel_box;

/**
 * A place or a direction.
 */
typedef struct {
    /**
     * To the right.
     */
    double x;
    /**
     * Down, or up in a world with `KASURI_AXES_Y_UP`.
     */
    double y;
} kasuri_vec2;

/**
 * A pixel, a texel, or the cell of a tile map.
 */
typedef struct {
    /**
     * Its column.
     */
    int32_t x;
    /**
     * Its row.
     */
    int32_t y;
} kasuri_pixel;

/**
 * The handle of a shape, a mask or a tile map.
 */
typedef uint64_t kasuri_solid;

/**
 * Where a body stands.
 */
typedef struct {
    /**
     * Where its own origin lands.
     */
    kasuri_vec2 at;
    /**
     * Radians; a positive angle turns +x towards +y.
     */
    double angle;
    /**
     * 1/64 to 64 in size on each axis; negative to mirror.
     */
    kasuri_vec2 scale;
} kasuri_placement;

/**
 * A solid that stands somewhere, without a world: in pixels, +y down.
 */
typedef struct {
    /**
     * A shape, a mask or a tile map.
     */
    kasuri_solid solid;
    /**
     * Where it stands.
     */
    kasuri_placement placement;
    /**
     * Where the origin of a mask is, with `KASURI_LOOK_PIVOT`; else the middle.
     */
    kasuri_vec2 pivot;
    /**
     * `KASURI_LOOK_PIVOT`, or 0.
     */
    uint32_t flags;
} kasuri_placed;

/**
 * A piece of a mask.
 */
typedef struct {
    /**
     * The box around it.
     */
    kasuri_pixel_box bounds;
    /**
     * How many texels it has.
     */
    uint64_t texels;
} kasuri_piece;

/**
 * The handle of a shape.
 */
typedef uint64_t kasuri_shape;

/**
 * A part of a compound.
 */
typedef struct {
    /**
     * Any shape but a compound and a tile map.
     */
    kasuri_shape shape;
    /**
     * Where it is in the compound.
     */
    kasuri_vec2 offset;
} kasuri_part;

/**
 * What a character of a tile map's rows stands for.
 */
typedef struct {
    /**
     * The character: a Unicode scalar value.
     */
    uint32_t character;
    /**
     * One of `kasuri_cell_kind`.
     */
    uint32_t kind;
    /**
     * The vertices of a polygon.
     */
    const kasuri_vec2 *points;
    /**
     * How many vertices there are.
     */
    size_t count;
    /**
     * The mask of `KASURI_CELL_KIND_MASK`.
     */
    kasuri_mask mask;
} kasuri_cell;

/**
 * The handle of a tile map.
 */
typedef uint64_t kasuri_tiles;

/**
 * The handle of a look: a solid and named regions beside it.
 */
typedef uint64_t kasuri_look;

/**
 * The layers a body is on, and those it is tested against, a bit each.
 */
typedef struct {
    /**
     * The layers it is on.
     */
    uint32_t layer;
    /**
     * The layers it is tested against.
     */
    uint32_t against;
} kasuri_layers;

/**
 * A named region of a look.
 */
typedef struct {
    /**
     * Its name, unique in the look.
     */
    const char *name;
    /**
     * A shape or a mask.
     */
    kasuri_solid solid;
    /**
     * Where the origin is in a mask, with `KASURI_LOOK_PIVOT`; else the middle.
     */
    kasuri_vec2 pivot;
    /**
     * Layers of its own, with `KASURI_LOOK_LAYER` and `KASURI_LOOK_AGAINST`.
     */
    kasuri_layers layers;
    /**
     * Which of the fields hold: `KASURI_LOOK_PIVOT` and the others, combined.
     */
    uint32_t flags;
} kasuri_region;

/**
 * The handle of what a body looks like: a shape, a mask, a tile map, a look, or a list of frames.
 */
typedef uint64_t kasuri_appearance;

/**
 * The handle of a list of looks, of which a body shows one.
 */
typedef uint64_t kasuri_frames;

/**
 * A rule for what is on some layers and what is on others.
 */
typedef struct {
    /**
     * One of `kasuri_rule`.
     */
    uint32_t rule;
    /**
     * The layers of the one, a bit each.
     */
    uint32_t a;
    /**
     * The layers of the other, a bit each.
     */
    uint32_t b;
} kasuri_pair_rule;

/**
 * How a world is to be. `kasuri_world_def_default` fills it.
 */
typedef struct {
    /**
     * One of `kasuri_axes`.
     */
    uint32_t axes;
    /**
     * One of `kasuri_touching`: whether a touch without depth is a hit.
     */
    uint32_t touching;
    /**
     * One of `kasuri_broad`: what finds candidates. The answers are the same.
     */
    uint32_t broad;
    /**
     * One of `kasuri_backend`: what decides candidates. The answers are the same.
     */
    uint32_t backend;
    /**
     * On how many threads a large step is made; 0 for as many as the machine has. The answers are the same.
     */
    uint32_t threads;
    /**
     * 1 where `bounds` holds, else 0.
     */
    uint32_t has_bounds;
    /**
     * How many pixels a unit of the caller's has.
     */
    double pixels_per_unit;
    /**
     * Two opposite corners: steps tell who leaves and enters them.
     */
    kasuri_vec2 bounds[2];
    /**
     * Rules for pairs of layers: the last that fits a pair holds. They are read while the world is made.
     */
    const kasuri_pair_rule *rules;
    /**
     * How many rules there are.
     */
    size_t rule_count;
} kasuri_world_def;

/**
 * The handle of a world. 0 is none. Handles are below 2^53, so a double holds them exactly.
 */
typedef uint64_t kasuri_world;

/**
 * A body of a world. It names its body for as long as that lives, and never another after it. All zeros is no body.
 */
typedef struct {
    /**
     * Its place in the world's table. It is used again when the body is gone.
     */
    uint32_t slot;
    /**
     * Which of the bodies that had the place; never 0.
     */
    uint32_t generation;
} kasuri_body;

/**
 * A body before it is spawned. `kasuri_body_def_default` fills it.
 */
typedef struct {
    /**
     * What it is.
     */
    kasuri_appearance appearance;
    /**
     * Where it stands.
     */
    kasuri_placement placement;
    /**
     * Where the origin of a sprite is, in texels from the mask's top left corner, with `KASURI_BODY_PIVOT`; else the middle.
     */
    kasuri_vec2 pivot;
    /**
     * Near misses within this margin are told, with `KASURI_BODY_GRAZE`.
     */
    double graze;
    /**
     * It is removed when it is so far out of the world's bounds, with `KASURI_BODY_DESPAWN_BEYOND`.
     */
    double despawn_beyond;
    /**
     * A number of the caller's, carried along.
     */
    uint64_t data;
    /**
     * In how many of the next steps it takes no hits.
     */
    uint64_t invulnerable;
    /**
     * The layers it is on, and those it is tested against.
     */
    kasuri_layers layers;
    /**
     * Which of its frames it shows.
     */
    uint32_t frame;
    /**
     * After a hit, in how many steps the same two bodies do not hit again.
     */
    uint32_t cooldown;
    /**
     * How many others it may hit, with `KASURI_BODY_MAX_HITS`.
     */
    uint32_t max_hits;
    /**
     * Which of the fields hold: `KASURI_BODY_GRAZE` and the others, combined.
     */
    uint32_t flags;
} kasuri_body_def;

/**
 * Which bodies a question is about: those on some layers, but for one.
 */
typedef struct {
    /**
     * The layers asked about, a bit each.
     */
    uint32_t layers;
    /**
     * The body that is left out; all zeros for none.
     */
    kasuri_body except;
} kasuri_filter;

/**
 * A place in single precision, as engines keep them. It is read as the double of the same value.
 */
typedef struct {
    /**
     * To the right.
     */
    float x;
    /**
     * Down, or up in a world with `KASURI_AXES_Y_UP`.
     */
    float y;
} kasuri_vec2f;

/**
 * A body as it is now.
 */
typedef struct {
    /**
     * Where it stands, as given.
     */
    kasuri_placement placement;
    /**
     * The number that came with it.
     */
    uint64_t data;
    /**
     * In how many of the next steps it takes no hits.
     */
    uint64_t invulnerable_for;
    /**
     * Its layers.
     */
    kasuri_layers layers;
    /**
     * Which of its frames it shows.
     */
    uint32_t frame;
    /**
     * How many others it may still hit, where `has_max_hits` is 1, else 0.
     */
    uint32_t hits_left;
    /**
     * 1 where it may hit only so many others, else 0.
     */
    uint8_t has_max_hits;
    /**
     * 1 where it is swept, else 0.
     */
    uint8_t is_swept;
} kasuri_body_state;

/**
 * What a step told, in numbers: how long its lists are.
 */
typedef struct {
    /**
     * Which step; the first is 1.
     */
    uint64_t number;
    /**
     * Hits that overlap now and did not after the last step.
     */
    uint32_t began;
    /**
     * Hits that overlap now and did before.
     */
    uint32_t stayed;
    /**
     * Hits that overlapped after the last step and do no more.
     */
    uint32_t ended;
    /**
     * Near misses: a pair's first within the margin.
     */
    uint32_t grazes;
    /**
     * Bodies that went out of the world's bounds.
     */
    uint32_t left;
    /**
     * Bodies that came into them.
     */
    uint32_t entered;
    /**
     * Bodies that the step removed.
     */
    uint32_t despawned;
} kasuri_step;

/**
 * Two bodies that overlap, or graze: `a` was spawned before `b`, unless the hit was asked for the other way round.
 */
typedef struct {
    /**
     * The one body.
     */
    kasuri_body a;
    /**
     * The other body.
     */
    kasuri_body b;
    /**
     * The layers that the regions of `a` and `b` were on.
     */
    uint32_t layers[2];
    /**
     * When they met, 0 to 1, where `has_t` is 1: one of the two is swept, and they met on the way. Else 0.
     */
    double t;
    /**
     * Which region of each: 0 is the body itself, its regions count from 1 in the order they were given.
     */
    uint8_t regions[2];
    /**
     * 1 where `t` tells a time, else 0.
     */
    uint8_t has_t;
} kasuri_hit;

/**
 * What a step cost, and how much went through it.
 */
typedef struct {
    /**
     * Which step; the first is 1.
     */
    uint64_t step;
    /**
     * How many bodies lived.
     */
    uint64_t bodies;
    /**
     * Pairs whose boxes met.
     */
    uint64_t candidates;
    /**
     * Overlaps before the rules, of regions with regions.
     */
    uint64_t overlaps;
    /**
     * Overlaps that the rules let count.
     */
    uint64_t hits;
    /**
     * Grazes before the rules.
     */
    uint64_t near_misses;
    /**
     * Nanoseconds for the world's bounds.
     */
    uint64_t bounds_ns;
    /**
     * Nanoseconds for finding candidates.
     */
    uint64_t broad_ns;
    /**
     * Nanoseconds for deciding them.
     */
    uint64_t decide_ns;
    /**
     * Nanoseconds for the rules and events.
     */
    uint64_t events_ns;
} kasuri_report;

/**
 * The pixels that two sprites have in common.
 */
typedef struct {
    /**
     * How many.
     */
    uint64_t pixels;
    /**
     * The box around them.
     */
    kasuri_pixel_box bounds;
    /**
     * The one in the topmost row, the leftmost of it.
     */
    kasuri_pixel first;
    /**
     * The mean of their centres.
     */
    kasuri_vec2 centroid;
    /**
     * From the first sprite to the second; (0, 0) where no direction is better than its opposite.
     */
    kasuri_vec2 normal;
    /**
     * Whole pixels along the normal after which nothing is common; 0 where the normal is.
     */
    uint32_t depth;
} kasuri_common;

/**
 * How two shapes touch.
 */
typedef struct {
    /**
     * Unit vector from the first to the second.
     */
    kasuri_vec2 normal;
    /**
     * How far the second must move along the normal until the two just touch.
     */
    double depth;
    /**
     * A point inside both.
     */
    kasuri_vec2 point;
} kasuri_contact;

/**
 * How two bodies overlap. What its kind does not name is 0.
 */
typedef struct {
    /**
     * One of `kasuri_overlap_kind`.
     */
    uint32_t kind;
    /**
     * How many cells of a tile map; the list of cells has their places.
     */
    uint32_t cells;
    /**
     * How many pixels.
     */
    uint64_t pixels;
    /**
     * The pixels that two sprites have in common.
     */
    kasuri_common common;
    /**
     * How two shapes touch.
     */
    kasuri_contact contact;
} kasuri_overlap;

/**
 * How far apart two bodies are, and where they are closest.
 */
typedef struct {
    /**
     * 0 where they overlap.
     */
    double distance;
    /**
     * A point of the first, closest to the second.
     */
    kasuri_vec2 a;
    /**
     * A point of the second, closest to the first.
     */
    kasuri_vec2 b;
} kasuri_distance;

/**
 * Where a ray meets a body.
 */
typedef struct {
    /**
     * Which body.
     */
    kasuri_body body;
    /**
     * How far along the ray, 0 to 1.
     */
    double t;
    /**
     * Where.
     */
    kasuri_vec2 point;
    /**
     * Out of the body; (0, 0) where the ray starts in it.
     */
    kasuri_vec2 normal;
    /**
     * Which of its regions; 0 is the body itself.
     */
    uint8_t region;
} kasuri_ray_hit;

/**
 * How near a body is to a place.
 */
typedef struct {
    /**
     * Which body.
     */
    kasuri_body body;
    /**
     * How far its nearest point is; 0 where it contains the place.
     */
    double distance;
    /**
     * Its nearest point.
     */
    kasuri_vec2 point;
} kasuri_neighbor;

/**
 * What a moving body first meets.
 */
typedef struct {
    /**
     * The body that it meets.
     */
    kasuri_body body;
    /**
     * How far along the way, 0 to 1.
     */
    double t;
    /**
     * The surface's normal, out of what was met, where a travel tells it; else (0, 0).
     */
    kasuri_vec2 normal;
    /**
     * For a sprite: at which of how many steps; else 0 of 0.
     */
    uint32_t step[2];
    /**
     * Which leg of a path, from 0.
     */
    uint32_t leg;
    /**
     * The regions that meet, the mover's and the other's; 0 is the body itself.
     */
    uint8_t regions[2];
} kasuri_sweep_hit;

/**
 * Where a travel led.
 */
typedef struct {
    /**
     * Where the body is now.
     */
    kasuri_vec2 at;
    /**
     * The way it was given, turned as it was on the way, and slowed: its velocity from now on.
     */
    kasuri_vec2 velocity;
} kasuri_travel;

/**
 * Where a ray first meets a solid.
 */
typedef struct {
    /**
     * How far along the ray, 0 to 1.
     */
    double t;
    /**
     * Out of the solid; (0, 0) where the ray starts in it.
     */
    kasuri_vec2 normal;
} kasuri_cast;

/**
 * When two moving solids first overlap.
 */
typedef struct {
    /**
     * How far along the ways, 0 to 1.
     */
    double t;
    /**
     * Where a sprite moves: at which of how many steps; else 0 of 0.
     */
    uint32_t step[2];
} kasuri_meeting;

/**
 * One side of a batch: bodies of one kind, column by column, in pixels, +y down. Columns that the kind does not have may be NULL;
 * the others have `count` numbers.
 */
typedef struct {
    /**
     * One of `kasuri_pose_kind`.
     */
    uint32_t kind;
    /**
     * One of `kasuri_number`: what the columns are made of.
     */
    uint32_t number;
    /**
     * How many bodies.
     */
    size_t count;
    /**
     * Where they stand.
     */
    const void *x;
    /**
     * Where they stand, down.
     */
    const void *y;
    /**
     * The radii of circles.
     */
    const void *radius;
    /**
     * Half the widths of boxes.
     */
    const void *half_width;
    /**
     * Half the heights of boxes.
     */
    const void *half_height;
    /**
     * Radians; a positive angle turns +x towards +y.
     */
    const void *angle;
    /**
     * The shapes or masks that there are.
     */
    const kasuri_solid *solids;
    /**
     * How many of them.
     */
    size_t solid_count;
    /**
     * Of each body, which of them it is.
     */
    const uint32_t *index;
} kasuri_poses;

/**
 * How two bodies of a batch come apart; all zeros where they do not overlap.
 */
typedef struct {
    /**
     * Unit vector from the first to the second.
     */
    kasuri_vec2 normal;
    /**
     * How far the second must move along the normal until the two just touch.
     */
    double depth;
    /**
     * 1 where they overlap, else 0.
     */
    uint8_t overlaps;
} kasuri_separation;

/**
 * The handle of a snapshot.
 */
typedef uint64_t kasuri_snapshot;

/**
 * The handle of a recorder.
 */
typedef uint64_t kasuri_recorder;

/**
 * The handle of a recording.
 */
typedef uint64_t kasuri_recording;

/**
 * The handle of a replay. It stands for its world too, wherever a world is asked and not changed.
 */
typedef uint64_t kasuri_replay;

/**
 * One side of a body's outline, and all within a radius of it. A point is a side of no length.
 */
typedef struct {
    /**
     * Whose it is.
     */
    kasuri_body body;
    /**
     * Where it begins.
     */
    kasuri_vec2 from;
    /**
     * Where it ends.
     */
    kasuri_vec2 to;
    /**
     * The radius around it.
     */
    double radius;
    /**
     * Which of its regions; 0 is the body itself.
     */
    uint8_t region;
} kasuri_drawn_segment;

/**
 * A run of covered pixels of a sprite: in pixels, +y down.
 */
typedef struct {
    /**
     * Whose it is.
     */
    kasuri_body body;
    /**
     * The run, one pixel high.
     */
    kasuri_pixel_box run;
    /**
     * Which of its regions; 0 is the body itself.
     */
    uint8_t region;
} kasuri_drawn_run;

/**
 * A box.
 */
typedef struct {
    /**
     * Whose it is; all zeros for the world's bounds and the broad phase's cells.
     */
    kasuri_body body;
    /**
     * The corner with the least coordinates.
     */
    kasuri_vec2 least;
    /**
     * The corner with the greatest.
     */
    kasuri_vec2 greatest;
    /**
     * The level of a cell of the broad phase: 0 is the finest. 0 for other boxes.
     */
    uint32_t level;
} kasuri_drawn_box;

/**
 * A hit's contact.
 */
typedef struct {
    /**
     * The hit.
     */
    kasuri_hit hit;
    /**
     * Where, which way out of the first body, how deep.
     */
    kasuri_contact contact;
} kasuri_drawn_contact;

/**
 * A run of the pixels that a hit's two sprites have in common: in pixels, +y down.
 */
typedef struct {
    /**
     * The hit.
     */
    kasuri_hit hit;
    /**
     * The run, one pixel high.
     */
    kasuri_pixel_box run;
} kasuri_drawn_common;

/**
 * What a renderer can draw of a world. Each callback draws one thing, which is there as long as the callback takes; NULL where
 * it does not want it. All get `context`. Callbacks may ask the world, and change other objects; to change the world is refused
 * as busy. None may throw over the border, or jump.
 */
typedef struct {
    /**
     * The first argument of every callback.
     */
    void *context;
    /**
     * One side of a body's outline.
     */
    void (*segment)(void *context, const kasuri_drawn_segment *segment);
    /**
     * A run of covered pixels of a sprite.
     */
    void (*pixels)(void *context, const kasuri_drawn_run *run);
    /**
     * The box of a body that the broad phase sees.
     */
    void (*bounds)(void *context, const kasuri_drawn_box *bounds);
    /**
     * How far others graze, around the body's box.
     */
    void (*margin)(void *context, const kasuri_drawn_box *margin);
    /**
     * The world's bounds.
     */
    void (*walls)(void *context, const kasuri_drawn_box *walls);
    /**
     * A hit's contact.
     */
    void (*contact)(void *context, const kasuri_drawn_contact *contact);
    /**
     * A run of the pixels that a hit's two sprites have in common.
     */
    void (*common)(void *context, const kasuri_drawn_common *common);
    /**
     * A cell or node of the broad phase.
     */
    void (*cell)(void *context, const kasuri_drawn_box *cell);
} kasuri_debug_draw;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Whether the program and the library agree: `KASURI_STATUS_WRONG_ABI` where the header that the program was compiled with
 * is of another version than the library, or where its structs have other sizes. Call it first:
 * `kasuri_check_abi(KASURI_ABI_VERSION, sizeof(kasuri_world_def), sizeof(kasuri_body_def), sizeof(kasuri_hit))`.
 */
kasuri_status kasuri_check_abi(uint32_t version,
                               size_t world_def_size,
                               size_t body_def_size,
                               size_t hit_size);

/**
 * The library's ABI version, which is `KASURI_ABI_VERSION` of the header that came with it.
 */
kasuri_status kasuri_abi_version(uint32_t *version);

/**
 * The library's version as a text, such as "0.1.0". `length` is that of the whole text, without the 0 at its end.
 */
kasuri_status kasuri_version(char *buffer,
                             size_t capacity,
                             size_t *length);

/**
 * Why the last call of this thread that was refused was refused, in one line. `length` is that of the whole text, without
 * the 0 at its end. Calls that succeed leave it as it is.
 */
kasuri_status kasuri_last_error(char *buffer,
                                size_t capacity,
                                size_t *length);

/**
 * Frees an object of any kind; its handle is stale from then on. What else holds the same thing keeps it: a world keeps the
 * masks of its sprites.
 */
kasuri_status kasuri_free(uint64_t object);

/**
 * A mask of clear texels, 1 to 4096 a side.
 */
kasuri_status kasuri_mask_empty(size_t width, size_t height, kasuri_mask *mask);

/**
 * A mask of texels, a byte each, row by row: those that are not 0 are solid. `count` is width times height.
 */
kasuri_status kasuri_mask_from_texels(size_t width,
                                      size_t height,
                                      const uint8_t *texels,
                                      size_t count,
                                      kasuri_mask *mask);

/**
 * A mask of bits: rows of whole words of 64 texels, the leftmost texel the lowest bit. `count` is the height times the words
 * of a row. Bits beyond the width do not matter.
 */
kasuri_status kasuri_mask_from_words(size_t width,
                                     size_t height,
                                     const uint64_t *words,
                                     size_t count,
                                     kasuri_mask *mask);

/**
 * A mask of a picture's pixels, four bytes each: red, green, blue, alpha. `count` is the number of bytes.
 */
kasuri_status kasuri_mask_from_rgba(size_t width,
                                    size_t height,
                                    const uint8_t *pixels,
                                    size_t count,
                                    const kasuri_opaque *opaque,
                                    kasuri_mask *mask);

/**
 * A mask of a PNG file's bytes.
 */
kasuri_status kasuri_mask_from_png(const uint8_t *bytes,
                                   size_t count,
                                   const kasuri_opaque *opaque,
                                   kasuri_mask *mask);

/**
 * Another mask of the same texels.
 */
kasuri_status kasuri_mask_copy(kasuri_mask mask, kasuri_mask *copy);

/**
 * The mask's words, as `kasuri_mask_from_words` takes them.
 */
kasuri_status kasuri_mask_words(kasuri_mask mask, uint64_t *words, size_t capacity, size_t *count);

/**
 * The mask's width and height in texels.
 */
kasuri_status kasuri_mask_size(kasuri_mask mask, uint32_t *width, uint32_t *height);

/**
 * Whether texel (x, y) is solid; beyond the mask none is.
 */
kasuri_status kasuri_mask_get(kasuri_mask mask, int64_t x, int64_t y, bool *solid);

/**
 * Makes texel (x, y) solid (1) or clear (0); beyond the mask nothing happens.
 */
kasuri_status kasuri_mask_set(kasuri_mask mask, int64_t x, int64_t y, uint32_t solid);

/**
 * How many texels are solid.
 */
kasuri_status kasuri_mask_count(kasuri_mask mask, uint64_t *count);

/**
 * The box around the solid texels. `found` is false where there are none, and the box is empty then.
 */
kasuri_status kasuri_mask_bounds(kasuri_mask mask, kasuri_pixel_box *bounds, bool *found);

/**
 * The mean of the solid texels' centres. `found` is false where there are none, and it is (0, 0) then.
 */
kasuri_status kasuri_mask_centroid(kasuri_mask mask, kasuri_vec2 *centroid, bool *found);

/**
 * The angle in radians of the line that the solid texels lie along best. `found` is false where there are none, and it is 0 then.
 */
kasuri_status kasuri_mask_angle(kasuri_mask mask,
                                double *angle,
                                bool *found);

/**
 * Makes every texel solid.
 */
kasuri_status kasuri_mask_fill(kasuri_mask mask);

/**
 * Makes every texel clear.
 */
kasuri_status kasuri_mask_clear(kasuri_mask mask);

/**
 * Makes solid texels clear, and clear ones solid.
 */
kasuri_status kasuri_mask_invert(kasuri_mask mask);

/**
 * A mask of another size, each texel that of the nearest place in this one.
 */
kasuri_status kasuri_mask_scaled(kasuri_mask mask, size_t width, size_t height, kasuri_mask *made);

/**
 * The mask mirrored: sideways, upside down, both or neither; 1 for yes, 0 for no.
 */
kasuri_status kasuri_mask_flipped(kasuri_mask mask,
                                  uint32_t sideways,
                                  uint32_t upside_down,
                                  kasuri_mask *made);

/**
 * The mask turned by quarters, clockwise where +y goes down.
 */
kasuri_status kasuri_mask_turned(kasuri_mask mask, int32_t quarters, kasuri_mask *made);

/**
 * The texels in a box, as a mask of its own.
 */
kasuri_status kasuri_mask_cropped(kasuri_mask mask,
                                  int32_t x0,
                                  int32_t y0,
                                  int32_t x1,
                                  int32_t y1,
                                  kasuri_mask *made);

/**
 * A mask of the same size, solid within so many texels of what is solid.
 */
kasuri_status kasuri_mask_dilated(kasuri_mask mask, uint32_t radius, kasuri_mask *made);

/**
 * A mask of the same size, clear within so many texels of what is clear.
 */
kasuri_status kasuri_mask_eroded(kasuri_mask mask, uint32_t radius, kasuri_mask *made);

/**
 * Whether any texel is solid in both.
 */
kasuri_status kasuri_mask_meets(kasuri_mask mask, kasuri_mask other, int32_t x, int32_t y, bool *meets);

/**
 * How many texels are solid in both.
 */
kasuri_status kasuri_mask_common_count(kasuri_mask mask,
                                       kasuri_mask other,
                                       int32_t x,
                                       int32_t y,
                                       uint64_t *count);

/**
 * The first texel of `mask` that is solid in both, row by row. `found` is false where there is none.
 */
kasuri_status kasuri_mask_common_first(kasuri_mask mask,
                                       kasuri_mask other,
                                       int32_t x,
                                       int32_t y,
                                       kasuri_pixel *first,
                                       bool *found);

/**
 * Keeps the texels of `mask` that are solid in both.
 */
kasuri_status kasuri_mask_and(kasuri_mask mask, kasuri_mask other, int32_t x, int32_t y);

/**
 * Makes the texels of `mask` solid that are solid in `other`.
 */
kasuri_status kasuri_mask_draw(kasuri_mask mask, kasuri_mask other, int32_t x, int32_t y);

/**
 * Inverts the texels of `mask` that are solid in `other`.
 */
kasuri_status kasuri_mask_xor(kasuri_mask mask, kasuri_mask other, int32_t x, int32_t y);

/**
 * Makes the texels of `mask` clear that are solid in `other`.
 */
kasuri_status kasuri_mask_erase(kasuri_mask mask, kasuri_mask other, int32_t x, int32_t y);

/**
 * A mask of every place where `other` would meet `mask`: its texel (0, 0) is `other` with its bottom right texel over the top
 * left one of `mask`.
 */
kasuri_status kasuri_mask_convolved(kasuri_mask mask,
                                    kasuri_mask other,
                                    kasuri_mask *made);

/**
 * Clears the texels that something placed covers, where (x, y) is the world's pixel of the mask's top left texel. `texels` is
 * how many changed.
 */
kasuri_status kasuri_mask_carve(kasuri_mask mask,
                                const kasuri_placed *placed,
                                int32_t x,
                                int32_t y,
                                uint64_t *texels);

/**
 * Sets the texels that something placed covers, where (x, y) is the world's pixel of the mask's top left texel. `texels` is
 * how many changed.
 */
kasuri_status kasuri_mask_stamp(kasuri_mask mask,
                                const kasuri_placed *placed,
                                int32_t x,
                                int32_t y,
                                uint64_t *texels);

/**
 * The texels of the outline of the mask's first piece, in order around it.
 */
kasuri_status kasuri_mask_outline(kasuri_mask mask, kasuri_pixel *texels, size_t capacity, size_t *count);

/**
 * Rectangles that cover the solid texels, each texel once.
 */
kasuri_status kasuri_mask_rectangles(kasuri_mask mask,
                                     kasuri_pixel_box *boxes,
                                     size_t capacity,
                                     size_t *count);

/**
 * The pieces that hang together by `neighbours`, one of `kasuri_neighbours`, in the order of their first texels.
 */
kasuri_status kasuri_mask_components(kasuri_mask mask,
                                     uint32_t neighbours,
                                     kasuri_piece *pieces,
                                     size_t capacity,
                                     size_t *count);

/**
 * One of those pieces, by its place in the list, as a mask as large as its box.
 */
kasuri_status kasuri_mask_component(kasuri_mask mask, uint32_t neighbours, size_t index, kasuri_mask *made);

/**
 * The frames of a sheet, row by row, as masks of so many texels. With a short buffer no mask is made.
 */
kasuri_status kasuri_mask_sliced(kasuri_mask mask,
                                 size_t width,
                                 size_t height,
                                 kasuri_mask *masks,
                                 size_t capacity,
                                 size_t *count);

/**
 * Convex polygons that together cover the mask, within `tolerance` texels of it. All their vertices, one polygon after the
 * other; `ends[k]` is where polygon k ends.
 */
kasuri_status kasuri_mask_convex_parts(kasuri_mask mask,
                                       double tolerance,
                                       kasuri_vec2 *vertices,
                                       size_t vertex_capacity,
                                       size_t *vertex_count,
                                       uint32_t *ends,
                                       size_t end_capacity,
                                       size_t *end_count);

/**
 * The polygons around the mask's pieces, within `tolerance` texels of it, outer rings and holes alike. All their vertices, one
 * ring after the other; `ends[k]` is where ring k ends. A ring around a hole runs the other way.
 */
kasuri_status kasuri_mask_traced(kasuri_mask mask,
                                 double tolerance,
                                 kasuri_vec2 *vertices,
                                 size_t vertex_capacity,
                                 size_t *vertex_count,
                                 uint32_t *ends,
                                 size_t end_capacity,
                                 size_t *end_count);

/**
 * A point.
 */
kasuri_status kasuri_shape_point(kasuri_shape *shape);

/**
 * A segment from (ax, ay) to (bx, by).
 */
kasuri_status kasuri_shape_segment(double ax, double ay, double bx, double by, kasuri_shape *shape);

/**
 * A circle.
 */
kasuri_status kasuri_shape_circle(double r, kasuri_shape *shape);

/**
 * All within a radius of a segment.
 */
kasuri_status kasuri_shape_capsule(double ax, double ay, double bx, double by, double r, kasuri_shape *shape);

/**
 * A box around its origin, by half its sides.
 */
kasuri_status kasuri_shape_box(double half_width, double half_height, kasuri_shape *shape);

/**
 * A polygon, concave ones too; it closes by itself.
 */
kasuri_status kasuri_shape_polygon(const kasuri_vec2 *points, size_t count, kasuri_shape *shape);

/**
 * All within a radius of a polygon.
 */
kasuri_status kasuri_shape_rounded_polygon(const kasuri_vec2 *points,
                                           size_t count,
                                           double r,
                                           kasuri_shape *shape);

/**
 * A chain of capsules through 2 to 4096 points: a curved laser.
 */
kasuri_status kasuri_shape_chain(const kasuri_vec2 *points, size_t count, double r, kasuri_shape *shape);

/**
 * Several shapes as one.
 */
kasuri_status kasuri_shape_compound(const kasuri_part *parts, size_t count, kasuri_shape *shape);

/**
 * A tile map of text: rows that end with a line break, a character a cell. '.' and ' ' are empty, '#' is solid, and the legend
 * says what other characters stand for.
 */
kasuri_status kasuri_tiles_from_rows(double cell_width,
                                     double cell_height,
                                     const char *rows,
                                     const kasuri_cell *legend,
                                     size_t count,
                                     kasuri_tiles *tiles);

/**
 * How many columns and rows a tile map has.
 */
kasuri_status kasuri_tiles_size(kasuri_tiles tiles, size_t *columns, size_t *rows);

/**
 * A look: a shape, a mask or a tile map, to which regions are added.
 */
kasuri_status kasuri_look_new(kasuri_solid solid, kasuri_look *look);

/**
 * Says where the origin of a look's mask is, in texels from its top left corner.
 */
kasuri_status kasuri_look_set_pivot(kasuri_look look, double x, double y);

/**
 * Adds a region; hits tell it by its place, the first is 1. What the world does not allow is refused when a body is spawned.
 */
kasuri_status kasuri_look_add_region(kasuri_look look,
                                     const kasuri_region *region);

/**
 * A list of frames, of which a body shows one at a time: looks, shapes, masks or tile maps.
 */
kasuri_status kasuri_frames_new(const kasuri_appearance *looks, size_t count, kasuri_frames *frames);

/**
 * A world as it is by default: +y down, a unit a pixel, no bounds, no rules.
 */
kasuri_status kasuri_world_def_default(kasuri_world_def *def);

/**
 * A world without bodies. `def` says how it is to be; NULL for the default.
 */
kasuri_status kasuri_world_new(const kasuri_world_def *def, kasuri_world *world);

/**
 * How many bodies live in the world.
 */
kasuri_status kasuri_world_len(kasuri_world world, size_t *count);

/**
 * All bodies, in order of spawn.
 */
kasuri_status kasuri_world_bodies(kasuri_world world, kasuri_body *bodies, size_t capacity, size_t *count);

/**
 * How many steps the world has made.
 */
kasuri_status kasuri_world_steps(kasuri_world world, uint64_t *steps);

/**
 * The hash of all that the world's answers depend on: the same on every machine.
 */
kasuri_status kasuri_world_hash(kasuri_world world, uint64_t *hash);

/**
 * Lets something else decide candidates from now on: one of `kasuri_backend`.
 */
kasuri_status kasuri_world_set_backend(kasuri_world world, uint32_t backend);

/**
 * Where a place in the world's units and axes is in pixels, +y down.
 */
kasuri_status kasuri_world_pixels_of(kasuri_world world, double x, double y, kasuri_vec2 *pixels);

/**
 * The place in the world's units and axes that is at some pixels: the other way round.
 */
kasuri_status kasuri_world_place_of(kasuri_world world, double x, double y, kasuri_vec2 *place);

/**
 * A body as it is by default: at (0, 0), unturned, at scale 1, on layer 1, tested against all layers. `appearance` is 0 and has
 * to be set.
 */
kasuri_status kasuri_body_def_default(kasuri_body_def *def);

/**
 * A new body, the last in the order of spawn.
 */
kasuri_status kasuri_world_spawn(kasuri_world world, const kasuri_body_def *def, kasuri_body *body);

/**
 * As many new bodies, in order: all of them, or where one is refused none. `bodies` has room for `count`.
 */
kasuri_status kasuri_world_spawn_many(kasuri_world world,
                                      const kasuri_body_def *defs,
                                      size_t count,
                                      kasuri_body *bodies);

/**
 * Removes a body. The next step tells its contacts' end.
 */
kasuri_status kasuri_world_remove(kasuri_world world, kasuri_body body);

/**
 * Removes bodies: all of them, or where one is gone already none.
 */
kasuri_status kasuri_world_remove_many(kasuri_world world, const kasuri_body *bodies, size_t count);

/**
 * Removes every body that overlaps a solid placed somewhere, as a bomb does, and names them in order. With a short buffer
 * nothing is removed.
 */
kasuri_status kasuri_world_remove_overlapping(kasuri_world world,
                                              kasuri_solid solid,
                                              const kasuri_placement *placement,
                                              const kasuri_filter *filter,
                                              kasuri_body *bodies,
                                              size_t capacity,
                                              size_t *count);

/**
 * Removes every body.
 */
kasuri_status kasuri_world_clear(kasuri_world world);

/**
 * Whether a body still lives.
 */
kasuri_status kasuri_world_contains(kasuri_world world, kasuri_body body, bool *contains);

/**
 * Puts a body somewhere.
 */
kasuri_status kasuri_world_set_position(kasuri_world world, kasuri_body body, double x, double y);

/**
 * Puts bodies somewhere, each at its own place: all of them, or none.
 */
kasuri_status kasuri_world_set_positions(kasuri_world world,
                                         const kasuri_body *bodies,
                                         const kasuri_vec2 *at,
                                         size_t count);

/**
 * The same from places in single precision.
 */
kasuri_status kasuri_world_set_positions_float(kasuri_world world,
                                               const kasuri_body *bodies,
                                               const kasuri_vec2f *at,
                                               size_t count);

/**
 * Turns a body to an angle in radians.
 */
kasuri_status kasuri_world_set_angle(kasuri_world world, kasuri_body body, double angle);

/**
 * Turns bodies, each to its own angle: all of them, or none.
 */
kasuri_status kasuri_world_set_angles(kasuri_world world,
                                      const kasuri_body *bodies,
                                      const double *angles,
                                      size_t count);

/**
 * Scales a body; negative to mirror.
 */
kasuri_status kasuri_world_set_scale(kasuri_world world, kasuri_body body, double x, double y);

/**
 * Scales bodies, each by its own: all of them, or none.
 */
kasuri_status kasuri_world_set_scales(kasuri_world world,
                                      const kasuri_body *bodies,
                                      const kasuri_vec2 *scales,
                                      size_t count);

/**
 * Shows another of a body's frames.
 */
kasuri_status kasuri_world_set_frame(kasuri_world world, kasuri_body body, uint32_t frame);

/**
 * Shows other frames, each its own: all of them, or none.
 */
kasuri_status kasuri_world_set_frames(kasuri_world world,
                                      const kasuri_body *bodies,
                                      const uint32_t *frames,
                                      size_t count);

/**
 * Puts, turns and scales bodies, each as its placement says: all of them, or none.
 */
kasuri_status kasuri_world_set_placements(kasuri_world world,
                                          const kasuri_body *bodies,
                                          const kasuri_placement *placements,
                                          size_t count);

/**
 * Moves the points of a curved laser; its radius stays.
 */
kasuri_status kasuri_world_set_chain(kasuri_world world,
                                     kasuri_body body,
                                     const kasuri_vec2 *points,
                                     size_t count);

/**
 * Gives a circle, a capsule or a chain another radius.
 */
kasuri_status kasuri_world_set_radius(kasuri_world world, kasuri_body body, double r);

/**
 * Gives circles, capsules and chains other radii: all of them, or none.
 */
kasuri_status kasuri_world_set_radii(kasuri_world world,
                                     const kasuri_body *bodies,
                                     const double *radii,
                                     size_t count);

/**
 * Makes a body another shape; its regions stay.
 */
kasuri_status kasuri_world_set_shape(kasuri_world world, kasuri_body body, kasuri_shape shape);

/**
 * Gives a body another mask, as a picture that was carved into; pivot and regions stay. A mask that changes later changes no
 * body: it has to be set again.
 */
kasuri_status kasuri_world_set_mask(kasuri_world world,
                                    kasuri_body body,
                                    kasuri_mask mask);

/**
 * Makes a body look otherwise altogether: a look, a shape, a mask or a tile map.
 */
kasuri_status kasuri_world_set_look(kasuri_world world, kasuri_body body, kasuri_appearance look);

/**
 * Puts a body on other layers.
 */
kasuri_status kasuri_world_set_layers(kasuri_world world, kasuri_body body, kasuri_layers layers);

/**
 * Near misses within this margin are told (`has` is 1), or none any more (`has` is 0).
 */
kasuri_status kasuri_world_set_graze(kasuri_world world, kasuri_body body, uint32_t has, double margin);

/**
 * It takes no hits in the next `steps` steps.
 */
kasuri_status kasuri_world_set_invulnerable(kasuri_world world, kasuri_body body, uint64_t steps);

/**
 * After a hit, the same two bodies do not hit again in so many steps.
 */
kasuri_status kasuri_world_set_cooldown(kasuri_world world, kasuri_body body, uint32_t steps);

/**
 * It may hit so many others from now on (`has` is 1), or any number (`has` is 0).
 */
kasuri_status kasuri_world_set_max_hits(kasuri_world world, kasuri_body body, uint32_t has, uint32_t hits);

/**
 * It is removed when it is so far out of the world's bounds (`has` is 1), or never (`has` is 0).
 */
kasuri_status kasuri_world_set_despawn_beyond(kasuri_world world,
                                              kasuri_body body,
                                              uint32_t has,
                                              double margin);

/**
 * Gives a body another number to carry along.
 */
kasuri_status kasuri_world_set_data(kasuri_world world, kasuri_body body, uint64_t data);

/**
 * Sweeps a body from the next step on (1), or no more (0): a step misses nothing on its way, however fast it is.
 */
kasuri_status kasuri_world_set_swept(kasuri_world world,
                                     kasuri_body body,
                                     uint32_t has);

/**
 * Puts a body somewhere without a way there: a swept body hits nothing in between.
 */
kasuri_status kasuri_world_teleport(kasuri_world world, kasuri_body body, double x, double y);

/**
 * The same for bodies, each to its own place: all of them, or none.
 */
kasuri_status kasuri_world_teleport_many(kasuri_world world,
                                         const kasuri_body *bodies,
                                         const kasuri_vec2 *at,
                                         size_t count);

/**
 * A look at a body.
 */
kasuri_status kasuri_world_get(kasuri_world world, kasuri_body body, kasuri_body_state *state);

/**
 * Where bodies stand. `at` has room for `count`; where a body is gone nothing that is in it counts.
 */
kasuri_status kasuri_world_positions(kasuri_world world,
                                     const kasuri_body *bodies,
                                     size_t count,
                                     kasuri_vec2 *at);

/**
 * Where bodies stand, how they are turned and scaled. `placements` has room for `count`; where a body is gone nothing that is
 * in it counts.
 */
kasuri_status kasuri_world_placements(kasuri_world world,
                                      const kasuri_body *bodies,
                                      size_t count,
                                      kasuri_placement *placements);

/**
 * The index that hits tell a region of a body by.
 */
kasuri_status kasuri_world_region_index(kasuri_world world,
                                        kasuri_body body,
                                        const char *name,
                                        uint8_t *index);

/**
 * The name of a region that hits tell of. `length` is that of the whole name, without the 0 at its end.
 */
kasuri_status kasuri_world_region_name(kasuri_world world,
                                       kasuri_body body,
                                       uint8_t index,
                                       char *buffer,
                                       size_t capacity,
                                       size_t *length);

/**
 * Finds what overlaps, follows the rules, and keeps what there is to tell until the next step.
 */
kasuri_status kasuri_world_step(kasuri_world world, kasuri_step *step);

/**
 * Hits of the last step: `which` is one of `kasuri_hits`.
 */
kasuri_status kasuri_world_hits(kasuri_world world,
                                uint32_t which,
                                kasuri_hit *hits,
                                size_t capacity,
                                size_t *count);

/**
 * The hits of the last step between two sets of layers, the one on the layers `a` first in each.
 */
kasuri_status kasuri_world_hits_between(kasuri_world world,
                                        uint32_t a,
                                        uint32_t b,
                                        kasuri_hit *hits,
                                        size_t capacity,
                                        size_t *count);

/**
 * Bodies that the last step told: `which` is one of `kasuri_told`.
 */
kasuri_status kasuri_world_told(kasuri_world world,
                                uint32_t which,
                                kasuri_body *bodies,
                                size_t capacity,
                                size_t *count);

/**
 * What the last step cost.
 */
kasuri_status kasuri_world_report(kasuri_world world, kasuri_report *report);

/**
 * How the two of a hit overlap now; of a hit on the way, how they overlapped when they met.
 */
kasuri_status kasuri_world_overlap(kasuri_world world, const kasuri_hit *hit, kasuri_overlap *overlap);

/**
 * The cells of a tile map that the other of a hit meets, row by row.
 */
kasuri_status kasuri_world_overlap_cells(kasuri_world world,
                                         const kasuri_hit *hit,
                                         kasuri_pixel *cells,
                                         size_t capacity,
                                         size_t *count);

/**
 * How the two of a hit touch: which way is out, how deep, where. `found` is false where they do not overlap any more.
 */
kasuri_status kasuri_world_contact(kasuri_world world,
                                   const kasuri_hit *hit,
                                   kasuri_contact *contact,
                                   bool *found);

/**
 * The pixels that the two of a hit have in common, row by row, where both are sprites: in pixels, +y down.
 */
kasuri_status kasuri_world_common_pixels(kasuri_world world,
                                         const kasuri_hit *hit,
                                         kasuri_pixel *pixels,
                                         size_t capacity,
                                         size_t *count);

/**
 * Moves the two of a hit apart until they are no hit any more, the first by `share` of the way and the second by the rest.
 * `moved` has room for two: how far each was moved. `found` is false where they are apart.
 */
kasuri_status kasuri_world_push_apart(kasuri_world world,
                                      const kasuri_hit *hit,
                                      double share,
                                      kasuri_vec2 *moved,
                                      bool *found);

/**
 * How far two bodies are apart, and their closest points. Regions aside. `found` is false where one covers nothing.
 */
kasuri_status kasuri_world_distance(kasuri_world world,
                                    kasuri_body a,
                                    kasuri_body b,
                                    kasuri_distance *distance,
                                    bool *found);

/**
 * Where the outlines of two bodies cross. Regions aside.
 */
kasuri_status kasuri_world_crossings(kasuri_world world,
                                     kasuri_body a,
                                     kasuri_body b,
                                     kasuri_vec2 *points,
                                     size_t capacity,
                                     size_t *count);

/**
 * A velocity after it met a surface: its part against the normal is taken away, and `restitution` of it given back the other
 * way.
 */
kasuri_status kasuri_deflected(kasuri_vec2 velocity,
                               kasuri_vec2 normal,
                               double restitution,
                               kasuri_vec2 *deflected);

/**
 * The bodies that contain a point, in order of spawn. Here and below a `filter` of NULL stands for every body.
 */
kasuri_status kasuri_world_at_point(kasuri_world world,
                                    double x,
                                    double y,
                                    const kasuri_filter *filter,
                                    kasuri_body *bodies,
                                    size_t capacity,
                                    size_t *count);

/**
 * The bodies that overlap a box, given by two opposite corners; it may be as large as the world.
 */
kasuri_status kasuri_world_in_box(kasuri_world world,
                                  kasuri_vec2 corner,
                                  kasuri_vec2 opposite,
                                  const kasuri_filter *filter,
                                  kasuri_body *bodies,
                                  size_t capacity,
                                  size_t *count);

/**
 * The bodies that overlap a circle.
 */
kasuri_status kasuri_world_in_circle(kasuri_world world,
                                     kasuri_vec2 centre,
                                     double r,
                                     const kasuri_filter *filter,
                                     kasuri_body *bodies,
                                     size_t capacity,
                                     size_t *count);

/**
 * The bodies that overlap a cone: from its apex towards an angle, opened by half an angle to each side, so far.
 */
kasuri_status kasuri_world_in_cone(kasuri_world world,
                                   kasuri_vec2 apex,
                                   double towards,
                                   double half_angle,
                                   double reach,
                                   const kasuri_filter *filter,
                                   kasuri_body *bodies,
                                   size_t capacity,
                                   size_t *count);

/**
 * The bodies that overlap a solid placed somewhere.
 */
kasuri_status kasuri_world_overlapping(kasuri_world world,
                                       kasuri_solid solid,
                                       const kasuri_placement *placement,
                                       const kasuri_filter *filter,
                                       kasuri_body *bodies,
                                       size_t capacity,
                                       size_t *count);

/**
 * What a ray or segment meets first; of what it meets at once the body spawned first. `found` is false where it meets nothing.
 */
kasuri_status kasuri_world_first_on_ray(kasuri_world world,
                                        kasuri_vec2 from,
                                        kasuri_vec2 to,
                                        const kasuri_filter *filter,
                                        kasuri_ray_hit *hit,
                                        bool *found);

/**
 * Every body that a ray or segment meets, in the order it does, each where it first does.
 */
kasuri_status kasuri_world_along_ray(kasuri_world world,
                                     kasuri_vec2 from,
                                     kasuri_vec2 to,
                                     const kasuri_filter *filter,
                                     kasuri_ray_hit *hits,
                                     size_t capacity,
                                     size_t *count);

/**
 * The `most` bodies nearest to a place, the nearest first; of those equally near the one spawned first.
 */
kasuri_status kasuri_world_nearest(kasuri_world world,
                                   double x,
                                   double y,
                                   size_t most,
                                   const kasuri_filter *filter,
                                   kasuri_neighbor *neighbors,
                                   size_t capacity,
                                   size_t *count);

/**
 * What a body would first meet on its way while the others stay. Nothing moves. `found` is false where it meets nothing.
 */
kasuri_status kasuri_world_sweep(kasuri_world world,
                                 kasuri_body body,
                                 kasuri_vec2 to,
                                 kasuri_sweep_hit *hit,
                                 bool *found);

/**
 * The same for a solid that is no body: from where it is placed on.
 */
kasuri_status kasuri_world_sweep_solid(kasuri_world world,
                                       kasuri_solid solid,
                                       const kasuri_placement *placement,
                                       kasuri_vec2 to,
                                       const kasuri_filter *filter,
                                       kasuri_sweep_hit *hit,
                                       bool *found);

/**
 * Moves a body along a path until it meets something, and leaves it there. `found` is false where it meets nothing.
 */
kasuri_status kasuri_world_advance(kasuri_world world,
                                   kasuri_body body,
                                   const kasuri_vec2 *path,
                                   size_t count,
                                   kasuri_sweep_hit *hit,
                                   bool *found);

/**
 * Moves a body by a vector and does what `response`, one of `kasuri_response`, says whenever it meets something. A short
 * buffer does not keep it from moving. At most 16 things are met.
 */
kasuri_status kasuri_world_travel(kasuri_world world,
                                  kasuri_body body,
                                  kasuri_vec2 by,
                                  uint32_t response,
                                  double restitution,
                                  kasuri_travel *travel,
                                  kasuri_sweep_hit *hits,
                                  size_t capacity,
                                  size_t *count);

/**
 * Whether two solids overlap. `touching` is one of `kasuri_touching`.
 */
kasuri_status kasuri_query_overlaps(const kasuri_placed *a,
                                    const kasuri_placed *b,
                                    uint32_t touching,
                                    bool *overlaps);

/**
 * How two solids overlap.
 */
kasuri_status kasuri_query_overlap(const kasuri_placed *a,
                                   const kasuri_placed *b,
                                   uint32_t touching,
                                   kasuri_overlap *overlap);

/**
 * The cells of a tile map that a solid meets, row by row.
 */
kasuri_status kasuri_query_overlap_cells(const kasuri_placed *a,
                                         const kasuri_placed *b,
                                         uint32_t touching,
                                         kasuri_pixel *cells,
                                         size_t capacity,
                                         size_t *count);

/**
 * How two solids touch: the way out, how far, and where. `found` is false where they do not overlap.
 */
kasuri_status kasuri_query_contact(const kasuri_placed *a,
                                   const kasuri_placed *b,
                                   uint32_t touching,
                                   kasuri_contact *contact,
                                   bool *found);

/**
 * How far two solids are apart, and their closest points. `found` is false where one covers nothing.
 */
kasuri_status kasuri_query_distance(const kasuri_placed *a,
                                    const kasuri_placed *b,
                                    kasuri_distance *distance,
                                    bool *found);

/**
 * The pixels that two masks have in common, row by row; none where one of the two is no mask.
 */
kasuri_status kasuri_query_common_pixels(const kasuri_placed *a,
                                         const kasuri_placed *b,
                                         kasuri_pixel *pixels,
                                         size_t capacity,
                                         size_t *count);

/**
 * Where the outlines of two solids cross.
 */
kasuri_status kasuri_query_crossings(const kasuri_placed *a,
                                     const kasuri_placed *b,
                                     kasuri_vec2 *points,
                                     size_t capacity,
                                     size_t *count);

/**
 * Whether a solid contains a point.
 */
kasuri_status kasuri_query_contains(const kasuri_placed *a, double x, double y, bool *contains);

/**
 * Where a ray or segment first meets a solid. `found` is false where it does not.
 */
kasuri_status kasuri_query_cast(const kasuri_placed *a,
                                kasuri_vec2 from,
                                kasuri_vec2 to,
                                kasuri_cast *hit,
                                bool *found);

/**
 * When two solids first overlap while the one goes from where it is placed to `a_to`, and the other to `b_to`. `found` is
 * false where they do not.
 */
kasuri_status kasuri_query_sweep(const kasuri_placed *a,
                                 kasuri_vec2 a_to,
                                 const kasuri_placed *b,
                                 kasuri_vec2 b_to,
                                 kasuri_meeting *meeting,
                                 bool *found);

/**
 * Which pairs overlap, body k of the one side with body k of the other: a bit each, in words of 64, the first the lowest.
 * `touching` is one of `kasuri_touching`; with 0 `threads` there are as many as the machine has.
 */
kasuri_status kasuri_batch_overlaps(const kasuri_poses *a,
                                    const kasuri_poses *b,
                                    uint32_t touching,
                                    uint32_t threads,
                                    uint64_t *words,
                                    size_t capacity,
                                    size_t *count);

/**
 * The numbers of the pairs that overlap, in order.
 */
kasuri_status kasuri_batch_hits(const kasuri_poses *a,
                                const kasuri_poses *b,
                                uint32_t touching,
                                uint32_t threads,
                                uint32_t *pairs,
                                size_t capacity,
                                size_t *count);

/**
 * How each pair comes apart.
 */
kasuri_status kasuri_batch_separations(const kasuri_poses *a,
                                       const kasuri_poses *b,
                                       uint32_t touching,
                                       uint32_t threads,
                                       kasuri_separation *separations,
                                       size_t capacity,
                                       size_t *count);

/**
 * Keeps the world's state as it is now. Masks are shared with it, not copied.
 */
kasuri_status kasuri_world_snapshot(kasuri_world world, kasuri_snapshot *snapshot);

/**
 * Makes the world's state what it was, of this world or of another: from here it goes on identically, bodies too. What the last
 * step told is forgotten.
 */
kasuri_status kasuri_world_restore(kasuri_world world,
                                   kasuri_snapshot snapshot);

/**
 * The hash of the world that the snapshot was taken of.
 */
kasuri_status kasuri_snapshot_hash(kasuri_snapshot snapshot, uint64_t *hash);

/**
 * How many steps the world had made.
 */
kasuri_status kasuri_snapshot_steps(kasuri_snapshot snapshot, uint64_t *steps);

/**
 * The snapshot as bytes, which any machine reads: to save a game, or to send its state.
 */
kasuri_status kasuri_snapshot_to_bytes(kasuri_snapshot snapshot,
                                       uint8_t *bytes,
                                       size_t capacity,
                                       size_t *count);

/**
 * A snapshot of such bytes. Damaged bytes are refused, and so is what would take more than a stranger's file may.
 */
kasuri_status kasuri_snapshot_from_bytes(const uint8_t *bytes,
                                         size_t count,
                                         kasuri_snapshot *snapshot);

/**
 * A recorder. It records the world that it steps first.
 */
kasuri_status kasuri_recorder_new(kasuri_recorder *recorder);

/**
 * Makes a step of a world and records it, and before it what has changed since the last one.
 */
kasuri_status kasuri_recorder_step(kasuri_recorder recorder, kasuri_world world, kasuri_step *step);

/**
 * The recording's bytes as far as it goes: after every step a whole file.
 */
kasuri_status kasuri_recorder_bytes(kasuri_recorder recorder, uint8_t *bytes, size_t capacity, size_t *count);

/**
 * A recording of the bytes of a file. What they hold is judged as it is replayed.
 */
kasuri_status kasuri_recording_new(const uint8_t *bytes, size_t count, kasuri_recording *recording);

/**
 * How many steps a recording has.
 */
kasuri_status kasuri_recording_len(kasuri_recording recording, size_t *steps);

/**
 * How many bytes at a recording's end are less than a step, and passed over.
 */
kasuri_status kasuri_recording_cut(kasuri_recording recording, size_t *bytes);

/**
 * The first step, pass and pair that two recordings did not do alike, in one line; `length` is 0 where they are alike.
 */
kasuri_status kasuri_recording_first_difference(kasuri_recording recording,
                                                kasuri_recording other,
                                                char *buffer,
                                                size_t capacity,
                                                size_t *length);

/**
 * The recorded world as it goes again, from its first step on.
 */
kasuri_status kasuri_replay_new(kasuri_recording recording, kasuri_replay *replay);

/**
 * Does the next recorded step again. `found` is false at the recording's end.
 */
kasuri_status kasuri_replay_step(kasuri_replay replay, kasuri_step *step, bool *found);

/**
 * Where the replay did something else than was recorded, in one line; `length` is 0 where it did not.
 */
kasuri_status kasuri_replay_difference(kasuri_replay replay, char *buffer, size_t capacity, size_t *length);

/**
 * The replay's world, to play on from here. The replay is freed.
 */
kasuri_status kasuri_replay_into_world(kasuri_replay replay, kasuri_world *world);

/**
 * Draws the bodies, in order of spawn, and the world's bounds.
 */
kasuri_status kasuri_world_debug_draw(kasuri_world world, const kasuri_debug_draw *draw);

/**
 * Draws what the last step found: contacts of all that overlaps, common pixels of sprites.
 */
kasuri_status kasuri_world_debug_draw_hits(kasuri_world world, const kasuri_debug_draw *draw);

/**
 * Draws how the broad phase parted the world in the last step: a grid's cells, a tree's nodes.
 */
kasuri_status kasuri_world_debug_draw_cells(kasuri_world world, const kasuri_debug_draw *draw);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* KASURI_H */
