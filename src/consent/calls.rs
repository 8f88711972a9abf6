//! The call of the consent dialog.

use super::cookies::{self, Feature, Provider};
use super::types::{Cookie, CookieTable};
use crate::call::{NoArgs, View};
use crate::config::CaptchaProvider;
use crate::db::Tx;
use crate::error::Result;

/// The cookies and storage entries for the consent dialog.
pub fn cookies(_: &mut dyn Tx, view: &View, _: NoArgs) -> Result<CookieTable> {
    let mut features = Vec::new();
    if view.config.captcha.provider == CaptchaProvider::Recaptcha {
        features.push(Feature::Recaptcha);
    }
    if view.config.analytics.has_tag_manager() {
        features.push(Feature::TagManager);
    }
    let items = cookies::table(&features).map(|cookie| Cookie {
        name: cookie.name.to_owned(),
        category: cookie.category,
        kind: cookie.kind,
        provider: match cookie.provider {
            Provider::Shop => view.config.brand.name.clone(),
            Provider::Third(name) => name.to_owned(),
        },
        purpose: cookie.purpose.into(),
        expiry: cookie.expiry,
    });
    Ok(CookieTable { items: items.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixture;

    #[test]
    fn cookie_table_names_the_shop() {
        let shop = fixture::shop();
        let visitor = shop.visitor();
        let table = shop.write(|tx| cookies(tx, &visitor.view, NoArgs {}));
        assert!(table.items.iter().all(|cookie| cookie.provider == "Valmère"));
        assert!(table.items.iter().any(|cookie| cookie.name == "PHPSESSID"));
    }
}
