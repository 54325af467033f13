//! Tests SPEC 2: tile maps, their cells and where these land.
#![allow(clippy::unwrap_used)]

mod support;

use std::sync::Arc;

use kasuri::lattice::Point;
use kasuri::{
    Mask, TileMap,
    shape::{Cell, CellForm, Polygon},
};
use support::refusal;

fn slope() -> Polygon {
    Polygon::new(&[[0.0, 16.0], [16.0, 0.0], [16.0, 16.0]]).unwrap()
}

fn legend() -> Vec<(char, Cell)> {
    let mask = Mask::from_rows(&["##.", "..#"]).unwrap();
    vec![('/', Cell::Polygon(slope())), ('m', Cell::Mask(Arc::new(mask)))]
}

fn map(rows: &[&str]) -> TileMap {
    TileMap::from_rows([16.0, 8.0], rows, &legend()).unwrap()
}

#[test]
fn cells_are_what_the_legend_says() {
    let map = map(&["#. /", "m#.."]);
    assert_eq!(map.size(), (4, 2));
    assert_eq!(map.cell(0, 0), Some(&Cell::Solid));
    assert_eq!((map.cell(1, 0), map.cell(2, 0)), (None, None));
    assert_eq!(map.cell(3, 0), Some(&legend()[0].1));
    assert_eq!(map.cell(0, 1), Some(&legend()[1].1));
    assert_eq!(map.cell(1, 1), Some(&Cell::Solid));
    assert_eq!((map.cell(4, 0), map.cell(0, 2), map.cell(5, 9)), (None, None, None));
}

#[test]
fn cells_land_in_order_from_the_top_left() {
    let map = Arc::new(map(&["#. /", "m#.."]));
    let tiles = map.place([100.5, -20.0]).unwrap();
    let places: Vec<_> = tiles.cells().map(|cell| (cell.column, cell.row)).collect();
    assert_eq!(places, [(0, 0), (3, 0), (0, 1), (1, 1)]);
    let corners = |cell: usize| match tiles.cells().nth(cell).unwrap().form {
        CellForm::Convex(convex) => convex.vertices().iter().map(|p| (p.x, p.y)).collect::<Vec<_>>(),
        CellForm::Sprite(_) => panic!("no sprite here"),
    };
    let (x, y) = (25728, -5120);
    assert_eq!(corners(0), [(x, y), (x, y + 2048), (x + 4096, y + 2048), (x + 4096, y)]);
    assert_eq!(corners(1), [(x + 12288, y + 4096), (x + 16384, y + 4096), (x + 16384, y)]);
    assert_eq!(
        corners(3),
        [(x + 4096, y + 2048), (x + 4096, y + 4096), (x + 8192, y + 4096), (x + 8192, y + 2048)]
    );
    let CellForm::Sprite(sprite) = tiles.cells().nth(2).unwrap().form else { panic!("a sprite") };
    assert_eq!(sprite.at(), Point::new(x, y + 2048));
    let turn = sprite.turn();
    assert_eq!((turn.u1, turn.v1, turn.ux, turn.uy, turn.vx, turn.vy), (0, 0, 65536, 0, 0, 65536));
}

#[test]
fn cell_sides_are_snapped() {
    let map = Arc::new(TileMap::from_rows([1.0 / 300.0, 1.5 / 256.0], &["##", "##"], &[]).unwrap());
    let tiles = map.place([0.0, 0.0]).unwrap();
    let CellForm::Convex(last) = tiles.cells().nth(3).unwrap().form else { panic!("a box") };
    assert_eq!(last.vertices()[0], Point::new(1, 2));
    assert_eq!(last.vertices()[2], Point::new(2, 4));
}

