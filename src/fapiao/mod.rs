//! The Chinese invoice, which a customer asks for on the order's page. Five-language reading only.

use crate::call::{Access, Calls, Mode};

pub mod types;

use types::{CreateArgs, Fapiao, ViewArgs};

pub fn calls(api: Calls) -> Calls {
    api.announced::<ViewArgs, Fapiao>("fapiao/view", Mode::Read, Access::Member).announced::<CreateArgs, Fapiao>(
        "fapiao/create",
        Mode::Write,
        Access::Member,
    )
}
