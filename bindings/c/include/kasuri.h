/*
 * Kasuri tests in games which objects hit each other: to the pixel, exactly, with the same results on every machine.
 *
 * Handles. Worlds, masks, shapes and all other objects are numbers. 0 means no object. Every other number is checked: a
 * handle that was freed, or that is of another kind, gives an error status, never a crash. `kasuri_free` frees an object
 * of any kind. Bodies belong to their world: they are plain structs, and are freed with it.
 *
 * Statuses. Every call returns a `kasuri_status`. A refused call changes nothing, unless its comment says otherwise, and
 * `kasuri_last_error` gives the reason as a text, separately for each thread. No call unwinds. No call ends the process,
 * except when memory runs out.
 *
 * Lists. A list is written to a buffer of the caller, who passes a pointer, its capacity, and a pointer for the count.
 * The count is that of all items. If it is more than the capacity, the call returns KASURI_STATUS_SHORT_BUFFER, and the
 * buffer contains as many items as fit. With a capacity of 0 the pointer may be NULL. Texts work in the same way: they
 * end with a 0, which counts for the capacity but not for the length.
 *
 * Pointers. A pointer that is not NULL must point to as many valid values as the call expects, for the duration of the
 * call. The library keeps no pointer after the call.
 *
 * Threads. Any thread may use any object. Calls that only query an object may run on it at the same time. A call that
 * changes an object needs it alone; otherwise it does nothing and returns KASURI_STATUS_BUSY. So let only one thread at
 * a time drive a world. Calls on different objects do not wait for each other. A large step uses threads of its own;
 * they are done when the call returns.
 *
 * Units. Positions are in pixels with +y down, unless the world was created with other units or axes. Angles are in
 * radians. Masks, tile maps and everything that is documented as pixels use pixels in every world.
 */


#ifndef KASURI_H
#define KASURI_H

/* Made of bindings/c/src by bindings/c/tests/header.rs. Do not edit it here. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * `graze` is set.
 */
#define KASURI_BODY_GRAZE 1

/**
 * `despawn_beyond` is set.
 */
#define KASURI_BODY_DESPAWN_BEYOND 2

/**
 * `max_hits` is set.
 */
#define KASURI_BODY_MAX_HITS 4

/**
 * `pivot` is set.
 */
#define KASURI_BODY_PIVOT 8

/**
 * The body is swept: a step misses nothing along the body's motion, at any speed.
 */
#define KASURI_BODY_SWEPT 16

/**
 * The body is a sensor: it stops no travel.
 */
#define KASURI_BODY_SENSOR 32

/**
 * `one_way` is set: the body stops only travels that hit a face of it that looks in this direction.
 */
#define KASURI_BODY_ONE_WAY 64

/**
 * The version of everything in the header that a compiled program depends on. A new version breaks programs that
 * were compiled before.
 */
#define KASURI_ABI_VERSION 1

/**
 * `pivot` is set.
 */
#define KASURI_LOOK_PIVOT 1

/**
 * `layers.layer` is set; else the region is on the body's layers.
 */
#define KASURI_LOOK_LAYER 2

/**
 * `layers.against` is set; else the region is tested against the same layers as the body.
 */
#define KASURI_LOOK_AGAINST 4

/**
 * Instead of a frame: the values of the sheet as a whole.
 */
#define KASURI_SHEET_ITSELF 4294967295

/**
 * The status that every call returns. Anything but `KASURI_STATUS_OK` is a refusal: nothing has changed, unless the
 * function says otherwise, and `kasuri_last_error` gives the reason.
 */
enum kasuri_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The call succeeded.
     */
    KASURI_STATUS_OK = 0,
    /**
     * The library refused the call: a number that is not finite, a size out of range, a damaged file. The text says
     * which.
     */
    KASURI_STATUS_REFUSED = 1,
    /**
     * A pointer that must point to something is NULL.
     */
    KASURI_STATUS_NULL_POINTER = 2,
    /**
     * A handle is 0, or the number is not a handle at all.
     */
    KASURI_STATUS_NULL_HANDLE = 3,
    /**
     * The handle's object was freed.
     */
    KASURI_STATUS_STALE_HANDLE = 4,
    /**
     * The handle is of another kind of object than the call expects.
     */
    KASURI_STATUS_WRONG_KIND = 5,
    /**
     * The body was removed, or it belongs to another world.
     */
    KASURI_STATUS_STALE_BODY = 6,
    /**
     * The buffer is too short. It contains as many items as fit, and the count is the count of all items.
     */
    KASURI_STATUS_SHORT_BUFFER = 7,
    /**
     * A number has no meaning: an enumerator that is not in the header, unknown flags, a length beyond memory.
     */
    KASURI_STATUS_WRONG_VALUE = 8,
    /**
     * The object is in use: by another thread, or by the call that invoked this callback.
     */
    KASURI_STATUS_BUSY = 9,
    /**
     * The call panicked, which is a fault of the library. Only `kasuri_free` accepts the object that the call was
     * changing.
     */
    KASURI_STATUS_PANIC = 10,
    /**
     * An earlier call panicked while it changed the object. Only `kasuri_free` accepts it.
     */
    KASURI_STATUS_POISONED = 11,
    /**
     * The versions of the header and the library differ.
     */
    KASURI_STATUS_WRONG_ABI = 12,
    /**
     * There is no room for another object: at most a million can exist at a time.
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
 * The direction of +y.
 */
enum kasuri_axes
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Down, as in pictures; a positive angle turns clockwise on the screen.
     */
    KASURI_AXES_Y_DOWN = 0,
    /**
     * Up; a positive angle turns counterclockwise on the screen.
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
 * The broad phase: the method that finds candidate pairs. Each gives the same answers.
 */
enum kasuri_broad
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The faster one for each step.
     */
    KASURI_BROAD_AUTO = 0,
    /**
     * A grid with cells of several sizes.
     */
    KASURI_BROAD_GRID = 1,
    /**
     * A tree of boxes.
     */
    KASURI_BROAD_TREE = 2,
    /**
     * A comparison of every pair of boxes.
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
 * The device that tests candidate pairs. Each gives the same answers.
 */
enum kasuri_backend
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * This machine's CPU.
     */
    KASURI_BACKEND_CPU = 0,
    /**
     * A GPU, for every step; what it cannot do is refused. The choice itself is refused if the library was built
     * without its feature `gpu`.
     */
    KASURI_BACKEND_GPU = 1,
    /**
     * The faster one for each step. Without the feature `gpu` it is the CPU.
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
 * The effect of a rule for two sets of layers.
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
     * A touch without depth is not a hit.
     */
    KASURI_RULE_TOUCHING_IGNORED = 1,
    /**
     * Two circles overlap if their distance is less than the root of the sum of their squared radii: a metric that
     * is generous to players.
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
 * The rule for which pixels of a picture are solid.
 */
enum kasuri_opaque_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Pixels whose alpha is at least `alpha`.
     */
    KASURI_OPAQUE_KIND_ALPHA = 0,
    /**
     * Pixels whose colour is not `key`.
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
 * The rule for which adjacent texels belong to the same piece.
 */
enum kasuri_neighbours
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Texels that share an edge.
     */
    KASURI_NEIGHBOURS_FOUR = 0,
    /**
     * Texels that share an edge or a corner.
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
 * The content of a cell of a tile map.
 */
enum kasuri_cell_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The whole cell is solid.
     */
    KASURI_CELL_KIND_SOLID = 0,
    /**
     * A convex polygon, relative to the cell's top left corner.
     */
    KASURI_CELL_KIND_POLYGON = 1,
    /**
     * A mask whose top left corner is the cell's.
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
 * The lists of hits of a step.
 */
enum kasuri_hits
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * All hits that overlap now, in order.
     */
    KASURI_HITS_ALL = 0,
    /**
     * Hits that overlap now and did not after the previous step.
     */
    KASURI_HITS_BEGAN = 1,
    /**
     * Hits that overlap now and did after the previous step.
     */
    KASURI_HITS_STAYED = 2,
    /**
     * Hits that overlapped after the previous step and do not now.
     */
    KASURI_HITS_ENDED = 3,
    /**
     * Near misses: a pair is reported only the first time that it is within the margin.
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
 * The lists of bodies of a step.
 */
enum kasuri_told
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Bodies that left the world's bounds: no part of them is inside any more.
     */
    KASURI_TOLD_LEFT = 0,
    /**
     * Bodies that came into the world's bounds.
     */
    KASURI_TOLD_ENTERED = 1,
    /**
     * Bodies that the step removed because they were too far outside the bounds.
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
 * The kind of an overlap.
 */
enum kasuri_overlap_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The two do not overlap.
     */
    KASURI_OVERLAP_KIND_NONE = 0,
    /**
     * Two sprites have pixels in common: `common` and `pixels` are set.
     */
    KASURI_OVERLAP_KIND_SPRITE_SPRITE = 1,
    /**
     * A shape overlaps covered pixels of a sprite: `pixels` is their number.
     */
    KASURI_OVERLAP_KIND_SPRITE_SHAPE = 2,
    /**
     * Two shapes overlap: `contact` is set.
     */
    KASURI_OVERLAP_KIND_SHAPE_SHAPE = 3,
    /**
     * A body overlaps cells of a tile map: `cells` is their number.
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
 * The response of a body to a hit on another body.
 */
enum kasuri_response
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The body stops at the hit.
     */
    KASURI_RESPONSE_STICK = 0,
    /**
     * The body continues along the surface.
     */
    KASURI_RESPONSE_SLIDE = 1,
    /**
     * The body bounces: with a restitution of 1 as fast as it came; with 0 it slides.
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
 * The kind of the bodies on one side of a batch.
 */
enum kasuri_pose_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Circles. Columns: x, y, radius.
     */
    KASURI_POSE_KIND_CIRCLES = 0,
    /**
     * Boxes. Columns: x, y, half_width, half_height, angle.
     */
    KASURI_POSE_KIND_BOXES = 1,
    /**
     * Shapes of a list. Columns: x, y, angle, index; the list: solids.
     */
    KASURI_POSE_KIND_SHAPES = 2,
    /**
     * Masks of a list, each turned around its middle. Columns: x, y, angle, index; the list: solids.
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
 * The type of the numbers in the columns.
 */
enum kasuri_number
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The C type `double`.
     */
    KASURI_NUMBER_DOUBLE = 0,
    /**
     * The C type `float`.
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
 * The kind of a value of a sheet.
 */