#[test]
fn a_side_is_a_unit_to_2_to_the_14_pixels() {
    let sides = |x: f64, y: f64| TileMap::from_rows([x, y], &["#"], &[]);
    assert!(sides(1.0 / 256.0, 16384.0).is_ok() && sides(16384.0, 1.0 / 256.0).is_ok());
    for off in [16384.0_f64.next_up(), 0.0, -1.0, 0.5 / 256.0, 1e15] {
        let says = format!("{off} is out of range; a cell's side is 0.00390625 to 16384");
        assert_eq!(refusal(sides(off, 1.0)), format!("cell[0]: {says}"));
        assert_eq!(refusal(sides(1.0, off)), format!("cell[1]: {says}"));
    }
    assert_eq!(refusal(sides(f64::NAN, 1.0)), "cell[0]: NaN is not a finite number");
}

#[test]
fn rows_are_refused_by_place() {
    let refused = |rows: &[&str]| refusal(TileMap::from_rows([1.0, 1.0], rows, &legend()));
    let none = "rows: there are 0 cells in the tile map; 1 to 16777216 are allowed";
    assert_eq!((refused(&[]), refused(&[""])), (none.to_owned(), none.to_owned()));
    assert_eq!(
        refused(&["..", "..", "..."]),
        "rows: row 2 has 3 characters where row 0 has 2; rows must be equally long"
    );
    assert_eq!(
        refused(&["..", ".x"]),
        "rows[1][1]: 'x' is not in the legend; cells are '.', ' ', '#', or a character that the legend names"
    );
}

#[test]
fn a_map_has_at_most_2_to_the_24_cells() {
    let row = ".".repeat(4096);
    let rows = |n: usize| TileMap::from_rows([1.0, 1.0], &vec![row.as_str(); n], &[]);
    assert_eq!(rows(4096).unwrap().size(), (4096, 4096));
    assert_eq!(
        refusal(rows(4097)),
        "rows: there are 16781312 cells in the tile map; 1 to 16777216 are allowed"
    );
}

#[test]
fn cells_hold_convex_polygons() {
    let dart = Polygon::new(&[[0.0, 0.0], [4.0, 8.0], [0.0, 4.0], [-4.0, 8.0]]).unwrap();
    assert_eq!(
        refusal(TileMap::from_rows([1.0, 1.0], &["v"], &[('v', Cell::Polygon(dart))])),
        "legend.v.polygon: the polygon is concave; a cell holds a convex polygon; use a mask for other forms"
    );
}

#[test]
fn every_cell_lies_in_the_world() {
    let edge = 2_097_152.0;
    let block = Arc::new(map(&["##", "##"]));
    assert!(block.place([edge - 32.0, edge - 16.0]).is_ok());
    for at in [[edge - 31.0, 0.0], [0.0, edge - 15.0]] {
        let says = refusal(block.place(at));
        assert!(says.starts_with("tiles.rows[") && says.contains("2097153 is out of range"), "{says}");
    }
    assert_eq!(
        refusal(block.place([0.0, -edge - 1.0])),
        "at[1]: -2097153 is out of range; a placed coordinate is -2097152 to 2097152"
    );
    // Empty cells have no position: they may lie beyond the edge.
    assert!(Arc::new(map(&["#...", "...."])).place([edge - 16.0, edge - 8.0]).is_ok());
    // A cell whose corner does not fit in i32, and one whose polygon is too large.
    let wide =
        Arc::new(TileMap::from_rows([16384.0, 1.0], &[&format!("{}#", ".".repeat(600))], &[]).unwrap());
    assert!(wide.place([-edge, 0.0]).is_err());
    let long = Polygon::new(&[[0.0, 0.0], [20000.0, 0.0], [0.0, 1.0]]).unwrap();
    let long = TileMap::from_rows([1.0, 1.0], &["l"], &[('l', Cell::Polygon(long))]).unwrap();
    assert_eq!(
        refusal(Arc::new(long).place([0.0, 0.0])),
        "tiles.rows[0][0]: the bounding box is 20000 x 1 px; at most 16384 px a side are allowed"
    );
}

