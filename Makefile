# Every target says what it does. `make test` is what CI runs; `make demo` is the place to start.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help packages format lint layers sizes names mentions rules guides pictures draw snippets docs docs-pictures build test tests api api-record macro-models release test-release threads addresses leaks undefined sanitize lifetime managed examples consumers demo install deb bench bench-build bench-compare budgets budgets-build budgets-record postgresql failover fuzz stress crashes reliability reliability-slice mutants clean

# Asked for when a recipe runs: `make packages` may have installed what they depend on.
STRICT = $$(Scripts/build-options)
FORMATTED := Package.swift Sources Plugins Tests Examples Benchmarks Fuzzing
# What `make test` does, in this order: hand-written classes share what the examples and `make release` built, budgets the latter.
PARTS := packages lint layers sizes names mentions rules guides pictures build tests reliability-slice postgresql api snippets docs docs-pictures macro-models release threads leaks examples managed consumers budgets
SECONDS_PER_READER ?= 60
SECONDS_OF_STRESS ?= 60
KILLS ?= 500
MINUTES ?= 10
PREFIX ?= /usr/local
ROWS ?= 200000
RUNS ?= 5
WORD ?=

help: ## This list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 24

packages: ## Install missing system packages (apt-get, as root or through sudo)
	@echo "==> System packages: SQLite, zlib, pkg-config; PostgreSQL and libpq where they can be had"
	@Scripts/install-packages

format: ## Format all sources in place
	@echo "==> Formatting"
	@swift format -i -r -p --configuration .swift-format $(FORMATTED)

lint: ## Check the formatting and the documentation comments
	@echo "==> Formatting and documentation comments"
	@swift format lint -s -r -p --configuration .swift-format $(FORMATTED)

layers: ## Check that imports point down
	@echo "==> Layers"
	@Scripts/check-layers
	@Scripts/check-circles

sizes: ## Check the sizes of files and functions
	@echo "==> Sizes"
	@Scripts/check-sizes

names: ## Check that each test file and suite has a name of its own
	@echo "==> Names of tests"
	@Scripts/check-test-names

mentions: ## Check that files, folders and words that texts name are there
	@echo "==> What comments and documents name"
	@Scripts/check-mentions

rules: ## Check that each tag has a rule, and each rule a test (Scripts/rules SAV-33 prints one)
	@echo "==> The rule book and the tests"
	@Scripts/rules

guides: ## Check that the code of the guides is that of their programs (make examples runs these)
	@echo "==> The guides and their programs"
	@Scripts/check-guides

pictures: ## Check that the pictures of README.md are those of the modules and figures of today
	@echo "==> Pictures"
	@Scripts/draw-stack --check
	@Scripts/draw-figures Benchmarks/figures.json --check Documentation/Pictures/figures.svg

draw: ## Draw the pictures of README.md
	@Scripts/draw-stack
	@Scripts/draw-figures Benchmarks/figures.json > Documentation/Pictures/figures.svg

snippets: ## Let the compiler check the examples in documentation comments and documents, beside a finished build
	@echo "==> Examples in documentation comments"
	@Scripts/check-snippets

docs: ## Make the documentation site of a finished build in .build/site, with its search; broken links and missing comments fail
	@echo "==> The documentation site"
	@Scripts/make-docs

docs-pictures: ## Look at five pages of the site and search it in headless Chromium, which is installed where it is missing
	@echo "==> Pages of the documentation site"
	@Scripts/check-site || [ $$? -eq 77 ]

build: packages ## Build everything, warnings are errors; with the store on servers where libpq is installed
	@echo "==> Building (warnings are errors)"
	@swift build --build-tests $(STRICT)

test: ## Formatting, layers, sizes, names, mentions, rules, guides, pictures, build, all tests, a share of the reliability checks, PostgreSQL, optimised tests, threads or leaks, examples, budgets
	@Scripts/run-parts $(PARTS)

tests: ## Run all tests of a finished build; too few of them fail (Tests/floors)
	@echo "==> Testing"
	@Scripts/run-tests

