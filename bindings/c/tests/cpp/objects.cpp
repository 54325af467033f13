// Masks, shapes, tile maps, looks, sheets, queries and batches: each call once, with its answer. Compiled with exceptions
// and with results. The argument: a sheet with two frames.
#include <fstream>
#include <iterator>
#include <vector>

#include "check.hpp"

using namespace kasuri;

namespace {

void of_masks() {
    const std::vector<std::uint8_t> texels = {1, 1, 0, 0, 1, 0, 0, 1};
    Mask mask = OK(Mask::from_texels(4, 2, texels));
    CHECK(OK(mask.size()).width == 4 && OK(mask.size()).height == 2 && OK(mask.count()) == 4);
    CHECK(OK(mask.get(1, 0)) && !OK(mask.get(0, 2)) && !OK(mask.get(-1, 0)));
    CHECK(OK(Mask::from_words(4, 2, {3, 9})).handle() != mask.handle());
    const auto words = OK(OK(Mask::from_words(4, 2, {3, 9})).words());
    CHECK(words.size() == 2 && words[0] == 3 && words[1] == 9 && OK(mask.words())[1] == 9);
    const std::vector<std::uint8_t> pixels = {0, 0, 0, 127, 9, 8, 7, 128};
    CHECK(!OK(OK(Mask::from_rgba(2, 1, pixels)).get(0, 0)) && OK(OK(Mask::from_rgba(2, 1, pixels)).get(1, 0)));
    CHECK(!OK(OK(Mask::from_rgba(2, 1, pixels, Opaque::key(9, 8, 7))).get(1, 0)));
    CHECK(OK(OK(Mask::from_rgba(2, 1, pixels, Opaque::alpha(127))).count()) == 2);
    const PixelBox bounds = *OK(mask.bounds());
    CHECK(bounds.x0 == 0 && bounds.y0 == 0 && bounds.x1 == 4 && bounds.y1 == 2);
    const Mask none = OK(Mask::empty(3, 3));
    CHECK(!OK(none.bounds()) && !OK(none.centroid()) && !OK(none.angle()) && OK(mask.centroid())->x == 1.5);
    CHECK(OK(OK(Mask::from_texels(3, 1, {1, 1, 1})).angle()) == 0.0);
    Mask copy = OK(mask.copy());
    OK(copy.set(3, 0, true));
    CHECK(OK(copy.count()) == 5 && OK(mask.count()) == 4);
    OK(copy.invert());
    CHECK(OK(copy.count()) == 3);
    OK(copy.fill());
    CHECK(OK(copy.count()) == 8);
    OK(copy.clear());
    CHECK(OK(copy.count()) == 0);
    CHECK(OK(OK(mask.scaled(8, 4)).count()) == 16 && OK(OK(mask.flipped(true, false)).get(3, 0)));
    CHECK(OK(OK(mask.flipped(false, true)).get(3, 0)) && OK(OK(mask.turned(1)).size()).width == 2);
    CHECK(OK(OK(mask.turned(1)).get(1, 0)) && OK(OK(mask.cropped({2, 0, 4, 2})).count()) == 1);
    const Mask dot = OK(OK(Mask::empty(5, 5)).dilated(1)), one = OK(Mask::from_texels(1, 1, {1}));
    CHECK(OK(dot.count()) == 0 && OK(OK(OK(Mask::from_texels(3, 1, {0, 1, 0})).dilated(1)).count()) == 3);
    CHECK(OK(OK(OK(Mask::from_texels(3, 1, {1, 1, 0})).eroded(1)).count()) <= 1);
    CHECK(OK(mask.meets(one, 3, 1)) && !OK(mask.meets(one, 3, 0)) && OK(mask.common_count(mask, 0, 0)) == 4);
    CHECK(OK(mask.common_first(one, 3, 1)) == Pixel{3, 1} && !OK(mask.common_first(one, 2, 1)));
    OK(copy.draw(mask, 0, 0));
    CHECK(OK(copy.count()) == 4);
    OK(copy.erase(one, 3, 1));
    CHECK(OK(copy.count()) == 3);
    OK(copy.flip(one, 3, 0));
    CHECK(OK(copy.count()) == 4 && OK(copy.get(3, 0)));
    OK(copy.intersect(mask, 0, 0));
    CHECK(OK(copy.count()) == 3);
    CHECK(OK(OK(mask.convolved(one)).count()) == 4);
    const Shape box = OK(Shape::box(1, 1));
    CHECK(OK(copy.stamp(Placed(box, {3, 1}), 0, 0)) == 4 && OK(copy.carve(Placed(box, {3, 1}), 0, 0)) == 4);
    CHECK(OK(mask.outline()).size() >= 3 && OK(mask.rectangles()).size() == 3);
    CHECK(OK(mask.components(Neighbours::four)).size() == 2 && OK(mask.components(Neighbours::eight))[0].texels == 3);
    CHECK(OK(OK(mask.component(Neighbours::four, 1)).size()).width == 1);
    const auto frames = OK(mask.sliced(2, 2));
    CHECK(frames.size() == 2 && OK(frames[0].count()) == 3 && OK(frames[1].get(1, 1)));
    const Rings parts = OK(mask.convex_parts(0)), rings = OK(mask.traced(0));
    CHECK(parts.size() >= 2 && rings.size() == 2 && rings[0].size() == 6 && rings[1].size() == 4);
    CHECK(rings.vertices.size() == 10 && rings[1].data() == rings.vertices.data() + 6);
}

// More rings and vertices than the lists have room for at first.
void of_many_rings() {
    Mask mask = OK(Mask::empty(40, 40));
    for (int y = 0; y < 40; y += 2) {
        for (int x = 0; x < 40; x += 2) OK(mask.set(x, y, true));
    }
    const Rings rings = OK(mask.traced(0));
    CHECK(rings.size() == 400 && rings.vertices.size() == 1600 && rings[399].size() == 4);
    CHECK(rings[399][0].x >= 38 && rings[399][0].y >= 38);
    CHECK(OK(mask.sliced(2, 2)).size() == 400 && OK(mask.rectangles()).size() == 400);
}

void of_shapes() {
    const Vec2 points[3] = {{0, 0}, {10, 0}, {0, 10}};
    const Shape circle = OK(Shape::circle(2)), box = OK(Shape::box(1, 3));
    const Shape both = OK(Shape::compound({Part(circle, {0, 0}), Part(box, {20, 0})}));
    const auto has = [](const Shape& shape, double x, double y) { return OK(query::contains(Placed(shape, {0, 0}), {x, y})); };
    CHECK(has(OK(Shape::point()), 0, 0) && has(OK(Shape::segment({0, 0}, {4, 0})), 3, 0));
    CHECK(has(circle, 2, 0) && !has(circle, 2, 1) && has(box, 1, 3) && !has(box, 3, 1));
    CHECK(has(OK(Shape::ellipse(3, 1)), 3, 0) && !has(OK(Shape::ellipse(3, 1)), 0, 2));
    CHECK(has(OK(Shape::capsule({0, 0}, {9, 0}, 1)), 10, 0) && !has(OK(Shape::capsule({0, 0}, {9, 0}, 1)), 0, 9));
    CHECK(has(OK(Shape::polygon(points)), 1, 1) && !has(OK(Shape::polygon(points)), 9, 9));
    CHECK(has(OK(Shape::rounded_polygon(points, 2)), -1, 0) && has(OK(Shape::chain(points, 2)), 5, 1));
    CHECK(has(both, 20, 3) && has(both, 0, 2) && !has(both, 10, 0));
}

void of_tiles() {
    const Mask mask = OK(Mask::from_texels(2, 1, {1, 0}));
    const Vec2 slope[3] = {{0, 8}, {8, 0}, {8, 8}};
    const Tiles tiles = OK(Tiles::from_rows(8, 8, "..#\n/mS\n", {Cell::polygon(U'/', slope), Cell::mask(U'm', mask), Cell::solid(U'S')}));
    CHECK(OK(tiles.size()).columns == 3 && OK(tiles.size()).rows == 2);
    const Placed map(tiles, {0, 0});
    CHECK(OK(query::contains(map, {20, 4})) && !OK(query::contains(map, {4, 4})) && OK(query::contains(map, {20, 12})));
    CHECK(OK(query::contains(map, {7, 15})) && !OK(query::contains(map, {1, 9})));
    const Shape dot = OK(Shape::circle(1));
    const auto cells = OK(query::overlap_cells(Placed(dot, {20, 8}), map));
    CHECK(cells.size() == 2 && cells[0] == Pixel{2, 0} && cells[1] == Pixel{2, 1});
    CHECK(kind_of(OK(query::overlap(Placed(dot, {20, 8}), map))) == OverlapKind::tiles);
}

void of_mathematics() {
    CHECK(det::sin(0.5) == 0.479425538604203 && det::cos(0) == 1 && det::atan2(1, 1) == 0.7853981633974483);
    CHECK(det::sqrt(2.25) == 1.5 && det::hypot(3, 4) == 5 && det::exp2(-3) == 0.125);
    CHECK(det::rotate({3, 1}, 0) == Vec2{3, 1} && det::move_towards({0, 0}, {3, 4}, 2.5) == Vec2{1.5, 2});
    CHECK(det::turn_towards({2, 0}, {0, 50}, 2) == Vec2{0, 2});
    RandomStream random(0);
    const RandomStream wave = random.split(9);
    CHECK(random.bits() == 0xca00a0459843d731u && random.bits() == 0x66c24222c9a845b5u && random.drawn == 2);
    CHECK(random.split(9).key == wave.key && random.split(8).key != wave.key && wave.drawn == 0);
    CHECK(random.below(6) < 6 && random.between(2, 3) >= 2 && random.drawn == 4);
}

void of_queries() {
    const Shape circle = OK(Shape::circle(5));
    const Mask block = OK(Mask::from_texels(2, 2, {1, 1, 1, 1}));
    const Placed a(circle, {0, 0}), near(circle, {8, 0}), touching(circle, {10, 0}), far(circle, {30, 0});
    CHECK(OK(query::overlaps(a, touching)) && !OK(query::overlaps(a, touching, Touching::ignored)) && !OK(query::overlaps(a, far)));
    const Overlap overlap = OK(query::overlap(a, near));
    CHECK(kind_of(overlap) == OverlapKind::shape_shape && overlap.contact.depth == 2);
    CHECK(OK(query::contact(a, near))->normal == Vec2{1, 0} && !OK(query::contact(a, far)));
    CHECK(OK(query::distance(a, far))->distance == 20 && OK(query::distance(a, far))->b == Vec2{25, 0});
    const auto common = OK(query::common_pixels(Placed(block, {4, 4}), Placed(block, {5, 5})));
    CHECK(common.size() == 1 && common[0] == Pixel{4, 4});
    CHECK(OK(query::common_pixels(Placed(block, {4, 4}).pivot(0, 0), Placed(block, {4, 4}).pivot(2, 2))).empty());
    CHECK(OK(query::crossings(a, near)).size() == 2 && OK(query::cast(a, {-10, 0}, {10, 0}))->t == 0.25);
    CHECK(!OK(query::cast(a, {-10, 9}, {10, 9})) && OK(query::cast(a, {-10, 0}, {10, 0}))->normal == Vec2{-1, 0});
    CHECK(OK(query::sweep(a, {0, 0}, far, {0, 0}))->t > 0.6 && !OK(query::sweep(a, {0, 0}, far, {60, 0})));
    CHECK(OK(deflected({3, 4}, {0, -1}, 1)) == Vec2{3, -4});
    const PlaceGrid places = {{0, 0}, {10, 10}, {70, 2}};
    const Fits fits = OK(query::fits({Placed(circle, {0, 0})}, {Placed(circle, {640, 10})}, places));
    const std::uint64_t count = OK(query::count_fits({Placed(circle, {0, 0})}, {Placed(circle, {640, 10})}, places));
    std::uint64_t free = 0;
    for (std::size_t y = 0; y < 2; y++) {
        for (std::size_t x = 0; x < 70; x++) free += fits.get(0, x, y) ? 1 : 0;
    }
    CHECK(count == 136 && free == 136 && !fits.get(0, 64, 1) && !fits.get(0, 64, 0) && fits.get(0, 62, 1) && !fits.get(0, 70, 0));
    CHECK(fits.words().size() == 4 && !fits.get(1, 0, 0));
    CHECK(OK(query::first_fit({Placed(circle, {0, 0})}, {Placed(circle, {0, 0})}, places))->x == 2);
    CHECK(OK(query::nearest_fit({Placed(circle, {0, 0})}, {Placed(circle, {640, 10})}, places, {641, 10}))->x == 65);
}

void of_batches() {
    const std::vector<double> x = {0, 0, 0}, y = {0, 0, 0}, r = {1, 1, 1}, away = {1, 5, 2}, angle = {0, 0, 0};
    const std::vector<float> half = {1, 1, 1}, close = {1.5, 9, 0}, none = {0, 0, 0};
    const auto a = OK(Poses<double>::circles(x, y, r)), b = OK(Poses<double>::circles(away, y, r));
    CHECK(OK(batch::overlaps(a, b))[0] == 5 && OK(batch::overlaps(a, b, Touching::ignored, 1))[0] == 1);
    CHECK(OK(batch::hits(a, b)).size() == 2 && OK(batch::hits(a, b))[1] == 2);
    const auto separations = OK(batch::separations(a, b));
    CHECK(separations.size() == 3 && separations[0].depth == 1 && separations[0].normal == Vec2{1, 0} && !separations[1].overlaps);
    const auto boxes = OK(Poses<float>::boxes(close, none, half, half, none));
    CHECK(OK(batch::overlaps(a, boxes))[0] == 5);
    const Shape circle = OK(Shape::circle(1));
    const Mask mask = OK(Mask::from_texels(2, 2, {1, 1, 1, 1}));
    CHECK(OK(batch::hits(a, OK(Poses<double>::shapes(away, y, angle, {circle}, {0, 0, 0})))).size() == 2);
    CHECK(OK(batch::hits(a, OK(Poses<double>::masks(away, y, angle, {mask}, {0, 0, 0})))).size() == 2);
    REFUSED(wrong_value, "x has 3 items, but radius has 1", Poses<double>::circles(x, y, {1}));
    REFUSED(wrong_value, "x has 3 items, but index has 2", Poses<double>::shapes(x, y, angle, {circle}, {0, 0}));
}

void of_sheets(const char* path) {
    std::ifstream file(path, std::ios::binary);
    std::string json((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    // A text that is longer than the buffers that are tried first.
    json.replace(json.find("hand"), 4, std::string(300, 'a'));
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(json.data());
    const Sheet sheet = OK(Sheet::from_json({bytes, json.size()}));
    CHECK(OK(sheet.size()).frames == 2);
    const std::string written = OK(sheet.to_json());
    const Sheet again = OK(Sheet::from_json({reinterpret_cast<const std::uint8_t*>(written.data()), written.size()}));
    CHECK(OK(again.to_json()) == written && OK(again.image()) == OK(sheet.image()));
    std::uint32_t regions = 0, tags = OK(sheet.size()).tags;
    for (std::uint32_t frame = 0; frame < 2; frame++) {
        const FrameInfo info = OK(sheet.frame(frame));
        CHECK(OK(OK(sheet.mask(frame)).size()).width == info.size[0] && OK(sheet.look(frame)).handle() != 0);
        const std::string name = OK(sheet.frame_name(frame));
        CHECK(name.empty() || OK(sheet.frame_index(name.c_str())) == frame);
        for (std::uint32_t region = 1; region <= info.regions; region++) {
            regions += 1;
            CHECK(OK(sheet.region_index(frame, OK(sheet.region_name(frame, region)).c_str())) == region);
            CHECK(OK(sheet.region(frame, region)).flags < 8);
        }
    }
    CHECK(regions > 0 && tags > 0 && !OK(sheet.region_index(0, "nobody")) && !OK(sheet.frame_index("nobody")));
    for (std::uint32_t tag = 0; tag < tags; tag++) {
        CHECK(OK(sheet.tag_index(OK(sheet.tag_name(tag)).c_str())) == tag);
        CHECK(OK(sheet.frame_at(tag, 0)) <= OK(sheet.tag(tag)).to && OK(sheet.tag(tag)).length > 0);
    }
    CHECK(!OK(sheet.tag_index("nobody")));
    CHECK(std::holds_alternative<std::monostate>(OK(sheet.value(sheet_itself, 0, "nobody"))));
    CHECK(std::get<double>(OK(sheet.value(0, 1, "damage"))) == 3 && std::get<bool>(OK(sheet.value(0, 0, "is_open"))));
    CHECK(std::get<std::string>(OK(sheet.value(sheet_itself, 0, "by"))) == std::string(300, 'a'));
    CHECK(OK(sheet.image()) == "ship.png" && OK(sheet.frame_name(1)) == "fly 1" && OK(sheet.region_name(1, 1)) == "beam");
    CHECK(OK(sheet.frame(0)).pivot == Vec2{4, 2.5} && OK(sheet.region(0, 1)).layers.layer == 4);
    CHECK(OK(sheet.frame_at(0, 80)) == 1 && OK(sheet.tag_name(0)) == "fly");
    World world = OK(World::create());
    OK(world.spawn(BodyOptions(sheet).frame(1)));
    CHECK(OK(world.step()).number == 1);
    REFUSED(refused, "", Sheet::from_json({bytes, 10}));
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) return EXIT_FAILURE;
    OK(check_abi());
    CHECK(OK(abi_version()) == KASURI_ABI_VERSION && OK(version()).find('.') != std::string::npos);
    of_masks();
    of_many_rings();
    of_shapes();
    of_tiles();
    of_mathematics();
    of_queries();
    of_batches();
    of_sheets(arguments[1]);
    return checked("objects");
}
