//! Flags for the limits of a command.

use clap::Args;
use kasuri::Ceilings;

/// The limits for a step of a recording
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Most {
    /// The largest number of bodies
    #[arg(long, value_name = "N", default_value_t = Ceilings::default().bodies)]
    max_bodies: u64,
    /// The largest number of pairs of bodies whose boxes overlap
    #[arg(long, value_name = "N", default_value_t = Ceilings::default().pairs)]
    max_pairs: u64,
    /// The largest amount of work; a unit takes some nanoseconds
    #[arg(long, value_name = "N", default_value_t = Ceilings::default().work)]
    max_work: u64,
    /// The largest file that is read whole, in MiB
    #[arg(long, value_name = "N", default_value_t = 256)]
    pub(crate) max_mib: u64,
}

/// The limits of a step, and limits that only scenes have
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct MostOfScene {
    /// The largest number of values in a scene's JSON: numbers, texts, lists, objects
    #[arg(long, value_name = "N", default_value_t = Ceilings::default().values)]
    max_values: u64,
    #[command(flatten)]
    most: Most,
}

impl Default for MostOfScene {
    fn default() -> MostOfScene {
        let Ceilings { values, bodies, pairs, work, .. } = Ceilings::default();
        let most = Most { max_bodies: bodies, max_pairs: pairs, max_work: work, max_mib: 256 };
        MostOfScene { max_values: values, most }
    }
}

impl Most {
    pub(crate) fn ceilings(self) -> Ceilings {
        Ceilings::default().bodies(self.max_bodies).pairs(self.max_pairs).work(self.max_work)
    }
}

impl MostOfScene {
    pub(crate) fn ceilings(self) -> Ceilings {
        self.most.ceilings().values(self.max_values)
    }

    pub(crate) fn max_mib(self) -> u64 {
        self.most.max_mib
    }
}
