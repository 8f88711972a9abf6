//! The call about regional sites.

use super::types::{Region, RegionArgs};
use crate::call::{View, Visitor};
use crate::config::Config;
use crate::db::Tx;
use crate::error::Result;

/// The regional site for the visitor's country; none if it is this site, or if the visitor has switched stores
/// (specification §3, `fromStoreId`): a chosen language is kept.
pub fn region(_: &mut dyn Tx, visitor: &Visitor, args: RegionArgs) -> Result<Region> {
    let View { store, stores, config, .. } = &visitor.view;
    let country = visitor.country.clone().unwrap_or_default();
    let has_switched = stores.by_id(args.from_store_id).is_some_and(|from| from.id != store.id);
    let site = other_sites(config).find(|(of, _)| !has_switched && **of == country);
    Ok(Region { redirect_url: site.map(|(_, url)| url.clone()).unwrap_or_default(), country })
}

/// The other regional sites: country and URL.
pub fn other_sites(config: &Config) -> impl Iterator<Item = (&String, &String)> {
    let own = config.public_url();
    config.region.sites.iter().filter(move |(_, url)| !is_below(url, &own))
}

/// Whether `url` is a page of the site at `origin`.
fn is_below(url: &str, origin: &str) -> bool {
    url.strip_prefix(origin).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture;

    #[test]
    fn regional_site_depends_on_the_visitors_country() {
        let mut shop = fixture::shop();
        let config = std::sync::Arc::make_mut(&mut shop.config);
        config.server.public_url = "https://shop.example".into();
        config.region.sites = [
            ("GB".to_owned(), "https://uk.shop.example/en".to_owned()),
            ("FR".to_owned(), "https://shop.example/fr".to_owned()),
        ]
        .into();
        let redirect = |country: Option<&str>| {
            let visitor = Visitor { country: country.map(str::to_owned), ..shop.visitor() };
            shop.write(|tx| region(tx, &visitor, RegionArgs::default())).redirect_url
        };
        assert_eq!(redirect(Some("GB")), "https://uk.shop.example/en");
        assert_eq!(redirect(Some("DE")), "");
        assert_eq!(redirect(None), "");
        assert_eq!(redirect(Some("FR")), "", "no redirect to where the visitor already is");
        assert!(!is_below("https://shop.example.org/fr", "https://shop.example"));
    }
}