enum kasuri_value_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * There is no value of this name.
     */
    KASURI_VALUE_KIND_NONE = 0,
    /**
     * A number.
     */
    KASURI_VALUE_KIND_NUMBER = 1,
    /**
     * A text; `kasuri_sheet_text` writes it.
     */
    KASURI_VALUE_KIND_TEXT = 2,
    /**
     * True or false.
     */
    KASURI_VALUE_KIND_TRUTH = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum kasuri_value_kind kasuri_value_kind;
#else
typedef uint32_t kasuri_value_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The handle of a mask: one bit per texel, set for solid texels.
 */
typedef uint64_t kasuri_mask;

/**
 * The settings for making a mask of a picture.
 */
typedef struct {
    /**
     * One of `kasuri_opaque_kind`.
     */
    uint32_t kind;
    /**
     * The least alpha of a solid pixel.
     */
    uint8_t alpha;
    /**
     * The colour of clear pixels: red, green, blue.
     */
    uint8_t key[3];
} kasuri_opaque;

/**
 * A half-open box of pixels or texels: x0 <= x < x1, y0 <= y < y1.
 */
typedef struct {
    /**
     * The first column.
     */
    int32_t x0;
    /**
     * The first row.
     */
    int32_t y0;
    /**
     * The column after the last one.
     */
    int32_t x1;
    /**
     * The row after the last one.
     */
    int32_t y1;
} kasuri_pixel_box;

/**
 * A position or a direction.
 */
typedef struct {
    /**
     * The coordinate to the right.
     */
    double x;
    /**
     * The coordinate down, or up in a world with `KASURI_AXES_Y_UP`.
     */
    double y;
} kasuri_vec2;

/**
 * A pixel, a texel, or the cell of a tile map.
 */
typedef struct {
    /**
     * The column.
     */
    int32_t x;
    /**
     * The row.
     */
    int32_t y;
} kasuri_pixel;

/**
 * The handle of a shape, a mask or a tile map.
 */
typedef uint64_t kasuri_solid;

/**
 * The position, angle and scale of a body.
 */
typedef struct {
    /**
     * The position of the body's origin.
     */
    kasuri_vec2 at;
    /**
     * The angle in radians; a positive angle turns +x towards +y.
     */
    double angle;
    /**
     * The factor on each axis, of magnitude 1/64 to 64; negative to mirror.
     */
    kasuri_vec2 scale;
} kasuri_placement;

/**
 * A placed solid, without a world: in pixels, +y down.
 */
typedef struct {
    /**
     * A shape, a mask or a tile map.
     */
    kasuri_solid solid;
    /**
     * The position, angle and scale.
     */
    kasuri_placement placement;
    /**
     * The origin of a mask, with `KASURI_LOOK_PIVOT`; else the middle.
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
     * The box around the piece.
     */
    kasuri_pixel_box bounds;
    /**
     * The number of texels in the piece.
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
     * Any shape except a compound or a tile map.
     */
    kasuri_shape shape;
    /**
     * The part's position in the compound.
     */
    kasuri_vec2 offset;
} kasuri_part;

/**
 * The meaning of a character in a tile map's rows.
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
     * The number of vertices.
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
 * The handle of a look: a solid with named regions.
 */
typedef uint64_t kasuri_look;

/**
 * The layers that a body is on, and those that it is tested against, a bit each; and its group.
 */
typedef struct {
    /**
     * The layers that the body is on.
     */
    uint32_t layer;
    /**
     * The layers that the body is tested against.
     */
    uint32_t against;
    /**
     * The group that the body is in; 0 for none. Two bodies of one group are no pair, whatever their layers say.
     */
    uint32_t group;
} kasuri_layers;

/**
 * A named region of a look.
 */
typedef struct {
    /**
     * The name, unique in the look.
     */
    const char *name;
    /**
     * A shape or a mask.
     */
    kasuri_solid solid;
    /**
     * The origin of a mask, with `KASURI_LOOK_PIVOT`; else the middle.
     */
    kasuri_vec2 pivot;
    /**
     * The region's own layers, with `KASURI_LOOK_LAYER` and `KASURI_LOOK_AGAINST`. `group` is 0: a region is in the group
     * of its body.
     */
    kasuri_layers layers;
    /**
     * The flags of the fields that are set: `KASURI_LOOK_PIVOT` and the others, combined.
     */
    uint32_t flags;
} kasuri_region;

/**
 * The handle of a body's appearance: a shape, a mask, a tile map, a look, a list of frames, or a sheet.
 */
typedef uint64_t kasuri_appearance;

/**
 * The handle of a list of looks; a body shows one of them at a time.
 */
typedef uint64_t kasuri_frames;

/**
 * The handle of a sheet: frames with masks, pivots, regions, tags and values.
 */
typedef uint64_t kasuri_sheet;

/**
 * A frame of a sheet, in texels.
 */
typedef struct {
    /**
     * The texel coordinate that is placed at the body's position.
     */
    kasuri_vec2 pivot;
    /**
     * The width and height.
     */
    uint32_t size[2];
    /**
     * The top left corner of the frame in the picture, if `has_at` is 1.
     */
    uint32_t at[2];
    /**
     * How long the frame is shown, in milliseconds.
     */
    uint32_t duration;
    /**
     * The number of regions. They are numbered from 1, as in hits.
     */
    uint32_t regions;
    /**
     * 1 if the file says where the frame is in the picture, else 0.
     */
    uint8_t has_at;
} kasuri_frame_info;

/**
 * A region of a frame.
 */
typedef struct {
    /**
     * The region's own layers, with `KASURI_LOOK_LAYER` and `KASURI_LOOK_AGAINST`; else 0.
     */
    kasuri_layers layers;
    /**
     * The flags of the layers that the region has.
     */
    uint32_t flags;
} kasuri_region_info;

/**
 * A tag: a named part of the timeline.
 */
typedef struct {
    /**
     * The milliseconds of one pass.
     */
    uint64_t length;
    /**
     * The first frame.
     */
    uint32_t from;
    /**
     * The last frame.
     */
    uint32_t to;
} kasuri_tag_info;

/**
 * A value of a sheet, which was asked for by its name.
 */
typedef struct {
    /**
     * The number, if it is one; else 0.
     */
    double number;
    /**
     * One of `kasuri_value_kind`.
     */
    uint32_t kind;
    /**
     * 1 if the value is true, else 0.
     */
    uint8_t truth;
} kasuri_named_value;

/**
 * A rule for pairs of a body on some layers and a body on others.
 */
typedef struct {
    /**
     * One of `kasuri_rule`.
     */
    uint32_t rule;
    /**
     * The layers of the first body, a bit each.
     */
    uint32_t a;
    /**
     * The layers of the second body, a bit each.
     */
    uint32_t b;
} kasuri_pair_rule;

/**
 * The settings of a new world. `kasuri_world_def_default` fills it.
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
     * One of `kasuri_broad`: the method that finds candidate pairs. The answers are the same.
     */
    uint32_t broad;
    /**
     * One of `kasuri_backend`: the device that tests candidate pairs. The answers are the same.
     */
    uint32_t backend;
    /**
     * The number of threads for a large step; 0 for as many as the machine has. The answers are the same.
     */
    uint32_t threads;
    /**
     * 1 if `bounds` is set, else 0.
     */
    uint32_t has_bounds;
    /**
     * The number of pixels in one unit of the world.
     */
    double pixels_per_unit;
    /**
     * Two opposite corners of the world's bounds: steps report the bodies that leave and enter them.
     */
    kasuri_vec2 bounds[2];
    /**
     * Rules for pairs of layers. The last rule that matches a pair applies. They are read only while the world is
     * created.
     */
    const kasuri_pair_rule *rules;
    /**
     * The number of rules.
     */
    size_t rule_count;
} kasuri_world_def;

/**
 * The handle of a world. 0 is none. Handles are below 2^53, so a double holds them exactly.
 */
typedef uint64_t kasuri_world;

/**
 * The handle of a body in its world. It refers to this body only, never to a later body in the same slot. All zeros
 * is no body.
 */
typedef struct {
    /**
     * The body's slot in the world's table. The slot is used again after the body is removed.
     */
    uint32_t slot;
    /**
     * The generation of the slot: which of the slot's bodies this is; never 0.
     */
    uint32_t generation;
} kasuri_body;

/**
 * The settings of a new body. `kasuri_body_def_default` fills it.
 */
typedef struct {
    /**
     * The shape, mask, tile map, look, list of frames or sheet of the body.
     */
    kasuri_appearance appearance;
    /**
     * The position, angle and scale.
     */
    kasuri_placement placement;
    /**
     * The origin of a sprite, in texels from the mask's top left corner, with `KASURI_BODY_PIVOT`; else the middle.
     */
    kasuri_vec2 pivot;
    /**
     * The direction of the faces that stop travels, with `KASURI_BODY_ONE_WAY`.
     */
    kasuri_vec2 one_way;
    /**
     * The margin within which near misses are reported, with `KASURI_BODY_GRAZE`.
     */
    double graze;
    /**
     * The distance outside the world's bounds beyond which the body is removed, with `KASURI_BODY_DESPAWN_BEYOND`.
     */
    double despawn_beyond;
    /**
     * A number that the caller attaches to the body.
     */
    uint64_t data;
    /**
     * The number of next steps in which the body takes no hits.
     */
    uint64_t invulnerable;
    /**
     * The layers that the body is on, those that it is tested against, and its group.
     */
    kasuri_layers layers;
    /**
     * The index of the frame that the body shows.
     */
    uint32_t frame;
    /**
     * The number of steps after a hit in which the same two bodies do not hit again.
     */
    uint32_t cooldown;
    /**
     * The number of other bodies that the body may hit, with `KASURI_BODY_MAX_HITS`.
     */
    uint32_t max_hits;
    /**
     * The flags of the fields that are set: `KASURI_BODY_GRAZE` and the others, combined.
     */
    uint32_t flags;
} kasuri_body_def;

/**
 * A filter for queries: the bodies on some layers, except one body.
 */
typedef struct {
    /**
     * The layers that the query includes, a bit each.
     */
    uint32_t layers;
    /**
     * The body that the query leaves out; all zeros for none.
     */
    kasuri_body except;
} kasuri_filter;

/**
 * A position in single precision, as engines store them. It is converted to the double of the same value.
 */
