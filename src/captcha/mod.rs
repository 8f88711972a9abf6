//! The captcha: keeps machines away from forms that write mail or make accounts.

use crate::call::{Access, Calls, Mode};
use crate::page::types::NoArgs;

pub mod types;

pub fn calls(api: Calls) -> Calls {
    api.announced::<NoArgs, types::Challenge>("captcha/challenge", Mode::Read, Access::Visitor)
}
