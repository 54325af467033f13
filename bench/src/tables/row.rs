//! A row of a table, and how it is written.

use std::fmt::{self, Write};

/// The measurements of a scene.
#[derive(Debug, Clone)]
pub struct Row {
    /// The scene's name.
    pub name: String,
    /// The numbers, under the same names in every row of a table.
    pub cells: Vec<Cell>,
}

/// A number and its goal.
#[derive(Debug, Clone, Copy)]
pub struct Cell {
    /// Its name and unit.
    pub name: &'static str,
    /// The measured value.
    pub value: f64,
    /// The largest value that reaches the goal; with `is_least`, the smallest.
    pub goal: Option<f64>,
    /// Whether more is better.
    pub is_least: bool,
}

impl Cell {
    pub(super) fn new(name: &'static str, value: f64) -> Cell {
        Cell { name, value, goal: None, is_least: false }
    }

    /// Sets the largest value that reaches the goal.
    pub(super) fn goal(self, most: f64) -> Cell {
        Cell { goal: Some(most), ..self }
    }

    /// Sets the smallest value that reaches the goal.
    pub(super) fn at_least(self, least: f64) -> Cell {
        Cell { goal: Some(least), is_least: true, ..self }
    }

    /// Returns how far the number misses its goal, as a factor; at most 1 if it reaches the goal.
    pub fn beyond(&self) -> Option<f64> {
        let goal = self.goal?;
        Some(if self.is_least { goal / self.value } else { self.value / goal })
    }
}

const NAME: usize = 34;
const WIDTH: usize = 9;
const GOAL: usize = 8;

impl Row {
    /// Returns the names of the numbers, as wide as the numbers.
    pub fn head(&self) -> String {
        let mut line = format!("{:<NAME$}", "");
        for cell in &self.cells {
            let goal = if cell.goal.is_some() { GOAL } else { 0 };
            let _ = write!(line, " {:>WIDTH$}{:<goal$}", cell.name, "");
        }
        line.trim_end().into()
    }

    /// Returns each number with its goal in brackets, and a star if it misses the goal.
    pub fn line(&self) -> String {
        let mut line = format!("{:<NAME$}", self.name);
        for cell in &self.cells {
            let _ = write!(line, " {:>WIDTH$}", short(cell.value));
            if let Some(goal) = cell.goal {
                let star = if cell.beyond() > Some(1.0) { "*" } else { "" };
                let _ = write!(line, "{:<GOAL$}", format!(" ({}){star}", short(goal)));
            }
        }
        line.trim_end().into()
    }

    /// Returns the names of the numbers and of their goals, separated by tabs.
    pub fn tsv_head(&self) -> String {
        let names = self.cells.iter().flat_map(|cell| {
            let goal = cell.goal.map(|_| format!("\tgoal {}", cell.name));
            [format!("\t{}", cell.name), goal.unwrap_or_default()]
        });
        "scene".chars().map(String::from).chain(names).collect()
    }

    /// Returns the numbers and their goals, separated by tabs.
    pub fn tsv_line(&self) -> String {
        let cells = self.cells.iter().flat_map(|cell| {
            let goal = cell.goal.map(|goal| format!("\t{}", short(goal)));
            [format!("\t{}", short(cell.value)), goal.unwrap_or_default()]
        });
        std::iter::once(self.name.clone()).chain(cells).collect()
    }
}

/// How many numbers of a table reach their goals.
#[derive(Debug, Default)]
pub struct Goals(Vec<Reached>);

/// The numbers under one name.
#[derive(Debug)]
struct Reached {
    name: &'static str,
    all: usize,
    missed: usize,
    far: usize,
}

impl Goals {
    /// A number that misses its goal by more than this factor is far from it.
    const FAR: f64 = 1.5;

    /// Counts a row's numbers that have goals.
    pub fn count(&mut self, row: &Row) {
        for cell in &row.cells {
            let Some(beyond) = cell.beyond() else { continue };
            let at = self.0.iter().position(|reached| reached.name == cell.name).unwrap_or_else(|| {
                self.0.push(Reached { name: cell.name, all: 0, missed: 0, far: 0 });
                self.0.len() - 1
            });
            let reached = &mut self.0[at];
            reached.all += 1;
            reached.missed += usize::from(beyond > 1.0);
            reached.far += usize::from(beyond > Goals::FAR);
        }
    }
}

impl fmt::Display for Goals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Reached { name, all, missed, far } in &self.0 {
            writeln!(
                f,
                "{name}: {missed} of {all} miss their goals, {far} by more than {} times",
                Goals::FAR
            )?;
        }
        Ok(())
    }
}

/// Writes a number with at least three significant digits, and at most two after the decimal point.
fn short(value: f64) -> String {
    match value {
        _ if value >= 99.95 => format!("{value:.0}"),
        _ if value >= 9.995 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_stand_beside_their_numbers() {
        let cells = vec![
            Cell::new("us", 1234.4),
            Cell::new("ns", 12.345).goal(12.0),
            Cell::new("x", 1.5).at_least(1.4),
        ];
        let row = Row { name: "a".into(), cells };
        assert_eq!(row.tsv_head(), "scene\tus\tns\tgoal ns\tx\tgoal x");
        assert_eq!(row.tsv_line(), "a\t1234\t12.3\t12.0\t1.50\t1.40");
        assert!(row.line().ends_with("12.3 (12.0)*      1.50 (1.40)"), "{}", row.line());
        assert_eq!(row.cells[2].beyond(), Some(1.4 / 1.5));
        let mut goals = Goals::default();
        goals.count(&row);
        goals.count(&Row { name: "b".into(), cells: vec![Cell::new("ns", 25.0).goal(12.0)] });
        let lines = "ns: 2 of 2 miss their goals, 1 by more than 1.5 times\n\
                     x: 0 of 1 miss their goals, 0 by more than 1.5 times\n";
        assert_eq!(goals.to_string(), lines);
    }
}