typedef struct {
    /**
     * The coordinate to the right.
     */
    float x;
    /**
     * The coordinate down, or up in a world with `KASURI_AXES_Y_UP`.
     */
    float y;
} kasuri_vec2f;

/**
 * The present state of a body.
 */
typedef struct {
    /**
     * The position, angle and scale as they were set, not snapped.
     */
    kasuri_placement placement;
    /**
     * The number that is attached to the body.
     */
    uint64_t data;
    /**
     * The number of next steps in which the body takes no hits.
     */
    uint64_t invulnerable_for;
    /**
     * The direction of the faces that stop travels if `has_one_way` is 1, else (0, 0).
     */
    kasuri_vec2 one_way;
    /**
     * The body's layers, and its group.
     */
    kasuri_layers layers;
    /**
     * The index of the frame that the body shows.
     */
    uint32_t frame;
    /**
     * The number of other bodies that the body may still hit if `has_max_hits` is 1, else 0.
     */
    uint32_t hits_left;
    /**
     * 1 if the number of hits is limited, else 0.
     */
    uint8_t has_max_hits;
    /**
     * 1 if the body is swept, else 0.
     */
    uint8_t is_swept;
    /**
     * 1 if the body is a sensor, which stops no travel, else 0.
     */
    uint8_t is_sensor;
    /**
     * 1 if only faces in one direction stop travels, else 0.
     */
    uint8_t has_one_way;
} kasuri_body_state;

/**
 * The lengths of a step's lists.
 */
typedef struct {
    /**
     * The number of the step; the first is 1.
     */
    uint64_t number;
    /**
     * Hits that overlap now and did not after the previous step.
     */
    uint32_t began;
    /**
     * Hits that overlap now and did after the previous step.
     */
    uint32_t stayed;
    /**
     * Hits that overlapped after the previous step and do not now.
     */
    uint32_t ended;
    /**
     * Near misses: a pair is reported only the first time that it is within the margin.
     */
    uint32_t grazes;
    /**
     * Bodies that left the world's bounds.
     */
    uint32_t left;
    /**
     * Bodies that came into the world's bounds.
     */
    uint32_t entered;
    /**
     * Bodies that the step removed.
     */
    uint32_t despawned;
} kasuri_step;

/**
 * Two bodies that overlap or graze. `a` was spawned before `b`, unless the hit was requested in the other order.
 */
typedef struct {
    /**
     * The first body.
     */
    kasuri_body a;
    /**
     * The second body.
     */
    kasuri_body b;
    /**
     * The layers that the regions of `a` and `b` were on.
     */
    uint32_t layers[2];
    /**
     * The time of the hit, 0 to 1, if `has_t` is 1: one of the two is swept, and they hit during the motion. Else 0.
     */
    double t;
    /**
     * The region of each body: 0 is the body itself; its regions count from 1 in the order in which they were added.
     */
    uint8_t regions[2];
    /**
     * 1 if `t` is a time, else 0.
     */
    uint8_t has_t;
} kasuri_hit;

/**
 * The time and the amounts of a step.
 */
typedef struct {
    /**
     * The number of the step; the first is 1.
     */
    uint64_t step;
    /**
     * The number of bodies.
     */
    uint64_t bodies;
    /**
     * Candidate pairs: pairs whose boxes overlap.
     */
    uint64_t candidates;
    /**
     * Overlaps of regions with regions, before the rules.
     */
    uint64_t overlaps;
    /**
     * Overlaps that are hits by the rules.
     */
    uint64_t hits;
    /**
     * Pairs that graze for the first time.
     */
    uint64_t near_misses;
    /**
     * Nanoseconds for the world's bounds.
     */
    uint64_t bounds_ns;
    /**
     * Nanoseconds for finding candidate pairs.
     */
    uint64_t broad_ns;
    /**
     * Nanoseconds for testing candidate pairs.
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
     * The number of pixels.
     */
    uint64_t pixels;
    /**
     * The box around the pixels.
     */
    kasuri_pixel_box bounds;
    /**
     * The leftmost pixel of the topmost row.
     */
    kasuri_pixel first;
    /**
     * The mean of the pixels' centres.
     */
    kasuri_vec2 centroid;
    /**
     * The direction from the first sprite to the second; (0, 0) if no direction is better than its opposite.
     */
    kasuri_vec2 normal;
    /**
     * The number of whole pixels that the second must move along the normal until no pixel is common; 0 if the
     * normal is (0, 0).
     */
    uint32_t depth;
} kasuri_common;

/**
 * How two shapes touch.
 */
typedef struct {
    /**
     * The unit vector from the first to the second.
     */
    kasuri_vec2 normal;
    /**
     * How far the second must move along the normal until the two just touch.
     */
    double depth;
    /**
     * A point inside both shapes.
     */
    kasuri_vec2 point;
} kasuri_contact;

/**
 * How two bodies overlap. Fields that the kind does not name are 0.
 */
typedef struct {
    /**
     * One of `kasuri_overlap_kind`.
     */
    uint32_t kind;
    /**
     * The number of cells of a tile map; the list of cells has their positions.
     */
    uint32_t cells;
    /**
     * The number of pixels.
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
     * The distance; 0 if the two overlap.
     */
    double distance;
    /**
     * A point of the first that is closest to the second.
     */
    kasuri_vec2 a;
    /**
     * A point of the second that is closest to the first.
     */
    kasuri_vec2 b;
} kasuri_distance;

/**
 * A hit of a ray on a body.
 */
typedef struct {
    /**
     * The body.
     */
    kasuri_body body;
    /**
     * The fraction of the ray up to the hit, 0 to 1.
     */
    double t;
    /**
     * The point of the hit.
     */
    kasuri_vec2 point;
    /**
     * The normal out of the body; (0, 0) if the ray starts in it.
     */
    kasuri_vec2 normal;
    /**
     * The body's region; 0 is the body itself.
     */
    uint8_t region;
} kasuri_ray_hit;

/**
 * A body and its distance to a position.
 */
typedef struct {
    /**
     * The body.
     */
    kasuri_body body;
    /**
     * The distance to the body's nearest point; 0 if the body contains the position.
     */
    double distance;
    /**
     * The body's nearest point.
     */
    kasuri_vec2 point;
} kasuri_neighbor;

/**
 * The first hit of a moving body.
 */
typedef struct {
    /**
     * The body that is hit.
     */
    kasuri_body body;
    /**
     * The fraction of the motion up to the hit, 0 to 1.
     */
    double t;
    /**
     * The surface's normal, out of the body that is hit, if a travel reports it; else (0, 0).
     */
    kasuri_vec2 normal;
    /**
     * For a sprite: the step of the hit, and the number of steps of the motion; else 0 of 0.
     */
    uint32_t step[2];
    /**
     * The leg of the path, from 0.
     */
    uint32_t leg;
    /**
     * The regions of the hit: that of the moving body and that of the other; 0 is the body itself.
     */
    uint8_t regions[2];
} kasuri_sweep_hit;

/**
 * The result of a travel.
 */
typedef struct {
    /**
     * The body's position after the travel.
     */
    kasuri_vec2 at;
    /**
     * The motion `by`, redirected and slowed by the hits: the body's velocity from now on.
     */
    kasuri_vec2 velocity;
} kasuri_travel;

/**
 * The first hit of a ray on a solid.
 */
typedef struct {
    /**
     * The fraction of the ray up to the hit, 0 to 1.
     */
    double t;
    /**
     * The normal out of the solid; (0, 0) if the ray starts in it.
     */
    kasuri_vec2 normal;
} kasuri_cast;

/**
 * The first overlap of two moving solids.
 */
typedef struct {
    /**
     * The fraction of the paths up to the overlap, 0 to 1.
     */
    double t;
    /**
     * If a sprite moves: the step of the overlap, and the number of steps of the path; else 0 of 0.
     */
    uint32_t step[2];
} kasuri_meeting;

/**
 * A grid of positions: the one in column i and row j is (from.x + i * step.x, from.y + j * step.y).
 */
typedef struct {
    /**
     * The position in column 0 and row 0.
     */
    kasuri_vec2 from;
    /**
     * The distance from one column to the next, and from one row to the next. It may be negative.
     */
    kasuri_vec2 step;
    /**
     * The numbers of columns and rows, at least 1 each.
     */
    uint32_t count[2];
} kasuri_place_grid;

/**
 * A free pose of a body.
 */
typedef struct {
    /**
     * The position, before it is snapped.
     */
    kasuri_vec2 at;
    /**
     * The index of the angle.
     */
    uint32_t angle;
    /**
     * The column.
     */
    uint32_t x;
    /**
     * The row.
     */
    uint32_t y;
} kasuri_free_pose;

/**
 * One side of a batch: bodies of one kind, as columns, in pixels, +y down. Columns that the kind does not use may be
 * NULL; the others have `count` numbers.
 */
typedef struct {
    /**
     * One of `kasuri_pose_kind`.
     */
    uint32_t kind;
    /**
     * One of `kasuri_number`: the type of the numbers in the columns.
     */
    uint32_t number;
    /**
     * The number of bodies.
     */
    size_t count;
    /**
     * The positions: x.
     */
    const void *x;
    /**
     * The positions: y, down.
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
     * The angles in radians; a positive angle turns +x towards +y.
     */
    const void *angle;
    /**
     * The list of shapes or masks.
     */
    const kasuri_solid *solids;
    /**
     * The number of shapes or masks.
     */
    size_t solid_count;
    /**
     * For each body, the index of its shape or mask in the list.
     */
    const uint32_t *index;
} kasuri_poses;

/**
 * The separation of two bodies of a batch; all zeros if they do not overlap.
 */