api: ## Compare the public API of a finished build with Documentation/API, and with Apple's where ../shared/api is there
	@echo "==> The public API and its record"
	@Scripts/check-public-api
	@echo "==> Coverage of Apple's API"
	@Scripts/check-api
	@Scripts/check-swiftdata-api
	@Scripts/index-symbols --check

api-record: ## Record the public API of a finished build, and write the pages of Apple's symbols; what is gone must be named in CHANGELOG.md
	@Scripts/check-public-api --record
	@Scripts/index-symbols

macro-models: ## Compare macro classes made of model files with the files
	@echo "==> Macro classes made of model files"
	@Scripts/check-macro-models

release: packages ## Run optimised the suites that may behave differently there
	@echo "==> Building and testing optimised code"
	@Scripts/check-release

test-release: packages ## Run all tests as optimised code
	@echo "==> Building and testing optimised code, all of it"
	@Scripts/check-release --all

threads: packages ## Run the tests of contexts and saves under the thread sanitizer
	@echo "==> Building and testing with the thread sanitizer (.build-tsan)"
	@Scripts/check-threads

addresses: packages ## Run all tests under the address sanitizer, with a search for leaks
	@echo "==> Building and testing with the address sanitizer (.build-asan)"
	@Scripts/check-addresses

leaks: packages ## Run the tests of a finished build with a search for memory that is never released
	@echo "==> Leaks"
	@Scripts/check-leaks

undefined: packages ## Run the tests that reach C code with checks of undefined behaviour
	@echo "==> Building and testing with checks of undefined behaviour in C (.build-undefined)"
	@Scripts/check-undefined

sanitize: packages ## Threads over all targets, addresses and leaks, undefined behaviour in C: by hand, for hours
	@echo "==> All tests with the thread sanitizer (.build-tsan)"
	@Scripts/check-threads --all
	@$(MAKE) --no-print-directory addresses undefined

lifetime: build ## Open, use and close stores for MINUTES=10; fails if memory, descriptors or objects grow
	@echo "==> A life of $(MINUTES) minutes"
	@Scripts/check-lifetime $(MINUTES)

managed: packages ## Test hand-written @NSManaged classes in debug and in release
	@echo "==> Hand-written classes (Tests/Packages/ManagedClasses, a package of its own)"
	@Scripts/check-managed-classes

examples: packages ## Build each example, run it and its tests
	@echo "==> Building and running the examples (Examples, packages of their own)"
	@Scripts/check-examples

consumers: packages ## Build packages that depend on a version of this one
	@echo "==> Building packages that depend on a version of this one"
	@Scripts/check-consumers

demo: packages ## Run the to-do example: a store on disk, told line by line
	@echo "==> Building the example (Examples/ToDo, a package of its own)"
	@touch Package.swift Examples/ToDo/Package.swift # or new files of the library go unnoticed
	@swift build --disable-index-store --package-path Examples/ToDo
	@echo "==> Running it"
	@swift run --disable-index-store --skip-build --package-path Examples/ToDo ToDo

install: packages ## Install the command, its completions and pages for man (PREFIX=/usr/local, DESTDIR=)
	@echo "==> Installing the command into $(PREFIX)"
	@DESTDIR="$(DESTDIR)" Scripts/install-command "$(PREFIX)"

deb: packages ## Make a Debian package of the command (.build/perdure_….deb)
	@echo "==> Making a Debian package"
	@Scripts/make-deb

bench-build: packages
	@echo "==> Building the benchmarks (Benchmarks, a package of its own, release)"
	@touch Package.swift Benchmarks/Package.swift # or new files of the library go unnoticed
	@swift build -c release --package-path Benchmarks

bench: bench-build ## Measure against raw SQLite in C, release build (ROWS=200000 RUNS=5 WORD=)
	@echo "==> Measuring"
	@Benchmarks/.build/release/PerdureBenchmarks $(ROWS) $(RUNS) $(if $(WORD),"$(WORD)") \
		--json Benchmarks/results/$$(date +%Y%m%d-%H%M%S).json

