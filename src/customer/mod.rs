//! Customers and their accounts.

use crate::call::{Access, Calls, Mode};
use crate::page::types::NoArgs;

pub mod types;

use types::{
    CreateArgs, DeleteArgs, Done, Export, ForgotArgs, LoggedIn, LoginArgs, MemberCard, PasswordArgs, ResetArgs,
    UpdateArgs, UserInfo,
};

pub fn calls(api: Calls) -> Calls {
    api.announced::<CreateArgs, LoggedIn>("customer/create", Mode::Write, Access::Visitor)
        .announced::<LoginArgs, LoggedIn>("customer/login", Mode::Write, Access::Visitor)
        .announced::<NoArgs, Done>("customer/logout", Mode::Write, Access::Visitor)
        .announced::<NoArgs, UserInfo>("account/info", Mode::Read, Access::Member)
        .announced::<UpdateArgs, UserInfo>("account/update", Mode::Write, Access::Member)
        .announced::<PasswordArgs, Done>("account/password", Mode::Write, Access::Member)
        .announced::<ForgotArgs, Done>("account/forgot", Mode::Write, Access::Visitor)
        .announced::<ResetArgs, Done>("account/reset", Mode::Write, Access::Visitor)
        .announced::<DeleteArgs, UserInfo>("account/delete", Mode::Write, Access::Member)
        .announced::<NoArgs, UserInfo>("account/undelete", Mode::Write, Access::Member)
        .announced::<NoArgs, Export>("account/export", Mode::Read, Access::Member)
        .announced::<NoArgs, MemberCard>("membercard/index", Mode::Read, Access::Member)
}
