//! Request limits per address (decisions §9). A direct loopback client is not limited.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config;

/// Counts requests of each address.
pub struct Limits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    writes: DefaultKeyedRateLimiter<IpAddr>,
}

impl std::fmt::Debug for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").field("addresses", &self.requests.len()).finish_non_exhaustive()
    }
}

impl Limits {
    pub fn new(limits: &config::Limits) -> Limits {
        let quota = |number: u32| Quota::per_minute(NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN));
        Limits {
            requests: RateLimiter::keyed(quota(limits.requests_per_minute)),
            writes: RateLimiter::keyed(quota(limits.writes_per_minute)),
        }
    }

    /// Whether this request of `address` may pass. `weighty`: a call to checkout or accounts.
    pub fn admit(&self, address: IpAddr, weighty: bool) -> bool {
        let address = network(address);
        self.requests.check_key(&address).is_ok() && (!weighty || self.writes.check_key(&address).is_ok())
    }

    /// Forgets addresses that have been quiet.
    pub fn forget_quiet(&self) {
        self.requests.retain_recent();
        self.writes.retain_recent();
    }
}

/// Whom an address belongs to: a subscriber has a whole /64 of IPv6 and could change its address with every request.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
    }
}

/// Whether a path counts against the tighter limit: it makes orders, accounts, mails or guesses at secrets.
pub fn is_weighty(path: &str) -> bool {
    matches!(path, "checkout/place" | "customer/create" | "customer/login" | "contact/post" | "order/withdraw")
        || path.starts_with("payment/re")
        || path.starts_with("account/")
        || path.starts_with("newsletter/")
}
