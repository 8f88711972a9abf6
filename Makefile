# Commands of developers and operators; `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# Listening address and data folder of `make serve`.
LISTEN ?= 127.0.0.1:8080
DATA ?= data
export CARGO_TERM_COLOR ?= auto
# Tests at a time: those of the running shop wait for its jobs more than they compute.
RUST_TEST_THREADS ?= $(shell echo $$((3 * $$(nproc))))

UI_SOURCES := $(shell find ui/src ui/locales ui/scripts -type f 2>/dev/null) ui/package.json ui/package-lock.json $(wildcard ui/*.ts ui/*.js ui/*.json)
SHOP_SOURCES := Cargo.toml Cargo.lock build.rs config.toml $(shell find src migrations seed/accessibility.json seed/brand seed/catalogue seed/home seed/pages seed/regions seed/images -type f 2>/dev/null)
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo || true)

.PHONY: help serve shop ui test lint lint-shop lint-ui test-ui test-shop test-browser test-browser-all tour pictures markup lighthouse bench bench-compare simulate api sbom advisories clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20

serve: shop ## Build everything and serve the seeded shop
	./shop serve --seed --listen $(LISTEN) --data $(DATA)

shop: target/release/shop ## Build ./shop, the one executable
	cp target/release/shop shop.new && mv shop.new shop

target/release/shop: $(SHOP_SOURCES) ui/dist/server/server.js
	cargo build --release --locked
	touch $@

target/debug/shop: $(SHOP_SOURCES) ui/dist/server/server.js
	cargo build --locked
	touch $@

ui: ui/dist/server/server.js ## Build the user interface

ui/node_modules/.installed: ui/package.json ui/package-lock.json
	cd ui && npm ci --no-audit --no-fund
	touch $@

ui/dist/server/server.js: ui/node_modules/.installed $(UI_SOURCES)
	cd ui && npm run build
	touch $@

# The last crate keeps one core busy for minutes: the user interface is checked and tested beside it.
test: ## All checks and tests; each part can be run alone: lint, test-ui, test-shop, test-browser
	$(MAKE) --jobs=2 --output-sync=line lint-shop lint-ui test-ui
	$(MAKE) test-shop
	$(MAKE) test-browser
	@echo "all parts passed"

# The parts of `make test` compile this crate through clippy's driver, which checks and then compiles like rustc: `cargo clippy`
# would check each of 500 packages a second time, a tenth of the whole. CLIPPY_ARGS is how cargo clippy hands over what stands
# after its `--`.
lint-shop test-shop test-browser test-browser-all api target/debug/shop: export RUSTC_WORKSPACE_WRAPPER := $(shell rustup which clippy-driver 2>/dev/null || command -v clippy-driver)
lint-shop test-shop test-browser test-browser-all api target/debug/shop: export CLIPPY_ARGS := -D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__

lint: lint-shop lint-ui ## Formatting, lints, strict types, missing translations

lint-shop: ui
	cargo fmt --check
	cargo build --locked --all-targets

lint-ui: ui tests/browser/node_modules/.installed
	cd ui && npm run lint
	node tests/browser/report.mjs --check
	node ui/scripts/dependencies.mjs --check

test-ui: ui ## Unit tests and size budgets of the user interface
	cd ui && npm test

test-shop: ui /usr/bin/strace /usr/bin/pdftotext ## Unit tests and integration tests of the binary over HTTP
	RUST_TEST_THREADS=$(RUST_TEST_THREADS) cargo test --locked --no-fail-fast

test-browser: target/debug/shop tests/browser/node_modules/.installed /usr/bin/chromium-headless-shell ## Browser tests: checkout, keyboard, axe, layout
	cd tests/browser && SHOP=$(CURDIR)/target/debug/shop npm test

test-browser-all: target/debug/shop tests/browser/node_modules/.installed /usr/bin/chromium-headless-shell ## The same with every page and every walk in every language, at every width
	cd tests/browser && EVERY=1 SHOP=$(CURDIR)/target/debug/shop npm test

pictures: target/debug/shop tests/browser/node_modules/.installed /usr/bin/chromium-headless-shell ## Pictures of docs/console.md
	cd tests/browser && PICTURES=$(CURDIR)/docs/console SHOP=$(CURDIR)/target/debug/shop node consolePictures.mjs

# The renderer's slash at the end of void elements means nothing; letters are for programs without style sheets.
NU_IGNORES := .*Trailing slash on void elements.*|The .(align|cellpadding|cellspacing|valign|width). attribute on the .(table|td). element is obsolete.*

markup: target/debug/shop tests/browser/node_modules/.installed var/tools/node_modules/vnu-jar /usr/bin/java ## HTML of every page, refused form and letter by Nu's checker
	cd tests/browser && MARKUP=$(CURDIR)/var/markup SHOP=$(CURDIR)/target/debug/shop node markup.mjs
	java -jar var/tools/node_modules/vnu-jar/build/dist/vnu.jar --Werror --skip-non-html --filterpattern '$(NU_IGNORES)' var/markup

tests/browser/node_modules/.installed: tests/browser/package.json tests/browser/package-lock.json
	cd tests/browser && npm ci --no-audit --no-fund
	touch $@

/usr/bin/strace:
	$(SUDO) apt-get update -qq
	$(SUDO) apt-get install -y -qq --no-install-recommends strace

/usr/bin/pdftotext:
	$(SUDO) apt-get update -qq
	$(SUDO) apt-get install -y -qq --no-install-recommends poppler-utils

/usr/bin/java:
	$(SUDO) apt-get update -qq
	$(SUDO) apt-get install -y -qq --no-install-recommends default-jre-headless

/usr/bin/chromium-headless-shell:
	$(SUDO) apt-get update -qq
	$(SUDO) apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-noto-cjk

simulate: ui ## A million schedules of the simulation; SEED=N replays one step by step
	$(if $(SEED),SIMULATION_SEED=$(SEED),SIMULATION_SCHEDULES=1000000) cargo test --release --locked --test simulation -- --nocapture

tour: target/debug/shop tests/browser/node_modules/.installed /usr/bin/chromium-headless-shell ## Screenshots of every page and every screen of the console, language and width in var/tour
	cd tests/browser && SHOP=$(CURDIR)/target/debug/shop TOUR=$(CURDIR)/var/tour npm run tour
	cd tests/browser && EVERY=1 SHOTS=$(CURDIR)/var/tour/console SHOP=$(CURDIR)/target/debug/shop node run.mjs console.test.mjs

tests/lighthouse/node_modules/.installed: tests/lighthouse/package.json tests/lighthouse/package-lock.json
	cd tests/lighthouse && npm ci --no-audit --no-fund
	touch $@

lighthouse: shop tests/lighthouse/node_modules/.installed /usr/bin/chromium-headless-shell ## Lighthouse for home, category, product, cart and checkout
	cd tests/lighthouse && SHOP=$(CURDIR)/shop npm start

bench: shop ## Benchmarks of speed and memory, as ratios to baselines
	cargo bench --locked

# The commit whose program this one is compared with.
BASE ?= HEAD~1
bench-compare: shop ## Names what became a tenth slower than in the commit BASE, in one run of both programs
	rm -rf var/bench-base && git worktree prune && git worktree add --detach --force var/bench-base $(BASE)
	$(MAKE) -C var/bench-base shop
	cargo bench --locked -- --against $(CURDIR)/var/bench-base/shop
	git worktree remove --force var/bench-base

api: ui/node_modules/.installed ## Generate the contracts in ui/*.json and the TypeScript clients
	cargo run --quiet -- openapi > ui/openapi.json.new && mv ui/openapi.json.new ui/openapi.json
	cargo run --quiet -- openapi --console > ui/openapi.console.json.new && mv ui/openapi.console.json.new ui/openapi.console.json
	cargo run --quiet -- openapi --messages > ui/messages.json.new && mv ui/messages.json.new ui/messages.json
	cargo run --quiet -- openapi --routes > ui/routes.json.new && mv ui/routes.json.new ui/routes.json
	cd ui && npm run api

sbom: ui/node_modules/.installed ## Bill of materials of the program, CycloneDX, in var/sbom.cdx.json
	node ui/scripts/dependencies.mjs --sbom var/sbom.cdx.json

# Needs the network: the database of advisories, and cargo-deny, which takes minutes to build.
advisories: var/tools/bin/cargo-deny ## Known vulnerabilities of crates and npm packages; note the day in docs/security.md
	var/tools/bin/cargo-deny check advisories
	cd ui && npm audit --omit dev

# Its own script would download a Java beside the one of the system.
var/tools/node_modules/vnu-jar:
	npm install --prefix var/tools --no-save --ignore-scripts --no-audit --no-fund vnu-jar@26.9.27

var/tools/bin/cargo-deny:
	cargo install cargo-deny --locked --version 0.20.2 --root var/tools

clean: ## Remove build outputs; data is kept
	rm -rf target ui/dist ui/node_modules tests/browser/node_modules tests/lighthouse/node_modules shop var
