//! Limits per address (decisions §9): requests, orders, connections. Direct loopback clients are not limited in demo mode.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config::{self, Config, Mode};

/// How strictly the requests of one kind are limited; each class counts against those before it too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateClass {
    /// Any request (`limits.requests_per_minute`).
    Standard,
    /// Makes accounts or mails, tries out secrets, or is costly (`limits.writes_per_minute`).
    Tight,
    /// Places an order, which holds goods: new sessions and e-mail addresses must not multiply them
    /// (`limits.orders_per_hour`).
    Order,
}

/// Counts requests, orders and connections of each address.
pub struct Limits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    writes: DefaultKeyedRateLimiter<IpAddr>,
    orders: DefaultKeyedRateLimiter<IpAddr>,
    /// By the id of the token.
    tokens: DefaultKeyedRateLimiter<i64>,
    wrong_tokens: DefaultKeyedRateLimiter<IpAddr>,
    connections: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

/// Wrong tokens of the console from one network in a minute. Right ones from there are not held up by them.
const WRONG_TOKENS: u32 = 20;

impl std::fmt::Debug for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").field("addresses", &self.requests.len()).finish_non_exhaustive()
    }
}

impl Limits {
    pub fn new(limits: &config::Limits) -> Limits {
        let number = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        Limits {
            requests: RateLimiter::keyed(Quota::per_minute(number(limits.requests_per_minute))),
            writes: RateLimiter::keyed(Quota::per_minute(number(limits.writes_per_minute))),
            orders: RateLimiter::keyed(Quota::per_hour(number(limits.orders_per_hour))),
            tokens: RateLimiter::keyed(Quota::per_minute(number(limits.token_requests_per_minute))),
            wrong_tokens: RateLimiter::keyed(Quota::per_minute(number(WRONG_TOKENS))),
            connections: Arc::default(),
        }
    }

    /// Whether a request of this class is within the limits of `address`; it is counted.
    pub fn admit(&self, address: IpAddr, class: RateClass) -> bool {
        let address = network(address);
        let passes = |limiter: &DefaultKeyedRateLimiter<IpAddr>| limiter.check_key(&address).is_ok();
        passes(&self.requests)
            && match class {
                RateClass::Standard => true,
                RateClass::Tight => passes(&self.writes),
                RateClass::Order => passes(&self.writes) && passes(&self.orders),
            }
    }

    /// Whether a request with a token is within that token's limit; it is counted.
    pub fn admit_token(&self, token_id: i64) -> bool {
        self.tokens.check_key(&token_id).is_ok()
    }

    /// Whether another wrong token of a network is still answered as wrong; it is counted.
    pub fn admit_wrong_token(&self, address: IpAddr) -> bool {
        self.wrong_tokens.check_key(&network(address)).is_ok()
    }

    /// Counts a connection of `address` until the guard is dropped; `None` if the address has too many. Not limited are
    /// trusted proxies and, in demo mode, this machine.
    pub fn connect(&self, address: IpAddr, config: &Config) -> Option<Share> {
        let address = address.to_canonical();
        let unlimited =
            (config.mode == Mode::Demo && address.is_loopback()) || config.server.trusted_proxies.contains(&address);
        let address = network(address);
        let mut open = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if !unlimited && *count >= config.limits.connections {
            return None;
        }
        *count += 1;
        Some(Share { address, connections: Arc::clone(&self.connections) })
    }

    /// Forgets addresses whose limits are full again.
    pub fn forget_quiet(&self) {
        self.requests.retain_recent();
        self.writes.retain_recent();
        self.orders.retain_recent();
        self.tokens.retain_recent();
        self.wrong_tokens.retain_recent();
    }
}

/// Guard of one counted connection.
#[derive(Debug)]
pub struct Share {
    address: IpAddr,
    connections: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut open = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// The unit that limits apply to: one IPv4 address or one IPv6 /64, within which a subscriber can change its address freely.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(change: impl Fn(&mut Config)) -> (Limits, Config) {
        let mut config = Config::load(None, std::iter::empty()).expect("defaults");
        change(&mut config);
        (Limits::new(&config.limits), config)
    }

    fn address(text: &str) -> IpAddr {
        text.parse().expect("address")
    }

    #[test]
    fn each_token_has_its_limit_and_wrong_ones_of_a_network_theirs() {
        let (limits, _) = limits(|config| config.limits.token_requests_per_minute = 2);
        let at = |text: &str| text.parse::<IpAddr>().expect("an address");
        assert!(limits.admit_token(1) && limits.admit_token(1) && !limits.admit_token(1));
        assert!(limits.admit_token(2), "another token");
        let neighbours = |n| at(&format!("2001:db8::{n:x}"));
        assert!((0..WRONG_TOKENS).all(|n| limits.admit_wrong_token(neighbours(n))));
        assert!(!limits.admit_wrong_token(neighbours(99)) && limits.admit_wrong_token(at("192.0.2.1")));
    }

    #[test]
    fn connections_are_limited_per_network() {
        let (limits, config) = limits(|config| config.limits.connections = 2);
        let first = limits.connect(address("2001:db8::1"), &config).expect("a place");
        let _second = limits.connect(address("2001:db8::2"), &config).expect("a place");
        assert!(limits.connect(address("2001:db8::3"), &config).is_none(), "a /64 is one network");
        assert!(limits.connect(address("2001:db8:1::1"), &config).is_some(), "another network");
        drop(first);
        assert!(limits.connect(address("2001:db8::3"), &config).is_some());
        let here = |config: &Config| -> Vec<_> {
            (0..9).filter_map(|_| limits.connect(address("::ffff:127.0.0.1"), config)).collect()
        };
        assert_eq!(here(&config).len(), 9, "this machine is not limited in demo mode");
        let mut production = Config { mode: Mode::Production, ..config };
        assert_eq!(here(&production).len(), 2);
        production.server.trusted_proxies = vec![address("127.0.0.1")];
        assert_eq!(here(&production).len(), 9, "a trusted proxy is not limited");
        assert_eq!(limits.connections.lock().expect("connections").len(), 1, "closed connections are removed");
    }

    #[test]
    fn each_class_counts_against_its_own_limit_and_the_wider_ones() {
        let (limits, _) = limits(|config| {
            config.limits.orders_per_hour = 2;
            config.limits.writes_per_minute = 4;
            config.limits.requests_per_minute = 7;
        });
        let from = address("7.7.7.7");
        let admitted = |class| limits.admit(from, class);
        assert_eq!([(); 3].map(|()| admitted(RateClass::Order)), [true, true, false]);
        assert_eq!([(); 2].map(|()| admitted(RateClass::Tight)), [true, false], "orders count as writes");
        assert_eq!([(); 3].map(|()| admitted(RateClass::Standard)), [true, true, false], "everything is a request");
        assert!(limits.admit(address("7.7.7.8"), RateClass::Order), "another address");
    }
}