typedef struct {
    /**
     * The unit vector from the first to the second.
     */
    kasuri_vec2 normal;
    /**
     * How far the second must move along the normal until the two just touch.
     */
    double depth;
    /**
     * 1 if they overlap, else 0.
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
 * The handle of a replay. Calls that only query a world accept it too, as the handle of the replay's world.
 */
typedef uint64_t kasuri_replay;

/**
 * One side of a body's outline, including all points within a radius of it. A point is a side of length 0.
 */
typedef struct {
    /**
     * The body.
     */
    kasuri_body body;
    /**
     * The start of the side.
     */
    kasuri_vec2 from;
    /**
     * The end of the side.
     */
    kasuri_vec2 to;
    /**
     * The radius around it.
     */
    double radius;
    /**
     * The body's region; 0 is the body itself.
     */
    uint8_t region;
} kasuri_drawn_segment;

/**
 * A run of covered pixels of a sprite, in pixels, +y down.
 */
typedef struct {
    /**
     * The body.
     */
    kasuri_body body;
    /**
     * The run, one pixel high.
     */
    kasuri_pixel_box run;
    /**
     * The body's region; 0 is the body itself.
     */
    uint8_t region;
} kasuri_drawn_run;

/**
 * A box.
 */
typedef struct {
    /**
     * The body; all zeros for the world's bounds and the broad phase's cells.
     */
    kasuri_body body;
    /**
     * The corner with the least coordinates.
     */
    kasuri_vec2 least;
    /**
     * The corner with the greatest coordinates.
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
     * The point, the normal out of the first body, and the depth.
     */
    kasuri_contact contact;
} kasuri_drawn_contact;

/**
 * A run of the pixels that a hit's two sprites have in common, in pixels, +y down.
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
 * The callbacks that draw a world. Each callback draws one thing; its pointer is valid only during the callback. A
 * callback that the renderer does not need is NULL. All callbacks get `context`. A callback may query the world and
 * change other objects; a change of the world is refused as busy. A callback must not throw across the border, nor
 * use `longjmp`.
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
     * The box of a body in the broad phase.
     */
    void (*bounds)(void *context, const kasuri_drawn_box *bounds);
    /**
     * The body's box, extended by its graze margin.
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

/**
 * A stream of random numbers that are the same on every machine. Both numbers together are the whole state: copy them to
 * save it. The stream of a seed is {seed, 0}; every seed is good, also 0.
 */
typedef struct {
    /**
     * Which stream it is.
     */
    uint64_t key;
    /**
     * How many numbers were drawn.
     */
    uint64_t drawn;
} kasuri_random_stream;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Checks that the program and the library match. Returns `KASURI_STATUS_WRONG_ABI` if the program was compiled with
 * a header of another version, or if its structs have other sizes. Call it first:
 * `kasuri_check_abi(KASURI_ABI_VERSION, sizeof(kasuri_world_def), sizeof(kasuri_body_def), sizeof(kasuri_hit))`.
 */
kasuri_status kasuri_check_abi(uint32_t version,
                               size_t world_def_size,
                               size_t body_def_size,
                               size_t hit_size);

/**
 * Writes the library's ABI version, which is `KASURI_ABI_VERSION` of the header that came with it.
 */
kasuri_status kasuri_abi_version(uint32_t *version);

/**
 * Writes the library's version as a text, such as "0.1.0". `length` is the length of the whole text, without the 0
 * at its end.
 */
kasuri_status kasuri_version(char *buffer,
                             size_t capacity,
                             size_t *length);

/**
 * Writes the reason for this thread's last refused call, in one line. `length` is the length of the whole text,
 * without the 0 at its end. Successful calls do not change the text.
 */
kasuri_status kasuri_last_error(char *buffer,
                                size_t capacity,
                                size_t *length);

/**
 * Frees an object of any kind; its handle is stale from then on. Other objects that use the same data keep it: a
 * world keeps the masks of its sprites.
 */
kasuri_status kasuri_free(uint64_t object);

/**
 * Creates a mask of clear texels, 1 to 4096 on each side.
 */
kasuri_status kasuri_mask_empty(size_t width, size_t height, kasuri_mask *mask);

/**
 * Creates a mask of texels, a byte each, row by row: a byte that is not 0 is a solid texel. `count` is width times
 * height.
 */
kasuri_status kasuri_mask_from_texels(size_t width,
                                      size_t height,
                                      const uint8_t *texels,
                                      size_t count,
                                      kasuri_mask *mask);

/**
 * Creates a mask of bits: rows of whole words of 64 texels, the leftmost texel in the lowest bit. `count` is the
 * height times the number of words in a row. Bits beyond the width are ignored.
 */
kasuri_status kasuri_mask_from_words(size_t width,
                                     size_t height,
                                     const uint64_t *words,
                                     size_t count,
                                     kasuri_mask *mask);

/**
 * Creates a mask of a picture's pixels, four bytes each: red, green, blue, alpha. `count` is the number of bytes.
 */
kasuri_status kasuri_mask_from_rgba(size_t width,
                                    size_t height,
                                    const uint8_t *pixels,
                                    size_t count,
                                    const kasuri_opaque *opaque,
                                    kasuri_mask *mask);

/**
 * Makes a mask from the bytes of a PNG file. Features of kasuri add formats: gif, webp, bmp, qoi and tga.
 */
kasuri_status kasuri_mask_from_png(const uint8_t *bytes,
                                   size_t count,
                                   const kasuri_opaque *opaque,
                                   kasuri_mask *mask);

/**
 * Copies a mask.
 */
kasuri_status kasuri_mask_copy(kasuri_mask mask, kasuri_mask *copy);

/**
 * Writes the mask's words, in the format of `kasuri_mask_from_words`.
 */
kasuri_status kasuri_mask_words(kasuri_mask mask, uint64_t *words, size_t capacity, size_t *count);

/**
 * Writes the mask's width and height in texels.
 */
kasuri_status kasuri_mask_size(kasuri_mask mask, uint32_t *width, uint32_t *height);

/**
 * Writes whether texel (x, y) is solid; outside the mask no texel is.
 */
kasuri_status kasuri_mask_get(kasuri_mask mask, int64_t x, int64_t y, bool *solid);

/**
 * Makes texel (x, y) solid (1) or clear (0); outside the mask nothing happens.
 */
kasuri_status kasuri_mask_set(kasuri_mask mask, int64_t x, int64_t y, uint32_t solid);

/**
 * Writes the number of solid texels.
 */
kasuri_status kasuri_mask_count(kasuri_mask mask, uint64_t *count);

/**
 * Writes the box around the solid texels. If there are none, `found` is false and the box is empty.
 */
kasuri_status kasuri_mask_bounds(kasuri_mask mask, kasuri_pixel_box *bounds, bool *found);

/**
 * Writes the mean of the solid texels' centres. If there are none, `found` is false and the mean is (0, 0).
 */
kasuri_status kasuri_mask_centroid(kasuri_mask mask, kasuri_vec2 *centroid, bool *found);

/**
 * Writes the angle in radians of the line along which the solid texels extend furthest. If there are none, `found`
 * is false and the angle is 0.
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
 * Creates a mask of another size. Each of its texels is that at the nearest position in this mask.
 */
kasuri_status kasuri_mask_scaled(kasuri_mask mask, size_t width, size_t height, kasuri_mask *made);

/**
 * Creates a mirrored mask: sideways, upside down, both or neither; 1 for yes, 0 for no.
 */
kasuri_status kasuri_mask_flipped(kasuri_mask mask,
                                  uint32_t sideways,
                                  uint32_t upside_down,
                                  kasuri_mask *made);

/**
 * Creates a mask turned by quarter turns, clockwise if +y goes down.
 */
kasuri_status kasuri_mask_turned(kasuri_mask mask, int32_t quarters, kasuri_mask *made);

/**
 * Creates a mask of the texels in a box.
 */
kasuri_status kasuri_mask_cropped(kasuri_mask mask,
                                  int32_t x0,
                                  int32_t y0,
                                  int32_t x1,
                                  int32_t y1,
                                  kasuri_mask *made);

/**
 * Creates a mask of the same size, solid within `radius` texels of each solid texel.
 */
kasuri_status kasuri_mask_dilated(kasuri_mask mask, uint32_t radius, kasuri_mask *made);

/**
 * Creates a mask of the same size, clear within `radius` texels of each clear texel.
 */
kasuri_status kasuri_mask_eroded(kasuri_mask mask, uint32_t radius, kasuri_mask *made);

/**
 * Writes whether any texel is solid in both.
 */
kasuri_status kasuri_mask_meets(kasuri_mask mask, kasuri_mask other, int32_t x, int32_t y, bool *meets);

/**
 * Writes the number of texels that are solid in both.
 */
kasuri_status kasuri_mask_common_count(kasuri_mask mask,
                                       kasuri_mask other,
                                       int32_t x,
                                       int32_t y,
                                       uint64_t *count);

/**
 * Finds the first texel of `mask` that is solid in both, row by row. `found` is false if there is none.
 */
kasuri_status kasuri_mask_common_first(kasuri_mask mask,
                                       kasuri_mask other,
                                       int32_t x,
                                       int32_t y,
                                       kasuri_pixel *first,
                                       bool *found);

/**
 * Clears the texels of `mask` that are not solid in both.
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
 * Creates a mask of all offsets at which `other` overlaps `mask`. At its texel (0, 0) the bottom right texel of
 * `other` is over the top left texel of `mask`.
 */
kasuri_status kasuri_mask_convolved(kasuri_mask mask,
                                    kasuri_mask other,
                                    kasuri_mask *made);

/**
 * Clears the texels that a placed solid covers. (x, y) is the world's pixel of the mask's top left texel. `texels`
 * is the number of texels that changed.
 */
kasuri_status kasuri_mask_carve(kasuri_mask mask,
                                const kasuri_placed *placed,
                                int32_t x,
                                int32_t y,
                                uint64_t *texels);

/**
 * Makes the texels solid that a placed solid covers. (x, y) is the world's pixel of the mask's top left texel.
 * `texels` is the number of texels that changed.
 */
kasuri_status kasuri_mask_stamp(kasuri_mask mask,
                                const kasuri_placed *placed,
                                int32_t x,
                                int32_t y,
                                uint64_t *texels);

/**
 * Lists the texels of the outline of the mask's first piece, in order around it.
 */
kasuri_status kasuri_mask_outline(kasuri_mask mask, kasuri_pixel *texels, size_t capacity, size_t *count);

/**
 * Lists rectangles that cover the solid texels, each texel once.
 */
kasuri_status kasuri_mask_rectangles(kasuri_mask mask,
                                     kasuri_pixel_box *boxes,
                                     size_t capacity,
                                     size_t *count);

/**
 * Lists the connected pieces by `neighbours`, one of `kasuri_neighbours`, in the order of their first texels.
 */
kasuri_status kasuri_mask_components(kasuri_mask mask,
                                     uint32_t neighbours,
                                     kasuri_piece *pieces,
                                     size_t capacity,
                                     size_t *count);

/**
 * Creates a mask of one of these pieces, by its index in the list, of the size of its box.
 */
kasuri_status kasuri_mask_component(kasuri_mask mask, uint32_t neighbours, size_t index, kasuri_mask *made);

/**
 * Slices a sheet into frames of `width` by `height` texels, row by row, and creates a mask of each. With a short
 * buffer no mask is created.
 */
kasuri_status kasuri_mask_sliced(kasuri_mask mask,
                                 size_t width,
                                 size_t height,
                                 kasuri_mask *masks,
                                 size_t capacity,
                                 size_t *count);

/**
 * Lists convex polygons that together cover the mask, within `tolerance` texels of it. `vertices` gets the vertices
 * of all polygons, one polygon after the other; `ends[k]` is the end of polygon k in `vertices`.
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
 * Lists the polygons around the mask's pieces, within `tolerance` texels of it: outer rings and holes. `vertices`
 * gets the vertices of all rings, one ring after the other; `ends[k]` is the end of ring k in `vertices`. A ring
 * around a hole has the opposite direction.
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
 * Creates a point.
 */
kasuri_status kasuri_shape_point(kasuri_shape *shape);

/**
 * Creates a segment from (ax, ay) to (bx, by).
 */
kasuri_status kasuri_shape_segment(double ax, double ay, double bx, double by, kasuri_shape *shape);

/**
 * Creates a circle.
 */
kasuri_status kasuri_shape_circle(double r, kasuri_shape *shape);

/**
 * Creates an ellipse, given by its radii along x and y. Unlike a circle it may have any scale.
 */
kasuri_status kasuri_shape_ellipse(double rx, double ry, kasuri_shape *shape);

/**
 * Creates a capsule: all points within a radius of a segment.
 */
kasuri_status kasuri_shape_capsule(double ax, double ay, double bx, double by, double r, kasuri_shape *shape);

/**
 * Creates a box around its origin, given by half its sides.
 */
kasuri_status kasuri_shape_box(double half_width, double half_height, kasuri_shape *shape);

/**
 * Creates a polygon, which may be concave. The last vertex is joined to the first.
 */
kasuri_status kasuri_shape_polygon(const kasuri_vec2 *points, size_t count, kasuri_shape *shape);

/**
 * Creates a rounded polygon: all points within a radius of a polygon.
 */
kasuri_status kasuri_shape_rounded_polygon(const kasuri_vec2 *points,
                                           size_t count,
                                           double r,
                                           kasuri_shape *shape);

/**
 * Creates a chain of capsules through 2 to 4096 points: a curved laser.
 */
kasuri_status kasuri_shape_chain(const kasuri_vec2 *points, size_t count, double r, kasuri_shape *shape);

/**
 * Creates a compound: several shapes as one.
 */
kasuri_status kasuri_shape_compound(const kasuri_part *parts, size_t count, kasuri_shape *shape);

/**
 * Creates a tile map of text: rows that end with a line break, one character per cell. '.' and ' ' are empty, '#' is
 * solid, and the legend gives the meaning of other characters.
 */
kasuri_status kasuri_tiles_from_rows(double cell_width,
                                     double cell_height,
                                     const char *rows,
                                     const kasuri_cell *legend,
                                     size_t count,
                                     kasuri_tiles *tiles);

/**
 * Writes the number of columns and rows of a tile map.
 */
kasuri_status kasuri_tiles_size(kasuri_tiles tiles, size_t *columns, size_t *rows);

/**
 * Creates a look of a shape, a mask or a tile map. Regions can be added to it.
 */
kasuri_status kasuri_look_new(kasuri_solid solid, kasuri_look *look);

/**
 * Sets the origin of a look's mask, in texels from its top left corner.
 */
kasuri_status kasuri_look_set_pivot(kasuri_look look, double x, double y);

/**
 * Adds a region. Hits report it by its index; the first is 1. A region that the world does not allow is refused when
 * a body is spawned.
 */
kasuri_status kasuri_look_add_region(kasuri_look look,
                                     const kasuri_region *region);

/**
 * Creates a list of frames, of which a body shows one at a time: looks, shapes, masks or tile maps.
 */
kasuri_status kasuri_frames_new(const kasuri_appearance *looks, size_t count, kasuri_frames *frames);

/**
 * Reads a sheet, the JSON file of the hit box editor. `picture` is the bytes of its picture, if the masks are there;
 * else NULL and 0. A sheet is an appearance: a body of it has all frames.
 */
kasuri_status kasuri_sheet_from_json(const uint8_t *json,
                                     size_t count,
                                     const uint8_t *picture,
                                     size_t picture_count,
                                     kasuri_sheet *sheet);

/**
 * Writes the sheet as JSON, all masks as runs.
 */
kasuri_status kasuri_sheet_to_json(kasuri_sheet sheet, char *buffer, size_t capacity, size_t *length);

/**
 * Writes the numbers of frames and of tags.
 */
kasuri_status kasuri_sheet_size(kasuri_sheet sheet, uint32_t *frames, uint32_t *tags);

/**
 * Writes the file name of the picture that shows the frames; `length` is 0 if the sheet names none.
 */
kasuri_status kasuri_sheet_image(kasuri_sheet sheet, char *buffer, size_t capacity, size_t *length);

/**
 * Writes what a frame is. The first frame is 0.
 */
kasuri_status kasuri_sheet_frame(kasuri_sheet sheet, uint32_t frame, kasuri_frame_info *info);

/**
 * Writes the name of a frame; it may be empty.
 */
kasuri_status kasuri_sheet_frame_name(kasuri_sheet sheet,
                                      uint32_t frame,
                                      char *buffer,
                                      size_t capacity,
                                      size_t *length);

/**
 * Writes the number of the frame with a name; `found` is false if there is none.
 */
kasuri_status kasuri_sheet_frame_index(kasuri_sheet sheet, const char *name, uint32_t *frame, bool *found);

/**
 * Creates the mask of a frame.
 */
kasuri_status kasuri_sheet_mask(kasuri_sheet sheet, uint32_t frame, kasuri_mask *mask);

/**
 * Creates the look of a frame: its mask, its pivot and its regions.
 */
kasuri_status kasuri_sheet_look(kasuri_sheet sheet, uint32_t frame, kasuri_look *look);

/**
 * Writes what a region of a frame is. The first region is 1, as in hits, where 0 is the body itself.
 */
kasuri_status kasuri_sheet_region(kasuri_sheet sheet,
                                  uint32_t frame,
                                  uint32_t region,
                                  kasuri_region_info *info);

/**
 * Writes the name of a region of a frame.
 */
kasuri_status kasuri_sheet_region_name(kasuri_sheet sheet,
                                       uint32_t frame,
                                       uint32_t region,
                                       char *buffer,
                                       size_t capacity,
                                       size_t *length);

/**
 * Writes the number of the region with a name, as in hits; 0 if the frame has none of this name.
 */
kasuri_status kasuri_sheet_region_index(kasuri_sheet sheet,
                                        uint32_t frame,
                                        const char *name,
                                        uint32_t *region);

/**
 * Writes what a tag is. The first tag is 0.
 */
kasuri_status kasuri_sheet_tag(kasuri_sheet sheet, uint32_t tag, kasuri_tag_info *info);

/**
 * Writes the name of a tag.
 */
kasuri_status kasuri_sheet_tag_name(kasuri_sheet sheet,
                                    uint32_t tag,
                                    char *buffer,
                                    size_t capacity,
                                    size_t *length);

/**
 * Writes the number of the tag with a name; `found` is false if there is none.
 */
kasuri_status kasuri_sheet_tag_index(kasuri_sheet sheet, const char *name, uint32_t *tag, bool *found);

/**
 * Writes the frame that a tag shows at a time in milliseconds; it starts again after its end.
 */
kasuri_status kasuri_sheet_frame_at(kasuri_sheet sheet, uint32_t tag, uint64_t milliseconds, uint32_t *frame);

/**
 * Writes the value with a name of a region of a frame. Region 0 is the frame itself, as in hits; with
 * `KASURI_SHEET_ITSELF` as the frame and region 0 it is the sheet.
 */
kasuri_status kasuri_sheet_value(kasuri_sheet sheet,
                                 uint32_t frame,
                                 uint32_t region,
                                 const char *name,
                                 kasuri_named_value *value);

/**
 * Writes the text with a name of a region of a frame; `length` is 0 if there is none, or another kind of value. The frame
 * and the region are those of `kasuri_sheet_value`.
 */
kasuri_status kasuri_sheet_text(kasuri_sheet sheet,
                                uint32_t frame,
                                uint32_t region,
                                const char *name,
                                char *buffer,
                                size_t capacity,
                                size_t *length);

/**
 * Fills `def` with the default settings: +y down, one pixel per unit, no bounds, no rules.
 */
kasuri_status kasuri_world_def_default(kasuri_world_def *def);

/**
 * Creates a world without bodies. `def` has its settings; NULL means the default.
 */
kasuri_status kasuri_world_new(const kasuri_world_def *def, kasuri_world *world);

/**
 * Writes the number of bodies in the world.
 */
kasuri_status kasuri_world_len(kasuri_world world, size_t *count);

/**
 * Lists all bodies, in order of spawn.
 */
kasuri_status kasuri_world_bodies(kasuri_world world, kasuri_body *bodies, size_t capacity, size_t *count);

/**
 * Writes the number of steps that the world has made.
 */
kasuri_status kasuri_world_steps(kasuri_world world, uint64_t *steps);

/**
 * Writes the hash of everything that the world's answers depend on: the same on every machine.
 */
kasuri_status kasuri_world_hash(kasuri_world world, uint64_t *hash);

/**
 * Selects the device that tests candidate pairs from now on: one of `kasuri_backend`.
 */
kasuri_status kasuri_world_set_backend(kasuri_world world, uint32_t backend);

/**
 * Converts a position in the world's units and axes to pixels, +y down.
 */
kasuri_status kasuri_world_pixels_of(kasuri_world world, double x, double y, kasuri_vec2 *pixels);

/**
 * Converts a position in pixels to the world's units and axes.
 */
kasuri_status kasuri_world_place_of(kasuri_world world, double x, double y, kasuri_vec2 *place);

/**
 * Fills `def` with the default settings: at (0, 0), unturned, at scale 1, on layer 1, tested against all layers.
 * `appearance` is 0 and must be set.
 */
kasuri_status kasuri_body_def_default(kasuri_body_def *def);

/**
 * Spawns a body, the last in the order of spawn.
 */
kasuri_status kasuri_world_spawn(kasuri_world world, const kasuri_body_def *def, kasuri_body *body);

/**
 * Spawns `count` bodies, in order: all of them, or none if one is refused. `bodies` has room for `count`.
 */
kasuri_status kasuri_world_spawn_many(kasuri_world world,
                                      const kasuri_body_def *defs,
                                      size_t count,
                                      kasuri_body *bodies);

/**
 * Removes a body. The next step reports the end of its contacts.
 */
kasuri_status kasuri_world_remove(kasuri_world world, kasuri_body body);

/**
 * Removes many bodies: all of them, or none if one does not exist any more.
 */
kasuri_status kasuri_world_remove_many(kasuri_world world, const kasuri_body *bodies, size_t count);

/**
 * Removes every body that overlaps a placed solid, as a bomb does, and lists the removed bodies in order. With a
 * short buffer nothing is removed.
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
 * Writes whether a body still exists.
 */
kasuri_status kasuri_world_contains(kasuri_world world, kasuri_body body, bool *contains);

/**
 * Moves a body to a position.
 */
kasuri_status kasuri_world_set_position(kasuri_world world, kasuri_body body, double x, double y);

/**
 * Moves many bodies, each to its own position: all of them, or none.
 */
kasuri_status kasuri_world_set_positions(kasuri_world world,
                                         const kasuri_body *bodies,
                                         const kasuri_vec2 *at,
                                         size_t count);

/**
 * Does the same with positions in single precision.
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
 * Turns many bodies, each to its own angle: all of them, or none.
 */
kasuri_status kasuri_world_set_angles(kasuri_world world,
                                      const kasuri_body *bodies,
                                      const double *angles,
                                      size_t count);

/**
 * Scales a body; a negative factor mirrors it.
 */
kasuri_status kasuri_world_set_scale(kasuri_world world, kasuri_body body, double x, double y);

/**
 * Scales many bodies, each by its own factors: all of them, or none.
 */
kasuri_status kasuri_world_set_scales(kasuri_world world,
                                      const kasuri_body *bodies,
                                      const kasuri_vec2 *scales,
                                      size_t count);

/**
 * Shows another frame of a body.
 */
kasuri_status kasuri_world_set_frame(kasuri_world world, kasuri_body body, uint32_t frame);

/**
 * Shows another frame of many bodies, each its own: all of them, or none.
 */
kasuri_status kasuri_world_set_frames(kasuri_world world,
                                      const kasuri_body *bodies,
                                      const uint32_t *frames,
                                      size_t count);

/**
 * Moves, turns and scales many bodies, each to its own placement: all of them, or none.
 */
kasuri_status kasuri_world_set_placements(kasuri_world world,
                                          const kasuri_body *bodies,
                                          const kasuri_placement *placements,
                                          size_t count);

/**
 * Moves the points of a chain (a curved laser); its radius does not change.
 */
kasuri_status kasuri_world_set_chain(kasuri_world world,
                                     kasuri_body body,
                                     const kasuri_vec2 *points,
                                     size_t count);

/**
 * Moves the points of many chains: `points` has those of the first chain, then those of the second, and so on; each
 * chain keeps its number of points. All of them, or none.
 */
kasuri_status kasuri_world_set_chains(kasuri_world world,
                                      const kasuri_body *bodies,
                                      size_t count,
                                      const kasuri_vec2 *points,
                                      size_t point_count);

/**
 * Changes the radius of a circle, a capsule or a chain.
 */
kasuri_status kasuri_world_set_radius(kasuri_world world, kasuri_body body, double r);

/**
 * Changes the radii of many circles, capsules and chains: all of them, or none.
 */
kasuri_status kasuri_world_set_radii(kasuri_world world,
                                     const kasuri_body *bodies,
                                     const double *radii,
                                     size_t count);

/**
 * Changes the shape of a body; its regions do not change.
 */
kasuri_status kasuri_world_set_shape(kasuri_world world, kasuri_body body, kasuri_shape shape);

/**
 * Changes the mask of a body, for example after a carve; pivot and regions do not change. A later change of the mask
 * changes no body: the mask must be set again.
 */
kasuri_status kasuri_world_set_mask(kasuri_world world,
                                    kasuri_body body,
                                    kasuri_mask mask);

/**
 * Changes the whole look of a body: to a look, a shape, a mask or a tile map.
 */
kasuri_status kasuri_world_set_look(kasuri_world world, kasuri_body body, kasuri_appearance look);

/**
 * Changes the layers of a body, and its group.
 */
kasuri_status kasuri_world_set_layers(kasuri_world world, kasuri_body body, kasuri_layers layers);

/**
 * Puts a body in a group; 0 takes it out of its group. Two bodies of one group are no pair, whatever their layers say.
 */
kasuri_status kasuri_world_set_group(kasuri_world world,
                                     kasuri_body body,
                                     uint32_t group);

/**
 * Makes a body a sensor, which stops no travel (`has` is 1), or one that stops travels from all sides (`has` is 0).
 */
kasuri_status kasuri_world_set_sensor(kasuri_world world,
                                      kasuri_body body,
                                      uint32_t has);

/**
 * Makes a body one-way: it stops only travels that hit a face of it that looks in this direction (`has` is 1). With 0
 * it stops travels from all sides.
 */
kasuri_status kasuri_world_set_one_way(kasuri_world world,
                                       kasuri_body body,
                                       uint32_t has,
                                       double x,
                                       double y);

/**
 * Gives a body a region in all its frames; a region of the same name is replaced.
 */
kasuri_status kasuri_world_set_region(kasuri_world world, kasuri_body body, const kasuri_region *region);

/**
 * Removes a region from all frames of a body. It is refused where no frame has a region of that name.
 */
kasuri_status kasuri_world_remove_region(kasuri_world world, kasuri_body body, const char *name);

/**
 * Sets the margin within which the body's near misses are reported (`has` is 1), or stops such reports (`has` is 0).
 */
kasuri_status kasuri_world_set_graze(kasuri_world world,
                                     kasuri_body body,
                                     uint32_t has,
                                     double margin);

/**
 * Makes a body take no hits in the next `steps` steps.
 */
kasuri_status kasuri_world_set_invulnerable(kasuri_world world, kasuri_body body, uint64_t steps);

/**
 * Sets the number of steps after a hit in which the same two bodies do not hit again.
 */
kasuri_status kasuri_world_set_cooldown(kasuri_world world, kasuri_body body, uint32_t steps);

/**
 * Limits the number of other bodies that the body may hit from now on (`has` is 1), or removes the limit (`has` is
 * 0).
 */
kasuri_status kasuri_world_set_max_hits(kasuri_world world,
                                        kasuri_body body,
                                        uint32_t has,
                                        uint32_t hits);

/**
 * Sets the distance outside the world's bounds beyond which the body is removed (`has` is 1), or keeps it at any
 * distance (`has` is 0).
 */
kasuri_status kasuri_world_set_despawn_beyond(kasuri_world world,
                                              kasuri_body body,
                                              uint32_t has,
                                              double margin);

/**
 * Changes the number that is attached to a body.
 */
kasuri_status kasuri_world_set_data(kasuri_world world, kasuri_body body, uint64_t data);

/**
 * Makes a body swept from the next step on (1), or not swept any more (0): a step misses nothing along the motion of
 * a swept body, at any speed.
 */
kasuri_status kasuri_world_set_swept(kasuri_world world,
                                     kasuri_body body,
                                     uint32_t has);

/**
 * Moves a body to a position without a path in between: a swept body hits nothing on the way there.
 */
kasuri_status kasuri_world_teleport(kasuri_world world, kasuri_body body, double x, double y);

/**
 * Teleports many bodies, each to its own position: all of them, or none.
 */
kasuri_status kasuri_world_teleport_many(kasuri_world world,
                                         const kasuri_body *bodies,
                                         const kasuri_vec2 *at,
                                         size_t count);

/**
 * Reads the state of a body.
 */
kasuri_status kasuri_world_get(kasuri_world world, kasuri_body body, kasuri_body_state *state);

/**
 * Writes the positions of bodies. `at` has room for `count`. If a body does not exist any more, the content of `at`
 * is meaningless.
 */
kasuri_status kasuri_world_positions(kasuri_world world,
                                     const kasuri_body *bodies,
                                     size_t count,
                                     kasuri_vec2 *at);

/**
 * Writes the positions, angles and scales of bodies. `placements` has room for `count`. If a body does not exist any
 * more, the content of `placements` is meaningless.
 */
kasuri_status kasuri_world_placements(kasuri_world world,
                                      const kasuri_body *bodies,
                                      size_t count,
                                      kasuri_placement *placements);

/**
 * Writes the index by which hits report a region of a body.
 */
kasuri_status kasuri_world_region_index(kasuri_world world,
                                        kasuri_body body,
                                        const char *name,
                                        uint8_t *index);

/**
 * Writes the name of a region by the index in hits. `length` is the length of the whole name, without the 0 at its
 * end.
 */
kasuri_status kasuri_world_region_name(kasuri_world world,
                                       kasuri_body body,
                                       uint8_t index,
                                       char *buffer,
                                       size_t capacity,
                                       size_t *length);

/**
 * Makes a step: finds all overlaps, applies the rules, and keeps the results until the next step.
 */
kasuri_status kasuri_world_step(kasuri_world world, kasuri_step *step);

/**
 * Lists hits of the last step: `which` is one of `kasuri_hits`.
 */
kasuri_status kasuri_world_hits(kasuri_world world,
                                uint32_t which,
                                kasuri_hit *hits,
                                size_t capacity,
                                size_t *count);

/**
 * Lists the hits of the last step between two sets of layers. In each hit the body on the layers `a` is first.
 */
kasuri_status kasuri_world_hits_between(kasuri_world world,
                                        uint32_t a,
                                        uint32_t b,
                                        kasuri_hit *hits,
                                        size_t capacity,
                                        size_t *count);

/**
 * Lists bodies that the last step reported: `which` is one of `kasuri_told`.
 */
kasuri_status kasuri_world_told(kasuri_world world,
                                uint32_t which,
                                kasuri_body *bodies,
                                size_t capacity,
                                size_t *count);

/**
 * Writes the time and the amounts of the last step.
 */
kasuri_status kasuri_world_report(kasuri_world world, kasuri_report *report);

/**
 * Writes how the two bodies of a hit overlap now. If they hit during a motion, it writes how they overlapped at that
 * time.
 */
kasuri_status kasuri_world_overlap(kasuri_world world,
                                   const kasuri_hit *hit,
                                   kasuri_overlap *overlap);

/**
 * Lists the cells of a tile map that the other body of a hit overlaps, row by row.
 */
kasuri_status kasuri_world_overlap_cells(kasuri_world world,
                                         const kasuri_hit *hit,
                                         kasuri_pixel *cells,
                                         size_t capacity,
                                         size_t *count);

/**
 * Writes how the two bodies of a hit touch: the normal, the depth and a point. `found` is false if they do not
 * overlap any more.
 */
kasuri_status kasuri_world_contact(kasuri_world world,
                                   const kasuri_hit *hit,
                                   kasuri_contact *contact,
                                   bool *found);

/**
 * Lists the pixels that the two bodies of a hit have in common, row by row, if both are sprites: in pixels, +y down.
 */
kasuri_status kasuri_world_common_pixels(kasuri_world world,
                                         const kasuri_hit *hit,
                                         kasuri_pixel *pixels,
                                         size_t capacity,
                                         size_t *count);

/**
 * Moves the two bodies of a hit apart until they do not hit any more: the first by `share` of the distance, the
 * second by the rest. `moved` has room for two vectors: how far each body was moved. `found` is false if they are
 * already apart.
 */
kasuri_status kasuri_world_push_apart(kasuri_world world,
                                      const kasuri_hit *hit,
                                      double share,
                                      kasuri_vec2 *moved,
                                      bool *found);

/**
 * Writes the distance of two bodies, and their closest points, without regions. `found` is false if one of them
 * covers nothing.
 */
kasuri_status kasuri_world_distance(kasuri_world world,
                                    kasuri_body a,
                                    kasuri_body b,
                                    kasuri_distance *distance,
                                    bool *found);

/**
 * Lists the points where the outlines of two bodies cross, without regions.
 */
kasuri_status kasuri_world_crossings(kasuri_world world,
                                     kasuri_body a,
                                     kasuri_body b,
                                     kasuri_vec2 *points,
                                     size_t capacity,
                                     size_t *count);

/**
 * Writes a velocity after a hit on a surface: the component against the normal is removed, and `restitution` of it
 * is added in the opposite direction.
 */
kasuri_status kasuri_deflected(kasuri_vec2 velocity,
                               kasuri_vec2 normal,
                               double restitution,
                               kasuri_vec2 *deflected);

/**
 * Lists the bodies that contain a point, in order of spawn. Here and below a `filter` of NULL means every body.
 */
kasuri_status kasuri_world_at_point(kasuri_world world,
                                    double x,
                                    double y,
                                    const kasuri_filter *filter,
                                    kasuri_body *bodies,
                                    size_t capacity,
                                    size_t *count);

/**
 * Lists the bodies that overlap a box, given by two opposite corners; it may be as large as the world.
 */
kasuri_status kasuri_world_in_box(kasuri_world world,
                                  kasuri_vec2 corner,
                                  kasuri_vec2 opposite,
                                  const kasuri_filter *filter,
                                  kasuri_body *bodies,
                                  size_t capacity,
                                  size_t *count);

/**
 * Lists the bodies that overlap a circle.
 */
kasuri_status kasuri_world_in_circle(kasuri_world world,
                                     kasuri_vec2 centre,
                                     double r,
                                     const kasuri_filter *filter,
                                     kasuri_body *bodies,
                                     size_t capacity,
                                     size_t *count);

/**
 * Lists the bodies that overlap a cone: from its apex in `direction`, `half_angle` wide to each side,
 * `reach` long.
 */
kasuri_status kasuri_world_in_cone(kasuri_world world,
                                   kasuri_vec2 apex,
                                   double direction,
                                   double half_angle,
                                   double reach,
                                   const kasuri_filter *filter,
                                   kasuri_body *bodies,
                                   size_t capacity,
                                   size_t *count);

/**
 * Lists the bodies that overlap a placed solid.
 */
kasuri_status kasuri_world_overlapping(kasuri_world world,
                                       kasuri_solid solid,
                                       const kasuri_placement *placement,
                                       const kasuri_filter *filter,
                                       kasuri_body *bodies,
                                       size_t capacity,
                                       size_t *count);

/**
 * Finds the first body that a ray or segment hits; if it hits several at once, the body spawned first. `found` is
 * false if it hits nothing.
 */
kasuri_status kasuri_world_first_on_ray(kasuri_world world,
                                        kasuri_vec2 from,
                                        kasuri_vec2 to,
                                        const kasuri_filter *filter,
                                        kasuri_ray_hit *hit,
                                        bool *found);

/**
 * Lists every body that a ray or segment hits, in order along the ray, each with its first hit.
 */
kasuri_status kasuri_world_along_ray(kasuri_world world,
                                     kasuri_vec2 from,
                                     kasuri_vec2 to,
                                     const kasuri_filter *filter,
                                     kasuri_ray_hit *hits,
                                     size_t capacity,
                                     size_t *count);

/**
 * Lists the `most` bodies nearest to a position, the nearest first; of equally near bodies the one spawned first.
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
 * Finds the first hit of a body on its motion to `to` while the others do not move. Nothing moves. `found` is false
 * if there is no hit.
 */
kasuri_status kasuri_world_sweep(kasuri_world world,
                                 kasuri_body body,
                                 kasuri_vec2 to,
                                 kasuri_sweep_hit *hit,
                                 bool *found);

/**
 * Does the same for a solid that is not a body, from its placement on.
 */
kasuri_status kasuri_world_sweep_solid(kasuri_world world,
                                       kasuri_solid solid,
                                       const kasuri_placement *placement,
                                       kasuri_vec2 to,
                                       const kasuri_filter *filter,
                                       kasuri_sweep_hit *hit,
                                       bool *found);

/**
 * Moves a body along a path up to its first hit, and leaves it there. `found` is false if there is no hit.
 */
kasuri_status kasuri_world_advance(kasuri_world world,
                                   kasuri_body body,
                                   const kasuri_vec2 *path,
                                   size_t count,
                                   kasuri_sweep_hit *hit,
                                   bool *found);

/**
 * Moves a body by a vector and applies `response`, one of `kasuri_response`, at each hit. The body moves even if the
 * buffer is too short. There are at most 16 hits.
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
 * Writes whether two solids overlap. `touching` is one of `kasuri_touching`.
 */
kasuri_status kasuri_query_overlaps(const kasuri_placed *a,
                                    const kasuri_placed *b,
                                    uint32_t touching,
                                    bool *overlaps);

/**
 * Writes how two solids overlap.
 */
kasuri_status kasuri_query_overlap(const kasuri_placed *a,
                                   const kasuri_placed *b,
                                   uint32_t touching,
                                   kasuri_overlap *overlap);

/**
 * Lists the cells of a tile map that a solid overlaps, row by row.
 */
kasuri_status kasuri_query_overlap_cells(const kasuri_placed *a,
                                         const kasuri_placed *b,
                                         uint32_t touching,
                                         kasuri_pixel *cells,
                                         size_t capacity,
                                         size_t *count);

/**
 * Writes how two solids touch: the normal, the depth and a point. `found` is false if they do not overlap.
 */
kasuri_status kasuri_query_contact(const kasuri_placed *a,
                                   const kasuri_placed *b,
                                   uint32_t touching,
                                   kasuri_contact *contact,
                                   bool *found);

/**
 * Writes the distance of two solids, and their closest points. `found` is false if one of them covers nothing.
 */
kasuri_status kasuri_query_distance(const kasuri_placed *a,
                                    const kasuri_placed *b,
                                    kasuri_distance *distance,
                                    bool *found);

/**
 * Lists the pixels that two masks have in common, row by row; none if one of the two is not a mask.
 */
kasuri_status kasuri_query_common_pixels(const kasuri_placed *a,
                                         const kasuri_placed *b,
                                         kasuri_pixel *pixels,
                                         size_t capacity,
                                         size_t *count);

/**
 * Lists the points where the outlines of two solids cross.
 */
kasuri_status kasuri_query_crossings(const kasuri_placed *a,
                                     const kasuri_placed *b,
                                     kasuri_vec2 *points,
                                     size_t capacity,
                                     size_t *count);

/**
 * Writes whether a solid contains a point.
 */
kasuri_status kasuri_query_contains(const kasuri_placed *a, double x, double y, bool *contains);

/**
 * Finds the first hit of a ray or segment on a solid. `found` is false if there is none.
 */
kasuri_status kasuri_query_cast(const kasuri_placed *a,
                                kasuri_vec2 from,
                                kasuri_vec2 to,
                                kasuri_cast *hit,
                                bool *found);

/**
 * Finds the first overlap of two solids while `a` moves from its placement to `a_to`, and `b` to `b_to`. `found` is
 * false if they do not overlap.
 */
kasuri_status kasuri_query_sweep(const kasuri_placed *a,
                                 kasuri_vec2 a_to,
                                 const kasuri_placed *b,
                                 kasuri_vec2 b_to,
                                 kasuri_meeting *meeting,
                                 bool *found);

/**
 * Writes where a body would fit: a bit for each angle, row and column, in this order, set where the body would be in no
 * pair. Each row begins with a new word of 64 bits, its first column in the lowest bit, so `count` is
 * angle_count * places.count[1] * ((places.count[0] + 63) / 64). The body is not in the world; the position and the angle
 * of `def` do not matter. Only the bodies that the filter selects block it. With a short buffer nothing is written but
 * `count`.
 */
kasuri_status kasuri_world_fits(kasuri_world world,
                                const kasuri_body_def *def,
                                const double *angles,
                                size_t angle_count,
                                const kasuri_place_grid *places,
                                const kasuri_filter *filter,
                                uint64_t *words,
                                size_t capacity,
                                size_t *count);

/**
 * Writes at how many positions and angles a body would fit.
 */
kasuri_status kasuri_world_count_fits(kasuri_world world,
                                      const kasuri_body_def *def,
                                      const double *angles,
                                      size_t angle_count,
                                      const kasuri_place_grid *places,
                                      const kasuri_filter *filter,
                                      uint64_t *fits);

/**
 * Finds the first pose at which a body would fit, in order of angle, row and column. `found` is false if there is none.
 */
kasuri_status kasuri_world_first_fit(kasuri_world world,
                                     const kasuri_body_def *def,
                                     const double *angles,
                                     size_t angle_count,
                                     const kasuri_place_grid *places,
                                     const kasuri_filter *filter,
                                     kasuri_free_pose *pose,
                                     bool *found);

/**
 * Finds the pose nearest to a position at which a body would fit, the first of those that are equally near. `found` is
 * false if there is none.
 */
kasuri_status kasuri_world_nearest_fit(kasuri_world world,
                                       const kasuri_body_def *def,
                                       const double *angles,
                                       size_t angle_count,
                                       const kasuri_place_grid *places,
                                       const kasuri_filter *filter,
                                       kasuri_vec2 to,
                                       kasuri_free_pose *pose,
                                       bool *found);

/**
 * Writes where a solid would fit among others, as `kasuri_world_fits` does. `poses` has the solid once for each angle; the
 * positions at which they are given do not matter. `touching` is one of `kasuri_touching`.
 */
kasuri_status kasuri_query_fits(const kasuri_placed *poses,
                                size_t pose_count,
                                const kasuri_placed *bodies,
                                size_t body_count,
                                const kasuri_place_grid *places,
                                uint32_t touching,
                                uint64_t *words,
                                size_t capacity,
                                size_t *count);

/**
 * Writes at how many positions and angles a solid would fit among others.
 */
kasuri_status kasuri_query_count_fits(const kasuri_placed *poses,
                                      size_t pose_count,
                                      const kasuri_placed *bodies,
                                      size_t body_count,
                                      const kasuri_place_grid *places,
                                      uint32_t touching,
                                      uint64_t *fits);

/**
 * Finds the first pose at which a solid would fit among others. `found` is false if there is none.
 */
kasuri_status kasuri_query_first_fit(const kasuri_placed *poses,
                                     size_t pose_count,
                                     const kasuri_placed *bodies,
                                     size_t body_count,
                                     const kasuri_place_grid *places,
                                     uint32_t touching,
                                     kasuri_free_pose *pose,
                                     bool *found);

/**
 * Finds the pose nearest to a position at which a solid would fit among others. `found` is false if there is none.
 */
kasuri_status kasuri_query_nearest_fit(const kasuri_placed *poses,
                                       size_t pose_count,
                                       const kasuri_placed *bodies,
                                       size_t body_count,
                                       const kasuri_place_grid *places,
                                       uint32_t touching,
                                       kasuri_vec2 to,
                                       kasuri_free_pose *pose,
                                       bool *found);

/**
 * Writes which pairs overlap: body k of `a` with body k of `b`, a bit each, in words of 64, the first in the lowest
 * bit. `touching` is one of `kasuri_touching`; if `threads` is 0, the library uses as many as the machine has.
 */
kasuri_status kasuri_batch_overlaps(const kasuri_poses *a,
                                    const kasuri_poses *b,
                                    uint32_t touching,
                                    uint32_t threads,
                                    uint64_t *words,
                                    size_t capacity,
                                    size_t *count);

/**
 * Lists the indices of the pairs that overlap, in order.
 */
kasuri_status kasuri_batch_hits(const kasuri_poses *a,
                                const kasuri_poses *b,
                                uint32_t touching,
                                uint32_t threads,
                                uint32_t *pairs,
                                size_t capacity,
                                size_t *count);

/**
 * Writes the separation of each pair.
 */
kasuri_status kasuri_batch_separations(const kasuri_poses *a,
                                       const kasuri_poses *b,
                                       uint32_t touching,
                                       uint32_t threads,
                                       kasuri_separation *separations,
                                       size_t capacity,
                                       size_t *count);

/**
 * Saves the world's present state. Masks are shared with the world, not copied.
 */
kasuri_status kasuri_world_snapshot(kasuri_world world, kasuri_snapshot *snapshot);

/**
 * Restores the state from a snapshot of this world or of another: from here the world continues identically,
 * including the handles of its bodies. The results of the last step are forgotten.
 */
kasuri_status kasuri_world_restore(kasuri_world world, kasuri_snapshot snapshot);

/**
 * Writes the hash of the world of the snapshot.
 */
kasuri_status kasuri_snapshot_hash(kasuri_snapshot snapshot, uint64_t *hash);

/**
 * Writes the number of steps that the world had made.
 */
kasuri_status kasuri_snapshot_steps(kasuri_snapshot snapshot, uint64_t *steps);

/**
 * Writes the snapshot as bytes that any machine can read: to save a game, or to send its state.
 */
kasuri_status kasuri_snapshot_to_bytes(kasuri_snapshot snapshot,
                                       uint8_t *bytes,
                                       size_t capacity,
                                       size_t *count);

/**
 * Creates a snapshot of such bytes. Damaged bytes are refused, and so are bytes that exceed the limits for files
 * from untrusted sources.
 */
kasuri_status kasuri_snapshot_from_bytes(const uint8_t *bytes,
                                         size_t count,
                                         kasuri_snapshot *snapshot);

/**
 * Creates a recorder. It records the first world that it steps.
 */
kasuri_status kasuri_recorder_new(kasuri_recorder *recorder);

/**
 * Makes a step of a world and records it, together with all changes since the last step.
 */
kasuri_status kasuri_recorder_step(kasuri_recorder recorder, kasuri_world world, kasuri_step *step);

/**
 * Writes the bytes of the recording up to now: they are a complete file after every step.
 */
kasuri_status kasuri_recorder_bytes(kasuri_recorder recorder, uint8_t *bytes, size_t capacity, size_t *count);

/**
 * Creates a recording of the bytes of a file. The content is checked during the replay.
 */
kasuri_status kasuri_recording_new(const uint8_t *bytes, size_t count, kasuri_recording *recording);

/**
 * Writes the number of steps in a recording.
 */
kasuri_status kasuri_recording_len(kasuri_recording recording, size_t *steps);

/**
 * Writes the number of bytes at a recording's end that are less than a step and therefore ignored.
 */
kasuri_status kasuri_recording_cut(kasuri_recording recording, size_t *bytes);

/**
 * Writes the first step, pass and pair in which two recordings differ, in one line; `length` is 0 if they do not
 * differ.
 */
kasuri_status kasuri_recording_first_difference(kasuri_recording recording,
                                                kasuri_recording other,
                                                char *buffer,
                                                size_t capacity,
                                                size_t *length);

/**
 * Creates a replay of the recorded world, from its first step on.
 */
kasuri_status kasuri_replay_new(kasuri_recording recording, kasuri_replay *replay);

/**
 * Replays the next recorded step. `found` is false at the recording's end.
 */
kasuri_status kasuri_replay_step(kasuri_replay replay, kasuri_step *step, bool *found);

/**
 * Writes where the replay differed from the recording, in one line; `length` is 0 if it did not differ.
 */
kasuri_status kasuri_replay_difference(kasuri_replay replay, char *buffer, size_t capacity, size_t *length);

/**
 * Turns the replay into a world that can be played on from here. The replay is freed.
 */
kasuri_status kasuri_replay_into_world(kasuri_replay replay, kasuri_world *world);

/**
 * Draws the bodies, in order of spawn, and the world's bounds.
 */
kasuri_status kasuri_world_debug_draw(kasuri_world world, const kasuri_debug_draw *draw);

/**
 * Draws what the last step found: the contacts of all hits, and the common pixels of sprites.
 */
kasuri_status kasuri_world_debug_draw_hits(kasuri_world world, const kasuri_debug_draw *draw);

/**
 * Draws how the broad phase divided the world in the last step: a grid's cells, a tree's nodes.
 */
kasuri_status kasuri_world_debug_draw_cells(kasuri_world world, const kasuri_debug_draw *draw);

/**
 * Writes the sine of an angle in radians, the same bits on every machine; NaN for an infinite one. Use these functions for
 * all that moves a body in a replay or over a network: the `sin` of <math.h> differs from machine to machine.
 */
kasuri_status kasuri_det_sin(double angle,
                             double *sine);

/**
 * Writes the cosine of an angle in radians; NaN for an infinite one.
 */
kasuri_status kasuri_det_cos(double angle, double *cosine);

/**
 * Writes the angle of the point (x, y), from -pi to pi.
 */
kasuri_status kasuri_det_atan2(double y, double x, double *angle);

/**
 * Writes the square root, correctly rounded; NaN for a negative number.
 */
kasuri_status kasuri_det_sqrt(double x, double *root);

/**
 * Writes the length of the vector (x, y).
 */
kasuri_status kasuri_det_hypot(double x, double y, double *length);

/**
 * Writes 2 to the power of `x`.
 */
kasuri_status kasuri_det_exp2(double x, double *power);

/**
 * Writes a vector that is turned by an angle in radians, clockwise on a screen with +y down, as bodies turn.
 */
kasuri_status kasuri_det_rotate(kasuri_vec2 v, double angle, kasuri_vec2 *rotated);

/**
 * Writes a position that is moved towards a target by at most `most`. It arrives exactly, and never passes the target.
 */
kasuri_status kasuri_det_move_towards(kasuri_vec2 at,
                                      kasuri_vec2 target,
                                      double most,
                                      kasuri_vec2 *moved);

/**
 * Writes a vector that is turned towards a direction by at most `most` radians, to the nearer side, with the same length: a
 * homing missile.
 */
kasuri_status kasuri_det_turn_towards(kasuri_vec2 v,
                                      kasuri_vec2 direction,
                                      double most,
                                      kasuri_vec2 *turned);

/**
 * Writes a stream of its own for a step, a wave or a body. It depends on the key of `random` and on `name`, not on how many
 * numbers were drawn.
 */
kasuri_status kasuri_random_split(const kasuri_random_stream *random,
                                  uint64_t name,
                                  kasuri_random_stream *split);

/**
 * Draws 64 random bits.
 */
kasuri_status kasuri_random_bits(kasuri_random_stream *random, uint64_t *number);

/**
 * Draws a number from 0 to `n` - 1; 0 if `n` is 0.
 */
kasuri_status kasuri_random_below(kasuri_random_stream *random, uint32_t n, uint32_t *number);

/**
 * Draws a number from `least` to `most`, all equally likely.
 */
kasuri_status kasuri_random_between(kasuri_random_stream *random, double least, double most, double *number);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* KASURI_H */
