-- Made of bindings/c/include/kasuri.h by make-cdef. Do not edit it here.
return [[
static const uint32_t KASURI_BODY_GRAZE = 1;
static const uint32_t KASURI_BODY_DESPAWN_BEYOND = 2;
static const uint32_t KASURI_BODY_MAX_HITS = 4;
static const uint32_t KASURI_BODY_PIVOT = 8;
static const uint32_t KASURI_BODY_SWEPT = 16;
static const uint32_t KASURI_BODY_SENSOR = 32;
static const uint32_t KASURI_BODY_ONE_WAY = 64;
static const uint32_t KASURI_ABI_VERSION = 1;
static const uint32_t KASURI_LOOK_PIVOT = 1;
static const uint32_t KASURI_LOOK_LAYER = 2;
static const uint32_t KASURI_LOOK_AGAINST = 4;
static const uint32_t KASURI_SHEET_ITSELF = 4294967295;
enum kasuri_status
 {
    KASURI_STATUS_OK = 0,
    KASURI_STATUS_REFUSED = 1,
    KASURI_STATUS_NULL_POINTER = 2,
    KASURI_STATUS_NULL_HANDLE = 3,
    KASURI_STATUS_STALE_HANDLE = 4,
    KASURI_STATUS_WRONG_KIND = 5,
    KASURI_STATUS_STALE_BODY = 6,
    KASURI_STATUS_SHORT_BUFFER = 7,
    KASURI_STATUS_WRONG_VALUE = 8,
    KASURI_STATUS_BUSY = 9,
    KASURI_STATUS_PANIC = 10,
    KASURI_STATUS_POISONED = 11,
    KASURI_STATUS_WRONG_ABI = 12,
    KASURI_STATUS_TOO_MANY_OBJECTS = 13,
};
typedef int32_t kasuri_status;
enum kasuri_axes
 {
    KASURI_AXES_Y_DOWN = 0,
    KASURI_AXES_Y_UP = 1,
};
typedef uint32_t kasuri_axes;
enum kasuri_touching
 {
    KASURI_TOUCHING_COUNTS = 0,
    KASURI_TOUCHING_IGNORED = 1,
};
typedef uint32_t kasuri_touching;
enum kasuri_broad
 {
    KASURI_BROAD_AUTO = 0,
    KASURI_BROAD_GRID = 1,
    KASURI_BROAD_TREE = 2,
    KASURI_BROAD_BRUTE = 3,
};
typedef uint32_t kasuri_broad;
enum kasuri_backend
 {
    KASURI_BACKEND_CPU = 0,
    KASURI_BACKEND_GPU = 1,
    KASURI_BACKEND_AUTO = 2,
};
typedef uint32_t kasuri_backend;
enum kasuri_rule
 {
    KASURI_RULE_TOUCHING_COUNTS = 0,
    KASURI_RULE_TOUCHING_IGNORED = 1,
    KASURI_RULE_ROOTED_CIRCLES = 2,
};
typedef uint32_t kasuri_rule;
enum kasuri_opaque_kind
 {
    KASURI_OPAQUE_KIND_ALPHA = 0,
    KASURI_OPAQUE_KIND_KEY = 1,
};
typedef uint32_t kasuri_opaque_kind;
enum kasuri_neighbours
 {
    KASURI_NEIGHBOURS_FOUR = 0,
    KASURI_NEIGHBOURS_EIGHT = 1,
};
typedef uint32_t kasuri_neighbours;
enum kasuri_cell_kind
 {
    KASURI_CELL_KIND_SOLID = 0,
    KASURI_CELL_KIND_POLYGON = 1,
    KASURI_CELL_KIND_MASK = 2,
};
typedef uint32_t kasuri_cell_kind;
enum kasuri_hits
 {
    KASURI_HITS_ALL = 0,
    KASURI_HITS_BEGAN = 1,
    KASURI_HITS_STAYED = 2,
    KASURI_HITS_ENDED = 3,
    KASURI_HITS_GRAZES = 4,
};
typedef uint32_t kasuri_hits;
enum kasuri_told
 {
    KASURI_TOLD_LEFT = 0,
    KASURI_TOLD_ENTERED = 1,
    KASURI_TOLD_DESPAWNED = 2,
};
typedef uint32_t kasuri_told;
enum kasuri_overlap_kind
 {
    KASURI_OVERLAP_KIND_NONE = 0,
    KASURI_OVERLAP_KIND_SPRITE_SPRITE = 1,
    KASURI_OVERLAP_KIND_SPRITE_SHAPE = 2,
    KASURI_OVERLAP_KIND_SHAPE_SHAPE = 3,
    KASURI_OVERLAP_KIND_TILES = 4,
};
typedef uint32_t kasuri_overlap_kind;
enum kasuri_response
 {
    KASURI_RESPONSE_STICK = 0,
    KASURI_RESPONSE_SLIDE = 1,
    KASURI_RESPONSE_BOUNCE = 2,
};
typedef uint32_t kasuri_response;
enum kasuri_pose_kind
 {
    KASURI_POSE_KIND_CIRCLES = 0,
    KASURI_POSE_KIND_BOXES = 1,
    KASURI_POSE_KIND_SHAPES = 2,
    KASURI_POSE_KIND_MASKS = 3,
};
typedef uint32_t kasuri_pose_kind;
enum kasuri_number
 {
    KASURI_NUMBER_DOUBLE = 0,
    KASURI_NUMBER_FLOAT = 1,
};
typedef uint32_t kasuri_number;
enum kasuri_value_kind
 {
    KASURI_VALUE_KIND_NONE = 0,
    KASURI_VALUE_KIND_NUMBER = 1,
    KASURI_VALUE_KIND_TEXT = 2,
    KASURI_VALUE_KIND_TRUTH = 3,
};
typedef uint32_t kasuri_value_kind;
typedef uint64_t kasuri_mask;
typedef struct {
    uint32_t kind;
    uint8_t alpha;
    uint8_t key[3];
} kasuri_opaque;
typedef struct {
    int32_t x0;
    int32_t y0;
    int32_t x1;
    int32_t y1;
} kasuri_pixel_box;
typedef struct {
    double x;
    double y;
} kasuri_vec2;
typedef struct {
    int32_t x;
    int32_t y;
} kasuri_pixel;
typedef uint64_t kasuri_solid;
typedef struct {
    kasuri_vec2 at;
    double angle;
    kasuri_vec2 scale;
} kasuri_placement;
typedef struct {
    kasuri_solid solid;
    kasuri_placement placement;
    kasuri_vec2 pivot;
    uint32_t flags;
} kasuri_placed;
typedef struct {
    kasuri_pixel_box bounds;
    uint64_t texels;
} kasuri_piece;
typedef uint64_t kasuri_shape;
typedef struct {
    kasuri_shape shape;
    kasuri_vec2 offset;
} kasuri_part;
typedef struct {
    uint32_t character;
    uint32_t kind;
    const kasuri_vec2 *points;
    size_t count;
    kasuri_mask mask;
} kasuri_cell;
typedef uint64_t kasuri_tiles;
typedef uint64_t kasuri_look;
typedef struct {
    uint32_t layer;
    uint32_t against;
    uint32_t group;
} kasuri_layers;
typedef struct {
    const char *name;
    kasuri_solid solid;
    kasuri_vec2 pivot;
    kasuri_layers layers;
    uint32_t flags;
} kasuri_region;
typedef uint64_t kasuri_appearance;
typedef uint64_t kasuri_frames;
typedef uint64_t kasuri_sheet;
typedef struct {
    kasuri_vec2 pivot;
    uint32_t size[2];
    uint32_t at[2];
    uint32_t duration;
    uint32_t regions;
    uint8_t has_at;
} kasuri_frame_info;
typedef struct {
    kasuri_layers layers;
    uint32_t flags;
} kasuri_region_info;
typedef struct {
    uint64_t length;
    uint32_t from;
    uint32_t to;
} kasuri_tag_info;
typedef struct {
    double number;
    uint32_t kind;
    uint8_t truth;
} kasuri_named_value;
typedef struct {
    uint32_t rule;
    uint32_t a;
    uint32_t b;
} kasuri_pair_rule;
typedef struct {
    uint32_t axes;
    uint32_t touching;
    uint32_t broad;
    uint32_t backend;
    uint32_t threads;
    uint32_t has_bounds;
    double pixels_per_unit;
    kasuri_vec2 bounds[2];
    const kasuri_pair_rule *rules;
    size_t rule_count;
} kasuri_world_def;
typedef uint64_t kasuri_world;
typedef struct {
    uint32_t slot;
    uint32_t generation;
} kasuri_body;
typedef struct {
    kasuri_appearance appearance;
    kasuri_placement placement;
    kasuri_vec2 pivot;
    kasuri_vec2 one_way;
    double graze;
    double despawn_beyond;
    uint64_t data;
    uint64_t invulnerable;
    kasuri_layers layers;
    uint32_t frame;
    uint32_t cooldown;
    uint32_t max_hits;
    uint32_t flags;
} kasuri_body_def;
typedef struct {
    uint32_t layers;
    kasuri_body except;
} kasuri_filter;
typedef struct {
    float x;
    float y;
} kasuri_vec2f;
typedef struct {
    kasuri_placement placement;
    uint64_t data;
    uint64_t invulnerable_for;
    kasuri_vec2 one_way;
    kasuri_layers layers;
    uint32_t frame;
    uint32_t hits_left;
    uint8_t has_max_hits;
    uint8_t is_swept;
    uint8_t is_sensor;
    uint8_t has_one_way;
} kasuri_body_state;
typedef struct {
    uint64_t number;
    uint32_t began;
    uint32_t stayed;
    uint32_t ended;
    uint32_t grazes;
    uint32_t left;
    uint32_t entered;
    uint32_t despawned;
} kasuri_step;
typedef struct {
    kasuri_body a;
    kasuri_body b;
    uint32_t layers[2];
    double t;
    uint8_t regions[2];
    uint8_t has_t;
} kasuri_hit;
typedef struct {
    uint64_t step;
    uint64_t bodies;
    uint64_t candidates;
    uint64_t overlaps;
    uint64_t hits;
    uint64_t near_misses;
    uint64_t bounds_ns;
    uint64_t broad_ns;
    uint64_t decide_ns;
    uint64_t events_ns;
} kasuri_report;
typedef struct {
    uint64_t pixels;
    kasuri_pixel_box bounds;
    kasuri_pixel first;
    kasuri_vec2 centroid;
    kasuri_vec2 normal;
    uint32_t depth;
} kasuri_common;
typedef struct {
    kasuri_vec2 normal;
    double depth;
    kasuri_vec2 point;
} kasuri_contact;
typedef struct {
    uint32_t kind;
    uint32_t cells;
    uint64_t pixels;
    kasuri_common common;
    kasuri_contact contact;
} kasuri_overlap;
typedef struct {
    double distance;
    kasuri_vec2 a;
    kasuri_vec2 b;
} kasuri_distance;
typedef struct {
    kasuri_body body;
    double t;
    kasuri_vec2 point;
    kasuri_vec2 normal;
    uint8_t region;
} kasuri_ray_hit;
typedef struct {
    kasuri_body body;
    double distance;
    kasuri_vec2 point;
} kasuri_neighbor;
typedef struct {
    kasuri_body body;
    double t;
    kasuri_vec2 normal;
    uint32_t step[2];
    uint32_t leg;
    uint8_t regions[2];
} kasuri_sweep_hit;
typedef struct {
    kasuri_vec2 at;
    kasuri_vec2 velocity;
} kasuri_travel;
typedef struct {
    double t;
    kasuri_vec2 normal;
} kasuri_cast;
typedef struct {
    double t;
    uint32_t step[2];
} kasuri_meeting;
typedef struct {
    kasuri_vec2 from;
    kasuri_vec2 step;
    uint32_t count[2];
} kasuri_place_grid;
typedef struct {
    kasuri_vec2 at;
    uint32_t angle;
    uint32_t x;
    uint32_t y;
} kasuri_free_pose;
typedef struct {
    uint32_t kind;
    uint32_t number;
    size_t count;
    const void *x;
    const void *y;
    const void *radius;
    const void *half_width;
    const void *half_height;
    const void *angle;
    const kasuri_solid *solids;
    size_t solid_count;
    const uint32_t *index;
} kasuri_poses;
typedef struct {
    kasuri_vec2 normal;
    double depth;
    uint8_t overlaps;
} kasuri_separation;
typedef uint64_t kasuri_snapshot;
typedef uint64_t kasuri_recorder;
typedef uint64_t kasuri_recording;
typedef uint64_t kasuri_replay;
typedef struct {
    kasuri_body body;
    kasuri_vec2 from;
    kasuri_vec2 to;
    double radius;
    uint8_t region;
} kasuri_drawn_segment;
typedef struct {
    kasuri_body body;
    kasuri_pixel_box run;
    uint8_t region;
} kasuri_drawn_run;
typedef struct {
    kasuri_body body;
    kasuri_vec2 least;
    kasuri_vec2 greatest;
    uint32_t level;
} kasuri_drawn_box;
typedef struct {
    kasuri_hit hit;
    kasuri_contact contact;
} kasuri_drawn_contact;
typedef struct {
    kasuri_hit hit;
    kasuri_pixel_box run;
} kasuri_drawn_common;
typedef struct {
    void *context;
    void (*segment)(void *context, const kasuri_drawn_segment *segment);
    void (*pixels)(void *context, const kasuri_drawn_run *run);
    void (*bounds)(void *context, const kasuri_drawn_box *bounds);
    void (*margin)(void *context, const kasuri_drawn_box *margin);
    void (*walls)(void *context, const kasuri_drawn_box *walls);
    void (*contact)(void *context, const kasuri_drawn_contact *contact);
    void (*common)(void *context, const kasuri_drawn_common *common);
    void (*cell)(void *context, const kasuri_drawn_box *cell);
} kasuri_debug_draw;
typedef struct {
    uint64_t key;
    uint64_t drawn;
} kasuri_random_stream;
kasuri_status kasuri_check_abi(uint32_t version,
                               size_t world_def_size,
                               size_t body_def_size,
                               size_t hit_size);
kasuri_status kasuri_abi_version(uint32_t *version);
kasuri_status kasuri_version(char *buffer,
                             size_t capacity,
                             size_t *length);
kasuri_status kasuri_last_error(char *buffer,
                                size_t capacity,
                                size_t *length);
kasuri_status kasuri_free(uint64_t object);
kasuri_status kasuri_mask_empty(size_t width, size_t height, kasuri_mask *mask);
kasuri_status kasuri_mask_from_texels(size_t width,
                                      size_t height,
                                      const uint8_t *texels,
                                      size_t count,
                                      kasuri_mask *mask);
kasuri_status kasuri_mask_from_words(size_t width,
                                     size_t height,
                                     const uint64_t *words,
                                     size_t count,
                                     kasuri_mask *mask);
kasuri_status kasuri_mask_from_rgba(size_t width,
                                    size_t height,
                                    const uint8_t *pixels,
                                    size_t count,
                                    const kasuri_opaque *opaque,
                                    kasuri_mask *mask);
kasuri_status kasuri_mask_from_png(const uint8_t *bytes,
                                   size_t count,
                                   const kasuri_opaque *opaque,
                                   kasuri_mask *mask);
kasuri_status kasuri_mask_copy(kasuri_mask mask, kasuri_mask *copy);
kasuri_status kasuri_mask_words(kasuri_mask mask, uint64_t *words, size_t capacity, size_t *count);
kasuri_status kasuri_mask_size(kasuri_mask mask, uint32_t *width, uint32_t *height);
kasuri_status kasuri_mask_get(kasuri_mask mask, int64_t x, int64_t y, bool *solid);
kasuri_status kasuri_mask_set(kasuri_mask mask, int64_t x, int64_t y, uint32_t solid);
kasuri_status kasuri_mask_count(kasuri_mask mask, uint64_t *count);
kasuri_status kasuri_mask_bounds(kasuri_mask mask, kasuri_pixel_box *bounds, bool *found);
kasuri_status kasuri_mask_centroid(kasuri_mask mask, kasuri_vec2 *centroid, bool *found);
kasuri_status kasuri_mask_angle(kasuri_mask mask,
                                double *angle,
                                bool *found);
kasuri_status kasuri_mask_fill(kasuri_mask mask);
kasuri_status kasuri_mask_clear(kasuri_mask mask);
kasuri_status kasuri_mask_invert(kasuri_mask mask);
kasuri_status kasuri_mask_scaled(kasuri_mask mask, size_t width, size_t height, kasuri_mask *made);
kasuri_status kasuri_mask_flipped(kasuri_mask mask,
                                  uint32_t sideways,
                                  uint32_t upside_down,
                                  kasuri_mask *made);
kasuri_status kasuri_mask_turned(kasuri_mask mask, int32_t quarters, kasuri_mask *made);
kasuri_status kasuri_mask_cropped(kasuri_mask mask,
                                  int32_t x0,
                                  int32_t y0,
                                  int32_t x1,
                                  int32_t y1,
                                  kasuri_mask *made);
kasuri_status kasuri_mask_dilated(kasuri_mask mask, uint32_t radius, kasuri_mask *made);
kasuri_status kasuri_mask_eroded(kasuri_mask mask, uint32_t radius, kasuri_mask *made);
kasuri_status kasuri_mask_meets(kasuri_mask mask, kasuri_mask other, int32_t x, int32_t y, bool *meets);
kasuri_status kasuri_mask_common_count(kasuri_mask mask,
                                       kasuri_mask other,
                                       int32_t x,
                                       int32_t y,
                                       uint64_t *count);
kasuri_status kasuri_mask_common_first(kasuri_mask mask,
                                       kasuri_mask other,
                                       int32_t x,
                                       int32_t y,
                                       kasuri_pixel *first,
                                       bool *found);
kasuri_status kasuri_mask_and(kasuri_mask mask, kasuri_mask other, int32_t x, int32_t y);
kasuri_status kasuri_mask_draw(kasuri_mask mask, kasuri_mask other, int32_t x, int32_t y);
kasuri_status kasuri_mask_xor(kasuri_mask mask, kasuri_mask other, int32_t x, int32_t y);
kasuri_status kasuri_mask_erase(kasuri_mask mask, kasuri_mask other, int32_t x, int32_t y);
kasuri_status kasuri_mask_convolved(kasuri_mask mask,
                                    kasuri_mask other,
                                    kasuri_mask *made);
kasuri_status kasuri_mask_carve(kasuri_mask mask,
                                const kasuri_placed *placed,
                                int32_t x,
                                int32_t y,
                                uint64_t *texels);
kasuri_status kasuri_mask_stamp(kasuri_mask mask,
                                const kasuri_placed *placed,
                                int32_t x,
                                int32_t y,
                                uint64_t *texels);
kasuri_status kasuri_mask_outline(kasuri_mask mask, kasuri_pixel *texels, size_t capacity, size_t *count);
kasuri_status kasuri_mask_rectangles(kasuri_mask mask,
                                     kasuri_pixel_box *boxes,
                                     size_t capacity,
                                     size_t *count);
kasuri_status kasuri_mask_components(kasuri_mask mask,
                                     uint32_t neighbours,
                                     kasuri_piece *pieces,
                                     size_t capacity,
                                     size_t *count);
kasuri_status kasuri_mask_component(kasuri_mask mask, uint32_t neighbours, size_t index, kasuri_mask *made);
kasuri_status kasuri_mask_sliced(kasuri_mask mask,
                                 size_t width,
                                 size_t height,
                                 kasuri_mask *masks,
                                 size_t capacity,
                                 size_t *count);
kasuri_status kasuri_mask_convex_parts(kasuri_mask mask,
                                       double tolerance,
                                       kasuri_vec2 *vertices,
                                       size_t vertex_capacity,
                                       size_t *vertex_count,
                                       uint32_t *ends,
                                       size_t end_capacity,
                                       size_t *end_count);
kasuri_status kasuri_mask_traced(kasuri_mask mask,
                                 double tolerance,
                                 kasuri_vec2 *vertices,
                                 size_t vertex_capacity,
                                 size_t *vertex_count,
                                 uint32_t *ends,
                                 size_t end_capacity,
                                 size_t *end_count);
kasuri_status kasuri_shape_point(kasuri_shape *shape);
kasuri_status kasuri_shape_segment(double ax, double ay, double bx, double by, kasuri_shape *shape);
kasuri_status kasuri_shape_circle(double r, kasuri_shape *shape);
kasuri_status kasuri_shape_ellipse(double rx, double ry, kasuri_shape *shape);
kasuri_status kasuri_shape_capsule(double ax, double ay, double bx, double by, double r, kasuri_shape *shape);
kasuri_status kasuri_shape_box(double half_width, double half_height, kasuri_shape *shape);
kasuri_status kasuri_shape_polygon(const kasuri_vec2 *points, size_t count, kasuri_shape *shape);
kasuri_status kasuri_shape_rounded_polygon(const kasuri_vec2 *points,
                                           size_t count,
                                           double r,
                                           kasuri_shape *shape);
kasuri_status kasuri_shape_chain(const kasuri_vec2 *points, size_t count, double r, kasuri_shape *shape);
kasuri_status kasuri_shape_compound(const kasuri_part *parts, size_t count, kasuri_shape *shape);
kasuri_status kasuri_tiles_from_rows(double cell_width,
                                     double cell_height,
                                     const char *rows,
                                     const kasuri_cell *legend,
                                     size_t count,
                                     kasuri_tiles *tiles);
kasuri_status kasuri_tiles_size(kasuri_tiles tiles, size_t *columns, size_t *rows);
kasuri_status kasuri_look_new(kasuri_solid solid, kasuri_look *look);
kasuri_status kasuri_look_set_pivot(kasuri_look look, double x, double y);
kasuri_status kasuri_look_add_region(kasuri_look look,
                                     const kasuri_region *region);
kasuri_status kasuri_frames_new(const kasuri_appearance *looks, size_t count, kasuri_frames *frames);
kasuri_status kasuri_sheet_from_json(const uint8_t *json,
                                     size_t count,
                                     const uint8_t *picture,
                                     size_t picture_count,
                                     kasuri_sheet *sheet);
kasuri_status kasuri_sheet_to_json(kasuri_sheet sheet, char *buffer, size_t capacity, size_t *length);
kasuri_status kasuri_sheet_size(kasuri_sheet sheet, uint32_t *frames, uint32_t *tags);
kasuri_status kasuri_sheet_image(kasuri_sheet sheet, char *buffer, size_t capacity, size_t *length);
kasuri_status kasuri_sheet_frame(kasuri_sheet sheet, uint32_t frame, kasuri_frame_info *info);
kasuri_status kasuri_sheet_frame_name(kasuri_sheet sheet,
                                      uint32_t frame,
                                      char *buffer,
                                      size_t capacity,
                                      size_t *length);
kasuri_status kasuri_sheet_frame_index(kasuri_sheet sheet, const char *name, uint32_t *frame, bool *found);
kasuri_status kasuri_sheet_mask(kasuri_sheet sheet, uint32_t frame, kasuri_mask *mask);
kasuri_status kasuri_sheet_look(kasuri_sheet sheet, uint32_t frame, kasuri_look *look);
kasuri_status kasuri_sheet_region(kasuri_sheet sheet,
                                  uint32_t frame,
                                  uint32_t region,
                                  kasuri_region_info *info);
kasuri_status kasuri_sheet_region_name(kasuri_sheet sheet,
                                       uint32_t frame,
                                       uint32_t region,
                                       char *buffer,
                                       size_t capacity,
                                       size_t *length);
kasuri_status kasuri_sheet_region_index(kasuri_sheet sheet,
                                        uint32_t frame,
                                        const char *name,
                                        uint32_t *region);
kasuri_status kasuri_sheet_tag(kasuri_sheet sheet, uint32_t tag, kasuri_tag_info *info);
kasuri_status kasuri_sheet_tag_name(kasuri_sheet sheet,
                                    uint32_t tag,
                                    char *buffer,
                                    size_t capacity,
                                    size_t *length);
kasuri_status kasuri_sheet_tag_index(kasuri_sheet sheet, const char *name, uint32_t *tag, bool *found);
kasuri_status kasuri_sheet_frame_at(kasuri_sheet sheet, uint32_t tag, uint64_t milliseconds, uint32_t *frame);
kasuri_status kasuri_sheet_value(kasuri_sheet sheet,
                                 uint32_t frame,
                                 uint32_t region,
                                 const char *name,
                                 kasuri_named_value *value);
kasuri_status kasuri_sheet_text(kasuri_sheet sheet,
                                uint32_t frame,
                                uint32_t region,
                                const char *name,
                                char *buffer,
                                size_t capacity,
                                size_t *length);
kasuri_status kasuri_world_def_default(kasuri_world_def *def);
kasuri_status kasuri_world_new(const kasuri_world_def *def, kasuri_world *world);
kasuri_status kasuri_world_len(kasuri_world world, size_t *count);
kasuri_status kasuri_world_bodies(kasuri_world world, kasuri_body *bodies, size_t capacity, size_t *count);
kasuri_status kasuri_world_steps(kasuri_world world, uint64_t *steps);
kasuri_status kasuri_world_hash(kasuri_world world, uint64_t *hash);
kasuri_status kasuri_world_set_backend(kasuri_world world, uint32_t backend);
kasuri_status kasuri_world_pixels_of(kasuri_world world, double x, double y, kasuri_vec2 *pixels);
kasuri_status kasuri_world_place_of(kasuri_world world, double x, double y, kasuri_vec2 *place);
kasuri_status kasuri_body_def_default(kasuri_body_def *def);
kasuri_status kasuri_world_spawn(kasuri_world world, const kasuri_body_def *def, kasuri_body *body);
kasuri_status kasuri_world_spawn_many(kasuri_world world,
                                      const kasuri_body_def *defs,
                                      size_t count,
                                      kasuri_body *bodies);
kasuri_status kasuri_world_remove(kasuri_world world, kasuri_body body);
kasuri_status kasuri_world_remove_many(kasuri_world world, const kasuri_body *bodies, size_t count);
kasuri_status kasuri_world_remove_overlapping(kasuri_world world,
                                              kasuri_solid solid,
                                              const kasuri_placement *placement,
                                              const kasuri_filter *filter,
                                              kasuri_body *bodies,
                                              size_t capacity,
                                              size_t *count);
kasuri_status kasuri_world_clear(kasuri_world world);
kasuri_status kasuri_world_contains(kasuri_world world, kasuri_body body, bool *contains);
kasuri_status kasuri_world_set_position(kasuri_world world, kasuri_body body, double x, double y);
kasuri_status kasuri_world_set_positions(kasuri_world world,
                                         const kasuri_body *bodies,
                                         const kasuri_vec2 *at,
                                         size_t count);
kasuri_status kasuri_world_set_positions_float(kasuri_world world,
                                               const kasuri_body *bodies,
                                               const kasuri_vec2f *at,
                                               size_t count);
kasuri_status kasuri_world_set_angle(kasuri_world world, kasuri_body body, double angle);
kasuri_status kasuri_world_set_angles(kasuri_world world,
                                      const kasuri_body *bodies,
                                      const double *angles,
                                      size_t count);
kasuri_status kasuri_world_set_scale(kasuri_world world, kasuri_body body, double x, double y);
kasuri_status kasuri_world_set_scales(kasuri_world world,
                                      const kasuri_body *bodies,
                                      const kasuri_vec2 *scales,
                                      size_t count);
kasuri_status kasuri_world_set_frame(kasuri_world world, kasuri_body body, uint32_t frame);
kasuri_status kasuri_world_set_frames(kasuri_world world,
                                      const kasuri_body *bodies,
                                      const uint32_t *frames,
                                      size_t count);
kasuri_status kasuri_world_set_placements(kasuri_world world,
                                          const kasuri_body *bodies,
                                          const kasuri_placement *placements,
                                          size_t count);
kasuri_status kasuri_world_set_chain(kasuri_world world,
                                     kasuri_body body,
                                     const kasuri_vec2 *points,
                                     size_t count);
kasuri_status kasuri_world_set_chains(kasuri_world world,
                                      const kasuri_body *bodies,
                                      size_t count,
                                      const kasuri_vec2 *points,
                                      size_t point_count);
kasuri_status kasuri_world_set_radius(kasuri_world world, kasuri_body body, double r);
kasuri_status kasuri_world_set_radii(kasuri_world world,
                                     const kasuri_body *bodies,
                                     const double *radii,
                                     size_t count);
kasuri_status kasuri_world_set_shape(kasuri_world world, kasuri_body body, kasuri_shape shape);
kasuri_status kasuri_world_set_mask(kasuri_world world,
                                    kasuri_body body,
                                    kasuri_mask mask);
kasuri_status kasuri_world_set_look(kasuri_world world, kasuri_body body, kasuri_appearance look);
kasuri_status kasuri_world_set_layers(kasuri_world world, kasuri_body body, kasuri_layers layers);
kasuri_status kasuri_world_set_group(kasuri_world world,
                                     kasuri_body body,
                                     uint32_t group);
kasuri_status kasuri_world_set_sensor(kasuri_world world,
                                      kasuri_body body,
                                      uint32_t has);
kasuri_status kasuri_world_set_one_way(kasuri_world world,
                                       kasuri_body body,
                                       uint32_t has,
                                       double x,
                                       double y);
kasuri_status kasuri_world_set_region(kasuri_world world, kasuri_body body, const kasuri_region *region);
kasuri_status kasuri_world_remove_region(kasuri_world world, kasuri_body body, const char *name);
kasuri_status kasuri_world_set_graze(kasuri_world world,
                                     kasuri_body body,
                                     uint32_t has,
                                     double margin);
kasuri_status kasuri_world_set_invulnerable(kasuri_world world, kasuri_body body, uint64_t steps);
kasuri_status kasuri_world_set_cooldown(kasuri_world world, kasuri_body body, uint32_t steps);
kasuri_status kasuri_world_set_max_hits(kasuri_world world,
                                        kasuri_body body,
                                        uint32_t has,
                                        uint32_t hits);
kasuri_status kasuri_world_set_despawn_beyond(kasuri_world world,
                                              kasuri_body body,
                                              uint32_t has,
                                              double margin);
kasuri_status kasuri_world_set_data(kasuri_world world, kasuri_body body, uint64_t data);
kasuri_status kasuri_world_set_swept(kasuri_world world,
                                     kasuri_body body,
                                     uint32_t has);
kasuri_status kasuri_world_teleport(kasuri_world world, kasuri_body body, double x, double y);
kasuri_status kasuri_world_teleport_many(kasuri_world world,
                                         const kasuri_body *bodies,
                                         const kasuri_vec2 *at,
                                         size_t count);
kasuri_status kasuri_world_get(kasuri_world world, kasuri_body body, kasuri_body_state *state);
kasuri_status kasuri_world_positions(kasuri_world world,
                                     const kasuri_body *bodies,
                                     size_t count,
                                     kasuri_vec2 *at);
kasuri_status kasuri_world_placements(kasuri_world world,
                                      const kasuri_body *bodies,
                                      size_t count,
                                      kasuri_placement *placements);
kasuri_status kasuri_world_region_index(kasuri_world world,
                                        kasuri_body body,
                                        const char *name,
                                        uint8_t *index);
kasuri_status kasuri_world_region_name(kasuri_world world,
                                       kasuri_body body,
                                       uint8_t index,
                                       char *buffer,
                                       size_t capacity,
                                       size_t *length);
kasuri_status kasuri_world_step(kasuri_world world, kasuri_step *step);
kasuri_status kasuri_world_hits(kasuri_world world,
                                uint32_t which,
                                kasuri_hit *hits,
                                size_t capacity,
                                size_t *count);
kasuri_status kasuri_world_hits_between(kasuri_world world,
                                        uint32_t a,
                                        uint32_t b,
                                        kasuri_hit *hits,
                                        size_t capacity,
                                        size_t *count);
kasuri_status kasuri_world_told(kasuri_world world,
                                uint32_t which,
                                kasuri_body *bodies,
                                size_t capacity,
                                size_t *count);
kasuri_status kasuri_world_report(kasuri_world world, kasuri_report *report);
kasuri_status kasuri_world_overlap(kasuri_world world,
                                   const kasuri_hit *hit,
                                   kasuri_overlap *overlap);
kasuri_status kasuri_world_overlap_cells(kasuri_world world,
                                         const kasuri_hit *hit,
                                         kasuri_pixel *cells,
                                         size_t capacity,
                                         size_t *count);
kasuri_status kasuri_world_contact(kasuri_world world,
                                   const kasuri_hit *hit,
                                   kasuri_contact *contact,
                                   bool *found);
kasuri_status kasuri_world_common_pixels(kasuri_world world,
                                         const kasuri_hit *hit,
                                         kasuri_pixel *pixels,
                                         size_t capacity,
                                         size_t *count);
kasuri_status kasuri_world_push_apart(kasuri_world world,
                                      const kasuri_hit *hit,
                                      double share,
                                      kasuri_vec2 *moved,
                                      bool *found);
kasuri_status kasuri_world_distance(kasuri_world world,
                                    kasuri_body a,
                                    kasuri_body b,
                                    kasuri_distance *distance,
                                    bool *found);
kasuri_status kasuri_world_crossings(kasuri_world world,
                                     kasuri_body a,
                                     kasuri_body b,
                                     kasuri_vec2 *points,
                                     size_t capacity,
                                     size_t *count);
kasuri_status kasuri_deflected(kasuri_vec2 velocity,
                               kasuri_vec2 normal,
                               double restitution,
                               kasuri_vec2 *deflected);
kasuri_status kasuri_world_at_point(kasuri_world world,
                                    double x,
                                    double y,
                                    const kasuri_filter *filter,
                                    kasuri_body *bodies,
                                    size_t capacity,
                                    size_t *count);
kasuri_status kasuri_world_in_box(kasuri_world world,
                                  kasuri_vec2 corner,
                                  kasuri_vec2 opposite,
                                  const kasuri_filter *filter,
                                  kasuri_body *bodies,
                                  size_t capacity,
                                  size_t *count);
kasuri_status kasuri_world_in_circle(kasuri_world world,
                                     kasuri_vec2 centre,
                                     double r,
                                     const kasuri_filter *filter,
                                     kasuri_body *bodies,
                                     size_t capacity,
                                     size_t *count);
kasuri_status kasuri_world_in_cone(kasuri_world world,
                                   kasuri_vec2 apex,
                                   double direction,
                                   double half_angle,
                                   double reach,
                                   const kasuri_filter *filter,
                                   kasuri_body *bodies,
                                   size_t capacity,
                                   size_t *count);
kasuri_status kasuri_world_overlapping(kasuri_world world,
                                       kasuri_solid solid,
                                       const kasuri_placement *placement,
                                       const kasuri_filter *filter,
                                       kasuri_body *bodies,
                                       size_t capacity,
                                       size_t *count);
kasuri_status kasuri_world_first_on_ray(kasuri_world world,
                                        kasuri_vec2 from,
                                        kasuri_vec2 to,
                                        const kasuri_filter *filter,
                                        kasuri_ray_hit *hit,
                                        bool *found);
kasuri_status kasuri_world_along_ray(kasuri_world world,
                                     kasuri_vec2 from,
                                     kasuri_vec2 to,
                                     const kasuri_filter *filter,
                                     kasuri_ray_hit *hits,
                                     size_t capacity,
                                     size_t *count);
kasuri_status kasuri_world_nearest(kasuri_world world,
                                   double x,
                                   double y,
                                   size_t most,
                                   const kasuri_filter *filter,
                                   kasuri_neighbor *neighbors,
                                   size_t capacity,
                                   size_t *count);
kasuri_status kasuri_world_sweep(kasuri_world world,
                                 kasuri_body body,
                                 kasuri_vec2 to,
                                 kasuri_sweep_hit *hit,
                                 bool *found);
kasuri_status kasuri_world_sweep_solid(kasuri_world world,
                                       kasuri_solid solid,
                                       const kasuri_placement *placement,
                                       kasuri_vec2 to,
                                       const kasuri_filter *filter,
                                       kasuri_sweep_hit *hit,
                                       bool *found);
kasuri_status kasuri_world_advance(kasuri_world world,
                                   kasuri_body body,
                                   const kasuri_vec2 *path,
                                   size_t count,
                                   kasuri_sweep_hit *hit,
                                   bool *found);
kasuri_status kasuri_world_travel(kasuri_world world,
                                  kasuri_body body,
                                  kasuri_vec2 by,
                                  uint32_t response,
                                  double restitution,
                                  kasuri_travel *travel,
                                  kasuri_sweep_hit *hits,
                                  size_t capacity,
                                  size_t *count);
kasuri_status kasuri_query_overlaps(const kasuri_placed *a,
                                    const kasuri_placed *b,
                                    uint32_t touching,
                                    bool *overlaps);
kasuri_status kasuri_query_overlap(const kasuri_placed *a,
                                   const kasuri_placed *b,
                                   uint32_t touching,
                                   kasuri_overlap *overlap);
kasuri_status kasuri_query_overlap_cells(const kasuri_placed *a,
                                         const kasuri_placed *b,
                                         uint32_t touching,
                                         kasuri_pixel *cells,
                                         size_t capacity,
                                         size_t *count);
kasuri_status kasuri_query_contact(const kasuri_placed *a,
                                   const kasuri_placed *b,
                                   uint32_t touching,
                                   kasuri_contact *contact,
                                   bool *found);
kasuri_status kasuri_query_distance(const kasuri_placed *a,
                                    const kasuri_placed *b,
                                    kasuri_distance *distance,
                                    bool *found);
kasuri_status kasuri_query_common_pixels(const kasuri_placed *a,
                                         const kasuri_placed *b,
                                         kasuri_pixel *pixels,
                                         size_t capacity,
                                         size_t *count);
kasuri_status kasuri_query_crossings(const kasuri_placed *a,
                                     const kasuri_placed *b,
                                     kasuri_vec2 *points,
                                     size_t capacity,
                                     size_t *count);
kasuri_status kasuri_query_contains(const kasuri_placed *a, double x, double y, bool *contains);
kasuri_status kasuri_query_cast(const kasuri_placed *a,
                                kasuri_vec2 from,
                                kasuri_vec2 to,
                                kasuri_cast *hit,
                                bool *found);
kasuri_status kasuri_query_sweep(const kasuri_placed *a,
                                 kasuri_vec2 a_to,
                                 const kasuri_placed *b,
                                 kasuri_vec2 b_to,
                                 kasuri_meeting *meeting,
                                 bool *found);
kasuri_status kasuri_world_fits(kasuri_world world,
                                const kasuri_body_def *def,
                                const double *angles,
                                size_t angle_count,
                                const kasuri_place_grid *places,
                                const kasuri_filter *filter,
                                uint64_t *words,
                                size_t capacity,
                                size_t *count);
kasuri_status kasuri_world_count_fits(kasuri_world world,
                                      const kasuri_body_def *def,
                                      const double *angles,
                                      size_t angle_count,
                                      const kasuri_place_grid *places,
                                      const kasuri_filter *filter,
                                      uint64_t *fits);
kasuri_status kasuri_world_first_fit(kasuri_world world,
                                     const kasuri_body_def *def,
                                     const double *angles,
                                     size_t angle_count,
                                     const kasuri_place_grid *places,
                                     const kasuri_filter *filter,
                                     kasuri_free_pose *pose,
                                     bool *found);
kasuri_status kasuri_world_nearest_fit(kasuri_world world,
                                       const kasuri_body_def *def,
                                       const double *angles,
                                       size_t angle_count,
                                       const kasuri_place_grid *places,
                                       const kasuri_filter *filter,
                                       kasuri_vec2 to,
                                       kasuri_free_pose *pose,
                                       bool *found);
kasuri_status kasuri_query_fits(const kasuri_placed *poses,
                                size_t pose_count,
                                const kasuri_placed *bodies,
                                size_t body_count,
                                const kasuri_place_grid *places,
                                uint32_t touching,
                                uint64_t *words,
                                size_t capacity,
                                size_t *count);
kasuri_status kasuri_query_count_fits(const kasuri_placed *poses,
                                      size_t pose_count,
                                      const kasuri_placed *bodies,
                                      size_t body_count,
                                      const kasuri_place_grid *places,
                                      uint32_t touching,
                                      uint64_t *fits);
kasuri_status kasuri_query_first_fit(const kasuri_placed *poses,
                                     size_t pose_count,
                                     const kasuri_placed *bodies,
                                     size_t body_count,
                                     const kasuri_place_grid *places,
                                     uint32_t touching,
                                     kasuri_free_pose *pose,
                                     bool *found);
kasuri_status kasuri_query_nearest_fit(const kasuri_placed *poses,
                                       size_t pose_count,
                                       const kasuri_placed *bodies,
                                       size_t body_count,
                                       const kasuri_place_grid *places,
                                       uint32_t touching,
                                       kasuri_vec2 to,
                                       kasuri_free_pose *pose,
                                       bool *found);
kasuri_status kasuri_batch_overlaps(const kasuri_poses *a,
                                    const kasuri_poses *b,
                                    uint32_t touching,
                                    uint32_t threads,
                                    uint64_t *words,
                                    size_t capacity,
                                    size_t *count);
kasuri_status kasuri_batch_hits(const kasuri_poses *a,
                                const kasuri_poses *b,
                                uint32_t touching,
                                uint32_t threads,
                                uint32_t *pairs,
                                size_t capacity,
                                size_t *count);
kasuri_status kasuri_batch_separations(const kasuri_poses *a,
                                       const kasuri_poses *b,
                                       uint32_t touching,
                                       uint32_t threads,
                                       kasuri_separation *separations,
                                       size_t capacity,
                                       size_t *count);
kasuri_status kasuri_world_snapshot(kasuri_world world, kasuri_snapshot *snapshot);
kasuri_status kasuri_world_restore(kasuri_world world, kasuri_snapshot snapshot);
kasuri_status kasuri_snapshot_hash(kasuri_snapshot snapshot, uint64_t *hash);
kasuri_status kasuri_snapshot_steps(kasuri_snapshot snapshot, uint64_t *steps);
kasuri_status kasuri_snapshot_to_bytes(kasuri_snapshot snapshot,
                                       uint8_t *bytes,
                                       size_t capacity,
                                       size_t *count);
kasuri_status kasuri_snapshot_from_bytes(const uint8_t *bytes,
                                         size_t count,
                                         kasuri_snapshot *snapshot);
kasuri_status kasuri_recorder_new(kasuri_recorder *recorder);
kasuri_status kasuri_recorder_step(kasuri_recorder recorder, kasuri_world world, kasuri_step *step);
kasuri_status kasuri_recorder_bytes(kasuri_recorder recorder, uint8_t *bytes, size_t capacity, size_t *count);
kasuri_status kasuri_recording_new(const uint8_t *bytes, size_t count, kasuri_recording *recording);
kasuri_status kasuri_recording_len(kasuri_recording recording, size_t *steps);
kasuri_status kasuri_recording_cut(kasuri_recording recording, size_t *bytes);
kasuri_status kasuri_recording_first_difference(kasuri_recording recording,
                                                kasuri_recording other,
                                                char *buffer,
                                                size_t capacity,
                                                size_t *length);
kasuri_status kasuri_replay_new(kasuri_recording recording, kasuri_replay *replay);
kasuri_status kasuri_replay_step(kasuri_replay replay, kasuri_step *step, bool *found);
kasuri_status kasuri_replay_difference(kasuri_replay replay, char *buffer, size_t capacity, size_t *length);
kasuri_status kasuri_replay_into_world(kasuri_replay replay, kasuri_world *world);
kasuri_status kasuri_world_debug_draw(kasuri_world world, const kasuri_debug_draw *draw);
kasuri_status kasuri_world_debug_draw_hits(kasuri_world world, const kasuri_debug_draw *draw);
kasuri_status kasuri_world_debug_draw_cells(kasuri_world world, const kasuri_debug_draw *draw);
kasuri_status kasuri_det_sin(double angle,
                             double *sine);
kasuri_status kasuri_det_cos(double angle, double *cosine);
kasuri_status kasuri_det_atan2(double y, double x, double *angle);
kasuri_status kasuri_det_sqrt(double x, double *root);
kasuri_status kasuri_det_hypot(double x, double y, double *length);
kasuri_status kasuri_det_exp2(double x, double *power);
kasuri_status kasuri_det_rotate(kasuri_vec2 v, double angle, kasuri_vec2 *rotated);
kasuri_status kasuri_det_move_towards(kasuri_vec2 at,
                                      kasuri_vec2 target,
                                      double most,
                                      kasuri_vec2 *moved);
kasuri_status kasuri_det_turn_towards(kasuri_vec2 v,
                                      kasuri_vec2 direction,
                                      double most,
                                      kasuri_vec2 *turned);
kasuri_status kasuri_random_split(const kasuri_random_stream *random,
                                  uint64_t name,
                                  kasuri_random_stream *split);
kasuri_status kasuri_random_bits(kasuri_random_stream *random, uint64_t *number);
kasuri_status kasuri_random_below(kasuri_random_stream *random, uint32_t n, uint32_t *number);
kasuri_status kasuri_random_between(kasuri_random_stream *random, double least, double most, double *number);
]]
