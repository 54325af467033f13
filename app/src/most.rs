//! What a command may take, as flags.

use clap::Args;
use kasuri::Ceilings;

/// What a scene may take, or a step of a recording
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Most {
    /// The most values of a scene's JSON: numbers, texts, lists, objects
    #[arg(long, value_name = "N", default_value_t = Ceilings::default().values)]
    max_values: u64,
    /// The most bodies
    #[arg(long, value_name = "N", default_value_t = Ceilings::default().bodies)]
    max_bodies: u64,
    /// The most pairs of bodies whose boxes meet
    #[arg(long, value_name = "N", default_value_t = Ceilings::default().pairs)]
    max_pairs: u64,
    /// The most work, some nanoseconds a unit
    #[arg(long, value_name = "N", default_value_t = Ceilings::default().work)]
    max_work: u64,
    /// The largest file that is read, in MiB; a stream of scenes may be of any size
    #[arg(long, value_name = "N", default_value_t = 256)]
    pub(crate) max_mib: u64,
}

impl Default for Most {
    fn default() -> Most {
        let Ceilings { values, bodies, pairs, work, .. } = Ceilings::default();
        Most { max_values: values, max_bodies: bodies, max_pairs: pairs, max_work: work, max_mib: 256 }
    }
}

impl Most {
    pub(crate) fn ceilings(self) -> Ceilings {
        let Most { max_values, max_bodies, max_pairs, max_work, .. } = self;
        Ceilings::default().values(max_values).bodies(max_bodies).pairs(max_pairs).work(max_work)
    }
}
