//! Passkeys (WebAuthn Level 3), for the people of the house and for customers.
//!
//! Each ceremony is two calls: the first answers what the browser asks the authenticator, the second takes what that has
//! signed. The slices keep the state in between, and the keys; here is what both do with them. Keys are discoverable, so that
//! nobody types an address and none is tried; the authenticator always verifies its user.
//!
//! | file | purpose |
//! |---|---|
//! | `relying_party` | for which host keys are made, and what browsers are asked |
//! | `credential` | what an authenticator has made or signed |
//! | `types` | arguments and answers that all ceremonies share |

mod credential;
mod relying_party;
pub mod types;

pub use credential::{Fault, Known, Made, credential_id, handle};
pub use relying_party::{RelyingParty, User, host};