#[test]
fn a_moved_map_is_the_map_placed_there() {
    let map = Arc::new(map(&["#. /", "m#.."]));
    let tiles = map.place([100.5, -20.0]).unwrap();
    for at in [Point::new(0, 0), Point::new(-777, 3), Point::new(1 << 28, 127), Point::new(40, -(1 << 29))] {
        let [x, y] = [at.x, at.y].map(|x| f64::from(x) / 256.0);
        let (moved, placed) = (tiles.moved_to(at).unwrap(), map.place([x, y]).unwrap());
        assert_eq!((&moved, moved.bounds(), moved.at()), (&placed, placed.bounds(), at));
        assert!(moved.cells().eq(placed.cells()));
        let around =
            placed.cells().filter_map(|cell| cell.form.bounds()).reduce(kasuri::lattice::Bounds::union);
        assert_eq!(moved.bounds(), around);
    }
    assert_ne!(tiles, tiles.moved_to(Point::default()).unwrap());
    assert!(tiles.moved_to(Point::new(1 << 29, 0)).is_err());
}

#[test]
fn equal_maps_at_one_place_are_equal() {
    let place = |map: TileMap, at: [f64; 2]| Arc::new(map).place(at).unwrap();
    let rows = ["#/", "m."];
    let placed = place(map(&rows), [3.0, 4.0]);
    assert_eq!(placed, place(map(&rows), [3.0, 4.0]));
    assert_ne!(placed, place(map(&rows), [3.0, 5.0]));
    // More cells, other cells, and cells of another size.
    assert_ne!(placed, place(map(&["#/", "mm"]), [3.0, 4.0]));
    assert_ne!(placed, place(map(&["##", "m."]), [3.0, 4.0]));
    let lower = TileMap::from_rows([16.0, 9.0], &rows, &legend()).unwrap();
    assert_ne!(placed, place(lower, [3.0, 4.0]));
}

/// A map moves as far as its cells stay within the world; empty columns and rows in front of them may be beyond the edge.
#[test]
fn cells_behind_empty_ones_stay_within_the_world() {
    let edge = f64::from(1 << 21);
    let placed = |rows: &[&str], [x, y]: [f64; 2]| {
        let map = Arc::new(map(rows));
        let moved = map.place([0.0, 0.0]).unwrap().moved_to(Point::snapped([x, y]).unwrap());
        assert_eq!(moved.clone().ok(), map.place([x, y]).ok());
        moved.is_ok()
    };
    let (right, below) = ([".#", ".."], ["..", "#."]);
    for (at, fits) in [(edge - 32.0, true), (edge - 31.0, false), (edge - 16.0, false), (edge - 15.0, false)]
    {
        assert_eq!(placed(&right, [at, 0.0]), fits, "{at}");
    }
    for (at, fits) in [(edge - 16.0, true), (edge - 15.0, false), (edge - 8.0, false), (edge - 7.0, false)] {
        assert_eq!(placed(&below, [0.0, at]), fits, "{at}");
    }
    assert!(placed(&right, [-edge, 0.0]) && placed(&below, [0.0, -edge]));
}

/// The polygon of a cell has at most 64 vertices.
#[test]
fn a_polygon_of_too_many_vertices_is_no_cell() {
    let ring = |n: usize| {
        let vertex = |k: usize| {
            let (sin, cos) = (k as f64 / n as f64 * std::f64::consts::TAU).sin_cos();
            [8.0 + 8.0 * cos, 8.0 + 8.0 * sin]
        };
        Polygon::new(&(0..n).map(vertex).collect::<Vec<_>>()).unwrap()
    };
    let made = |n: usize| TileMap::from_rows([16.0, 16.0], &["r"], &[('r', Cell::Polygon(ring(n)))]);
    assert_eq!(made(64).unwrap().cell(0, 0), Some(&Cell::Polygon(ring(64))));
    let told = refusal(made(65));
    assert!(told.contains("polygon.points") && told.contains("65") && told.contains("64"), "{told}");
}
