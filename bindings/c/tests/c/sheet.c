/* Sheets: what they tell by name, what is refused, and that the sheet of the editor's test gives the world of Rust.
   The argument is the folder tests/sheets. */
#include <inttypes.h>

#include "fixture.h"

static Fixture f;

#define TEXT(expected, ...)                    \
    do {                                       \
        char text[64];                         \
        size_t length;                         \
        OK(__VA_ARGS__);                       \
        CHECK(strcmp(text, expected) == 0);    \
        CHECK(length == strlen(expected));     \
    } while (0)

static void told(void) {
    kasuri_frame_info frame;
    kasuri_region_info region;
    kasuri_tag_info tag;
    uint32_t frames, tags, index;
    bool found;
    OK(kasuri_sheet_size(f.sheet, &frames, &tags));
    CHECK(frames == 2 && tags == 2);
    OK(kasuri_sheet_frame(f.sheet, 0, &frame));
    CHECK(frame.size[0] == 4 && frame.size[1] == 2 && frame.has_at && frame.at[0] == 0 && frame.at[1] == 2);
    CHECK(frame.pivot.x == 2 && frame.pivot.y == 2 && frame.duration == 80 && frame.regions == 1);
    OK(kasuri_sheet_frame(f.sheet, 1, &frame));
    CHECK(frame.pivot.x == 2 && frame.pivot.y == 1 && frame.duration == 40 && !frame.has_at);
    OK(kasuri_sheet_region(f.sheet, 0, 1, &region));
    CHECK(region.flags == KASURI_LOOK_LAYER && region.layers.layer == 4 && region.layers.against == 0);
    OK(kasuri_sheet_region(f.sheet, 1, 1, &region));
    CHECK(region.flags == 0);
    OK(kasuri_sheet_tag(f.sheet, 1, &tag));
    CHECK(tag.from == 0 && tag.to == 1 && tag.length == 120);
    TEXT("jaw.png", kasuri_sheet_image(f.sheet, text, sizeof text, &length));
    TEXT("shut", kasuri_sheet_frame_name(f.sheet, 1, text, sizeof text, &length));
    TEXT("hull", kasuri_sheet_region_name(f.sheet, 1, 1, text, sizeof text, &length));
    TEXT("back", kasuri_sheet_tag_name(f.sheet, 1, text, sizeof text, &length));
    OK(kasuri_sheet_frame_index(f.sheet, "shut", &index, &found));
    CHECK(found && index == 1);
    OK(kasuri_sheet_frame_index(f.sheet, "hull", &index, &found));
    CHECK(!found);
    OK(kasuri_sheet_tag_index(f.sheet, "back", &index, &found));
    CHECK(found && index == 1);
    OK(kasuri_sheet_tag_index(f.sheet, "run", &index, &found));
    CHECK(!found);
    OK(kasuri_sheet_region_index(f.sheet, 1, "hull", &index));
    CHECK(index == 1);
    OK(kasuri_sheet_region_index(f.sheet, 0, "hull", &index));
    CHECK(index == 0);
    OK(kasuri_sheet_frame_at(f.sheet, 0, 80, &index));
    CHECK(index == 1);
    OK(kasuri_sheet_frame_at(f.sheet, 1, 120 + 39, &index));
    CHECK(index == 1);
}

static void values(void) {
    kasuri_named_value value;
    OK(kasuri_sheet_value(f.sheet, 0, 1, "core", &value));
    CHECK(value.kind == KASURI_VALUE_KIND_NUMBER && value.number == 3);
    OK(kasuri_sheet_value(f.sheet, 0, 0, "core", &value));
    CHECK(value.kind == KASURI_VALUE_KIND_TRUTH && value.truth == 1);
    OK(kasuri_sheet_value(f.sheet, KASURI_SHEET_ITSELF, 0, "core", &value));
    CHECK(value.kind == KASURI_VALUE_KIND_TEXT);
    OK(kasuri_sheet_value(f.sheet, 1, 0, "of", &value));
    CHECK(value.kind == KASURI_VALUE_KIND_NONE);
    TEXT("by hand", kasuri_sheet_text(f.sheet, KASURI_SHEET_ITSELF, 0, "core", text, sizeof text, &length));
    TEXT("of a region", kasuri_sheet_text(f.sheet, 1, 1, "core", text, sizeof text, &length));
    TEXT("", kasuri_sheet_text(f.sheet, 0, 1, "core", text, sizeof text, &length));
}

static void refused(const char *json, const char *why) {
    kasuri_sheet sheet = 1234;
    char text[256];
    size_t length;
    STATUS(REFUSED, kasuri_sheet_from_json((const uint8_t *)json, strlen(json), NULL, 0, &sheet));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strstr(text, why) != NULL);
    CHECK(sheet == 1234);
}

