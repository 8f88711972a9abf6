-- Which products have a value of a facet, whatever the category: the facets of a search. Like listing_set, but of the whole
-- shop, and by ids, which a hit of the search has at hand.
CREATE TABLE product_set (
    scope   TEXT NOT NULL,                      -- currency of the facet price, else ''
    facet   TEXT NOT NULL,
    value   TEXT NOT NULL,
    members BLOB NOT NULL,                      -- bit n of the whole stands for id n, least significant first
    PRIMARY KEY (scope, facet, value)
) STRICT;

-- The read models show no moment's prices now: the next look at the prices makes all of them anew.
UPDATE catalogue_version SET prices_at = 0;
