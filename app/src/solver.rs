//! Answers scenes on the CPU, on a GPU, or on both to compare them.

use std::io::{self, Write};
use std::path::Path;

use kasuri::Ceilings;
use kasuri::gpu::Gpu;
use kasuri::scene::{Answer, Scene};
use serde_json::Value;

/// Answers scenes. Clones share the GPU.
#[derive(Debug, Clone, Default)]
pub(crate) struct Solver {
    pub(crate) gpu: Option<Gpu>,
    /// Whether both the CPU and the GPU answer, and the two answers are compared.
    pub(crate) verifies: bool,
    /// The limits of a scene.
    pub(crate) ceilings: Ceilings,
}

/// A scene's answer.
#[derive(Debug, Default)]
pub(crate) struct Solved {
    pub(crate) text: String,
    pub(crate) bodies: usize,
    pub(crate) pairs: usize,
    /// The first difference between the answers of the CPU and the GPU.
    pub(crate) difference: Option<String>,
}

/// Why a scene has no answer.
#[derive(Debug)]
pub(crate) enum Unsolved {
    Refused(kasuri::Error),
    Unwritten(io::Error),
}

impl Solver {
    pub(crate) fn read(&self, text: &[u8], folder: &Path) -> kasuri::Result<Scene> {
        Scene::from_json_within(text, folder, self.ceilings)
    }

    fn answer<'s>(&self, scene: &'s Scene) -> kasuri::Result<Answer<'s>> {
        match &self.gpu {
            Some(gpu) if !self.verifies => scene.solve_on(gpu),
            _ => scene.solve(),
        }
    }

    /// Writes the answer as a line. Where only one backend answers, the line is not kept in memory.
    pub(crate) fn solve_into(&self, scene: &Scene, output: &mut impl Write) -> Result<Solved, Unsolved> {
        if self.verifies {
            let solved = self.solve(scene).map_err(Unsolved::Refused)?;
            writeln!(output, "{}", solved.text).map_err(Unsolved::Unwritten)?;
            return Ok(solved);
        }
        let answer = self.answer(scene).map_err(Unsolved::Refused)?;
        writeln!(output, "{answer}").map_err(Unsolved::Unwritten)?;
        let (bodies, pairs) = (scene.bodies().len(), answer.pairs.len());
        Ok(Solved { bodies, pairs, ..Solved::default() })
    }

    pub(crate) fn solve(&self, scene: &Scene) -> kasuri::Result<Solved> {
        let answer = self.answer(scene)?;
        let (text, pairs) = (answer.to_string(), answer.pairs.len());
        let difference = match &self.gpu {
            Some(gpu) if self.verifies => difference(&text, &scene.solve_on(gpu)?.to_string()),
            _ => None,
        };
        Ok(Solved { text, bodies: scene.bodies().len(), pairs, difference })
    }
}

/// Returns the first difference between two answers of a scene. The name of the backend is not compared.
fn difference(cpu: &str, gpu: &str) -> Option<String> {
    let rest = |text: &str| text.find("\"pairs\"").map_or(text.to_owned(), |from| text[from..].to_owned());
    if rest(cpu) == rest(gpu) {
        return None;
    }
    let [cpu, gpu] = [cpu, gpu].map(|text| serde_json::from_str::<Value>(text).unwrap_or_default());
    for what in ["pairs", "rays", "points", "distances", "contacts", "crossings", "sweeps", "grazes"] {
        let [a, b] = [&cpu, &gpu].map(|answer| answer[what].as_array().map_or(&[][..], Vec::as_slice));
        let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        if same < a.len().max(b.len()) {
            let told = |one: Option<&Value>| one.map_or("nothing".to_owned(), Value::to_string);
            let (a, b) = (told(a.get(same)), told(b.get(same)));
            return Some(format!("{what}[{same}] is {a} by the CPU and {b} by the GPU"));
        }
    }
    Some("the answers are written differently".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named() {
        let answer = |by: &str, rest: &str| format!(r#"{{"kasuri":1,"backend":"{by}",{rest}}}"#);
        let one = r#""pairs":[{"a":"x","b":"y","pixels":3}],"points":[["x"],[]]"#;
        assert_eq!(difference(&answer("cpu", one), &answer("gpu", one)), None);
        let other = one.replace('3', "4");
        let told = difference(&answer("cpu", one), &answer("gpu", &other)).unwrap();
        assert_eq!(
            told,
            r#"pairs[0] is {"a":"x","b":"y","pixels":3} by the CPU and {"a":"x","b":"y","pixels":4} by the GPU"#
        );
        let other = one.replace(",[]]", "]");
        let told = difference(&answer("cpu", one), &answer("gpu", &other)).unwrap();
        assert_eq!(told, "points[1] is [] by the CPU and nothing by the GPU");
        // Numbers that are equal but written differently are different.
        let [small, zero] = [r#""pairs":[-0.0]"#, r#""pairs":[0.0]"#].map(|rest| answer("cpu", rest));
        assert!(difference(&small, &zero).is_some());
    }
}