bench-compare: ## Compare two result files of `make bench` (A=before.json B=after.json)
	@test -x Benchmarks/.build/release/PerdureBenchmarks || $(MAKE) --no-print-directory bench-build
	@Benchmarks/.build/release/PerdureBenchmarks compare $(A) $(B)

# Counts need no build of their own: they share what `make release` builds. What `make bench` times has no flags for tests.
budgets-build: packages
	@echo "==> Building the benchmarks for counting"
	@touch Package.swift Benchmarks/Package.swift # or new files of the library go unnoticed
	@swift build -c release -Xswiftc -enable-testing --package-path Benchmarks --scratch-path .build

budgets: budgets-build ## Compare statements and allocations of each workload with the budgets
	@echo "==> Budgets: counts of statements and allocations, no times"
	@Scripts/check-budgets

budgets-record: budgets-build ## Make what is counted now the budgets
	@Scripts/check-budgets --record

postgresql: packages ## Test the PostgreSQL store beside a server of its own; says SKIPPED without libpq or a server
	@echo "==> The store on PostgreSQL servers, beside a server of its own"
	@Scripts/check-postgresql

failover: ## Kill, freeze and switch servers of a cluster under load (MINUTES=10); as root, by hand
	@echo "==> Three servers under Patroni, $(MINUTES) minutes of faults"
	@Scripts/check-failover $(MINUTES)

fuzz: packages ## Feed mutated files to every reader (SECONDS_PER_READER=60)
	@echo "==> Fuzzing every reader for $(SECONDS_PER_READER) s each, with address sanitizer"
	@Scripts/fuzz $(SECONDS_PER_READER)

stress: build ## Many writers at one store, and fairness (SECONDS_OF_STRESS=60)
	@echo "==> Stress and fairness, $(SECONDS_OF_STRESS) s each"
	@PERDURE_STRESS_SECONDS=$(SECONDS_OF_STRESS) PERDURE_FAIRNESS_SECONDS=$(SECONDS_OF_STRESS) PERDURE_MERGES=5000 \
		swift test --skip-build --disable-xctest $(STRICT) --filter 'StressTests|FairnessTests|MergingProcessTests' < /dev/null

crashes: build ## Kills, failing system calls, power cuts (KILLS=500)
	@echo "==> $(KILLS) kills, and faults at every call of SQLite"
	@PERDURE_KILLS=$(KILLS) PERDURE_FAULTS=1 \
		swift test --skip-build --disable-xctest $(STRICT) --filter 'KillTests|SystemFaultTests|ShortageTests' < /dev/null
	@echo "==> Power cuts"
	@status=0; Scripts/check-power-cuts 300 || status=$$?; \
		if [ $$status = 77 ]; then echo "==> SKIPPED: the power cuts were not checked"; fi; exit $$status

reliability: build ## The whole list of reliability checks, hours at full counts; MINUTES=60 spreads an hour over them
	@echo "==> Reliability checks (Tests/Reliability/checks, Documentation/Reliability.md)"
	@Scripts/check-reliability $(if $(filter file,$(origin MINUTES)),,--minutes $(MINUTES)) < /dev/null

reliability-slice: ## A minute of the reliability checks beside a finished build; the commit chooses which, and their seeds
	@echo "==> A share of the reliability checks"
	@Scripts/check-reliability --slice "$${PERDURE_SEED_BASE:-}" < /dev/null
mutants: packages ## Plant the wrong lines of Tests/Mutants in a copy, and ask the tests to see them (.build/mutants; a first run builds it all)
	@echo "==> Wrong lines, planted in a copy of the tree"
	@Scripts/check-mutants

clean: ## Remove everything that was built
	@echo "==> Removing build folders"
	@rm -rf .build .build-tsan .build-asan .build-undefined .build-postgresql .build-failover Examples/.build Examples/*/.build Tests/Packages/*/.build Benchmarks/.build
