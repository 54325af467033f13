//! The road of a block of pairs, from candidates to bits: classify, settle, exact.

use crate::cpu::Question;
use crate::cpu::bits::PairBits;
use crate::cpu::classify::{Classifier, Finding};
use crate::cpu::exact::Tests;
use crate::simd::Lanes;

/// The most pairs that are classified and settled together, so that their data stays in the cache.
const AT_ONCE: usize = 8192;

/// Decides pairs of solids. The memory is reused.
#[derive(Debug, Clone, Default)]
pub(super) struct Road {
    classifier: Classifier,
    tests: Tests,
    pub(super) answers: Answers,
}

/// What is known of the pairs of a block, by their numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Answers {
    /// Whether they overlap.
    pub(super) hits: PairBits,
    /// Whether they come within the margin. Of a pair that overlaps this says nothing.
    pub(super) near: PairBits,
}

/// Which pairs of a block belong to one candidate: for each candidate the number of the pair after its last one. Empty if
/// each pair is a candidate.
pub(super) type CandidateEnds<'a> = &'a [u32];

impl Answers {
    fn reset(&mut self, pairs: usize) {
        self.hits.reset(pairs);
        self.near.reset(pairs);
    }

    /// Writes what findings say, from pair `first` on.
    #[inline(always)]
    fn note(&mut self, first: usize, findings: &[Finding]) {
        let hits = self.hits.some(first, findings.len());
        hits.iter_mut().zip(findings).for_each(|(bit, &finding)| *bit = u8::from(finding == Finding::Hit));
        let near = self.near.some(first, findings.len());
        near.iter_mut().zip(findings).for_each(|(bit, finding)| *bit = u8::from(finding.is_near()));
    }
}

impl Road {
    /// Decides all pairs of a block.
    #[inline(always)]
    pub(super) fn decide<L: Lanes>(&mut self, lanes: L, question: Question<'_>, ends: CandidateEnds<'_>) {
        let Road { classifier, tests, answers } = self;
        answers.reset(question.pairs.len());
        tests.begin();
        for (first, pairs) in (0..).step_by(AT_ONCE).zip(question.pairs.chunks(AT_ONCE)) {
            let findings = classifier.judge(lanes, Question { pairs, ..question }, tests.hulls());
            answers.note(first, findings);
            tests.list(lanes, question, ends, (first, findings), answers);
        }
        tests.run(lanes, question, ends, answers);
    }
}