static void refusals(void) {
    kasuri_frame_info frame;
    kasuri_region_info region;
    kasuri_named_value value;
    kasuri_look look;
    kasuri_mask mask;
    kasuri_sheet sheet;
    char text[256];
    size_t length, cut;
    uint32_t index;
    refused("", "");
    refused("{}", "kasuri_sheet is missing");
    refused("{\"kasuri_sheet\": 2, \"frames\": []}", "2 is not a version known here");
    refused("{\"kasuri_sheet\": 1, \"frames\": [{\"size\": [2, 0]}]}", "frames[0].size");
    refused("{\"kasuri_sheet\": 1, \"frames\": [{\"size\": [1, 1], \"at\": [0, 0], \"mask\": {\"alpha\": 9}}]}",
            "which was not given");
    for (cut = 0; cut < sizeof SHEET - 1; cut++) {
        STATUS(REFUSED, kasuri_sheet_from_json((const uint8_t *)SHEET, cut, NULL, 0, &sheet));
    }
    STATUS(REFUSED, kasuri_sheet_frame(f.sheet, 2, &frame));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "there is no frame 2 among 2; the first is 0") == 0);
    STATUS(REFUSED, kasuri_sheet_region(f.sheet, 0, 0, &region));
    STATUS(REFUSED, kasuri_sheet_region(f.sheet, 0, 2, &region));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "there is no region 2 among 1; the first is 1") == 0);
    STATUS(REFUSED, kasuri_sheet_frame_at(f.sheet, 2, 0, &index));
    OK(kasuri_last_error(text, sizeof text, &length));
    CHECK(strcmp(text, "there is no tag 2 among 2; the first is 0") == 0);
    STATUS(REFUSED, kasuri_sheet_look(f.sheet, KASURI_SHEET_ITSELF, &look));
    STATUS(REFUSED, kasuri_sheet_mask(f.sheet, 2, &mask));
    STATUS(REFUSED, kasuri_sheet_value(f.sheet, KASURI_SHEET_ITSELF, 1, "core", &value));
}

/* The look of a frame hits as the frame of the sheet does, and the texts are read again. */
static void looks(void) {
    static char json[4096];
    kasuri_sheet again;
    kasuri_mask mask;
    kasuri_look look;
    kasuri_body_def def;
    kasuri_body of_look, of_sheet;
    kasuri_body_state state;
    kasuri_distance distance;
    bool found;
    size_t length, length_again;
    uint64_t texels;
    OK(kasuri_sheet_mask(f.sheet, 1, &mask));
    OK(kasuri_mask_count(mask, &texels));
    CHECK(texels == 6);
    OK(kasuri_sheet_look(f.sheet, 1, &look));
    OK(kasuri_body_def_default(&def));
    def.placement.at.x = def.placement.at.y = 80;
    def.appearance = look;
    OK(kasuri_world_spawn(f.world, &def, &of_look));
    def.appearance = f.sheet;
    def.frame = 1;
    OK(kasuri_world_spawn(f.world, &def, &of_sheet));
    OK(kasuri_world_get(f.world, of_sheet, &state));
    CHECK(state.frame == 1);
    OK(kasuri_world_distance(f.world, of_look, of_sheet, &distance, &found));
    CHECK(found && distance.distance == 0);
    def.frame = 2;
    STATUS(REFUSED, kasuri_world_spawn(f.world, &def, &of_sheet));
    OK(kasuri_sheet_to_json(f.sheet, json, sizeof json, &length));
    OK(kasuri_sheet_from_json((const uint8_t *)json, length, NULL, 0, &again));
    OK(kasuri_sheet_to_json(again, json, sizeof json, &length_again));
    CHECK(length == length_again);
    OK(kasuri_free(again));
    OK(kasuri_free(look));
    OK(kasuri_free(mask));
}

static size_t read_file(const char *folder, const char *name, char *bytes, size_t capacity) {
    char path[1024];
    size_t count;
    FILE *file;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    count = fread(bytes, 1, capacity, file);
    fclose(file);
    return count;
}

/* The same steps as in tests/sheet.rs. */
static void world_of_rust(const char *folder) {
    static char json[1 << 20];
    static kasuri_body bodies[64];
    char found[64], kept[64];
    size_t length = read_file(folder, "edited.sheet.json", json, sizeof json);
    uint64_t hits = 0, hash;
    uint32_t frames, tags, k, frame;
    unsigned number;
    kasuri_sheet sheet;
    kasuri_shape circle;
    kasuri_world world;
    kasuri_body_def def;
    kasuri_body ball;
    kasuri_step step;
    OK(kasuri_sheet_from_json((const uint8_t *)json, length, NULL, 0, &sheet));
    OK(kasuri_sheet_size(sheet, &frames, &tags));
    CHECK(frames == 64 && tags > 0 && tags <= 64);
    OK(kasuri_world_new(NULL, &world));
    OK(kasuri_body_def_default(&def));
    def.appearance = sheet;
    def.placement.at.y = 100;
    for (k = 0; k < tags; k++) {
        def.placement.at.x = 100 + 20 * k;
        OK(kasuri_world_spawn(world, &def, &bodies[k]));
    }
    OK(kasuri_body_def_default(&def));
    OK(kasuri_shape_circle(3, &circle));
    def.appearance = circle;
    def.graze = 4;
    def.flags = KASURI_BODY_GRAZE;
    OK(kasuri_world_spawn(world, &def, &ball));
    for (number = 0; number < 600; number++) {
        for (k = 0; k < tags; k++) {
            OK(kasuri_sheet_frame_at(sheet, k, number * 16, &frame));
            OK(kasuri_world_set_frame(world, bodies[k], frame));
            OK(kasuri_world_set_angle(world, bodies[k], number / 64.0));
        }
        OK(kasuri_world_set_position(world, ball, 90 + number % 60, 100 + number % 7));
        OK(kasuri_world_step(world, &step));
        hits += step.began + step.stayed;
    }
    OK(kasuri_world_hash(world, &hash));
    snprintf(found, sizeof found, "%016" PRIx64 " %" PRIu64 "\n", hash, hits);
    kept[read_file(folder, "hash.txt", kept, sizeof kept - 1)] = 0;
    CHECK(strcmp(found, kept) == 0);
    OK(kasuri_free(sheet));
    OK(kasuri_free(circle));
    OK(kasuri_free(world));
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: sheet FOLDER\n");
        return EXIT_FAILURE;
    }
    make(&f);
    told();
    values();
    refusals();
    looks();
    unmake(&f);
    world_of_rust(arguments[1]);
    (void)stale;
    (void)PNG;
    return checked("sheet");
}
