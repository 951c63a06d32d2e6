# Larder. New users need two commands: make run and make test.

# release is what users run; debug builds faster.
CONFIGURATION ?= release
# no: `make run` fetches no models and uses none that are there.
MODELS ?= yes
# The photo that `make run` sends once everything is running, as the user who is signed in; when nobody is, as a demonstration
# user, who sends the sample without it.
RECEIPT ?=
# For make fuzz: the time for each target, and the targets, all by default.
SECONDS ?= 60
TARGETS ?=
# For make bench-rpc: the peers to compare, separated by commas; by default all of Tests/Benchmarks/peers.json.
PEERS ?=
# For receipts-report a folder with real receipts and their truth, for bench-receipts one with photos; both are optional.
FOLDER ?=
# For make conformance: a running gateway, host:port, and the file with the authority of its certificate. Without GATEWAY a
# server and a client that are built here are tested.
GATEWAY ?=
CA ?= .larder/certificates/ca.pem
# Further options of sanitize, receipts-report, matching-report and the bench- targets except bench-lines.
OPTIONS ?=
# For make test-canaries: their names, all by default.
CANARIES ?=
# For make test-faults: the seeds, separated by commas, `random` for one that nobody has chosen; how many seconds faults are injected.
SEEDS ?= random
# The gateway's port. Services use the ports above it, further instances ports 10, 20 and so on higher, and metrics ports
# 100 higher.
PORT ?= 7443
# The number of instances of each program.
REPLICAS ?= 1

BUILD_FOLDER = .build/$(CONFIGURATION)
# The client, the launcher and the batch reader, and the services' programs and workers from their manifest.
PROGRAMS = larder larder-local larder-receipts $(shell grep -o '"larder-[a-z-]*"' Services/Manifest/services.json | tr -d '"')

.PHONY: help run restart certificates web test test-browser test-faults test-canaries rehearse-upgrade check bench bench-auth bench-lines bench-money bench-notices bench-receipts bench-reads bench-rpc bench-streams bench-web receipts-report matching-report fuzz sanitize conformance format generate build app deps models benchmark options packages toolchain clean

## run: build, put the web app together, fetch models unless MODELS=no, start everything, send a receipt, serve until Ctrl-C
run: options build app models
	@$(BUILD_FOLDER)/larder-local --receipt "$(RECEIPT)" --sample deploy/sample/receipt.jpg --port $(PORT) --replicas $(REPLICAS) --models $(MODELS)

## help: list all targets
help:
	@sed -n 's/^## //p' Makefile

## restart: restart all programs of `make run`, one instance after the other, and say how that ended
restart:
	@[ ! -e .larder/restart ] || : > .larder/restart
	@$(call signal_launcher,USR1)
	@echo "All programs are being restarted, one after the other; the terminal of make run shows how far it is."
	@# The launcher of a former release reports nothing.
	@[ -e .larder/restart ] || exit 0; end=$$(($$(date +%s) + 3600)); while [ ! -s .larder/restart ]; do \
		if flock --nonblock .larder/lock true; then echo "Larder was stopped meanwhile." >&2; exit 1; fi; \
		if [ "$$(date +%s)" -gt $$end ]; then echo "The restart is not over after an hour." >&2; exit 1; fi; \
		sleep 0.2; done; cat .larder/restart; grep -q '^All programs' .larder/restart

## certificates: renew the certificates of `make run` while its programs run
certificates:
	@$(call signal_launcher,USR2)
	@echo "All certificates are being renewed; the terminal of make run says when the programs have them."

# The launcher holds the lock while it runs; afterwards the process id in the file may be another process's.
signal_launcher = if [ ! -e .larder/lock ] || flock --nonblock .larder/lock true; then \
	echo "Larder is not running here." >&2; exit 1; fi; kill -$(1) "$$(cat .larder/lock)"

## build: build all programs, in the configuration of `make run`
build: toolchain packages
	@deploy/local/build.sh $(CONFIGURATION) $(PROGRAMS)

## web: assemble the web app in .build/web, as the gateway serves it
web: packages
	@Services/Web/assemble.py .build/web

## test: run every test, in an environment of its own (SHORT=no for all looks of the web app and long random tapping)
test: SHORT ?= yes
test: toolchain packages app
	deploy/local/debug-build.sh --build-tests
	@Tests/swift-tests.sh
	SHORT=$(SHORT) LARDER_PROGRAMS=.build/debug Tests/Browser/browser.sh

## test-browser: test the web app in Chromium, all pages in all looks (OPTIONS="-k offline" for some, SHORT=yes for less)
test-browser: build web
	LARDER_PROGRAMS=$(BUILD_FOLDER) Tests/Browser/browser.sh $(OPTIONS)

## test-faults: inject faults at random moments under writes for SECONDS (SEEDS=7,8 repeats a run)
test-faults: toolchain packages
	LARDER_TESTS=EndToEndTests deploy/local/debug-build.sh --build-tests
	LARDER_TESTS=EndToEndTests LARDER_FAULT_SEEDS="$(SEEDS)" LARDER_FAULT_SECONDS="$(SECONDS)" \
		swift test --skip-build --no-parallel --no-color-diagnostics --filter KillRunTests

## test-canaries: prove that tests fail without what they test (CANARIES="lost-commit ..." for some)
test-canaries: toolchain packages
	python3 Tests/Canaries/canaries.py $(CANARIES)

## rehearse-upgrade: replace the programs of a former release under load (FROM=COMMIT)
rehearse-upgrade: toolchain packages
	Tests/Upgrade/rehearse.sh $(FROM)

## check: verify format, generated code, and the rules of Tests/Checks
check: toolchain packages
	@deploy/local/packages.sh node-typescript hunspell hunspell-en-gb hunspell-fr
	swift format lint --strict --recursive Package.swift Services Shared Tests deploy
	Shared/MessageGenerator/generate.sh --check
	@Shared/Texts/generate.py --check
	@Services/Web/currencies.py --check
	@Services/Auth/Passwords/generate-common.py --check
	@cd Tests/Checks/check && python3 -m unittest --quiet
	@Tests/Checks/format-web.sh --check
	@tsc --project Services/Web
	@tsc --project Services/Web/tsconfig.worker.json
	@tests=$$(node --test $$(find Services/Web/app -name '*.test.js') 2>&1) || { echo "$$tests"; exit 1; }
	@cd Services/Web && python3 -m unittest discover --quiet --start-directory assembly --top-level-directory .
	@Tests/Checks/alerts.sh
	@python3 Tests/Checks/check

## bench: measure the figures that the README states; fails when one is over its bar
bench: build benchmark
	@$(BUILD_FOLDER)/deployment-benchmark promises --check --data .larder/bench --receipt deploy/sample/receipt.jpg --port 7743
	@deploy/local/measure-build.sh

## bench-web: measure the web app: first page on a slow phone, page changes, scrolling, live changes, calls, bytes; fails when one is over its bar
bench-web: build web
	@LARDER_PROGRAMS=$(BUILD_FOLDER) Tests/Browser/browser.sh figures --check $(OPTIONS)

## bench-streams: measure the memory that idle live streams take of the gateway; ten minutes (OPTIONS='--count 1000' for less)
bench-streams: build
	@rm -rf .larder/bench-streams
	@python3 Tests/WebBenchmark/idle_streams.py --programs $(BUILD_FOLDER) --data .larder/bench-streams $(OPTIONS)

## bench-auth: measure sign-ins, profiles, tokens and notices with 200,000 accounts (OPTIONS='--accounts 10000 --seconds 20' for less)
bench-auth: build
	@deploy/local/build.sh release auth-benchmark
	@rm -rf .larder/bench-auth
	@.build/release/auth-benchmark $(OPTIONS)

## bench-lines: measure the latency of resolving printed lines, with 100,000 lines of other users in the database
bench-lines: build benchmark
	@$(BUILD_FOLDER)/deployment-benchmark lines --data .larder/bench-lines --port 7943

## bench-notices: measure how long 20,000 notices at once take to all inboxes, and what readers notice of it
bench-notices:
	deploy/local/debug-build.sh --build-tests
	@LARDER_BENCH=notices swift test --skip-build --no-color-diagnostics --filter NoticeBenchmark

## bench-reads: measure reads of a purchase through gateway and budget, beside pgbench; needs an idle machine, 6 GB of disk
bench-reads: build
	@deploy/local/build.sh release reads-benchmark
	@.build/release/reads-benchmark purchases $(OPTIONS)

## bench-money: measure logs, goals, analytics, prices and imports among a million purchases; needs an idle machine, 6 GB of disk
bench-money: build
	@deploy/local/build.sh release reads-benchmark
	@rm -rf .larder/bench-money
	@.build/release/reads-benchmark money --data .larder/bench-money $(OPTIONS)

## bench-receipts: read many receipts at once, beside small calls; six minutes on an idle machine (OPTIONS='--receipts 40' for less)
bench-receipts: build benchmark
	@rm -rf .larder/bench-receipts
	@$(BUILD_FOLDER)/deployment-benchmark receipts --data .larder/bench-receipts --photos "$(or $(FOLDER),Tests/Receipts/Generated/img)" --port 7843 --replicas 2 $(OPTIONS)

## receipts-report: measure the accuracy of reading receipts with known truth (FOLDER=..., OPTIONS='--readers tesseract', ...)
receipts-report: toolchain packages
	@deploy/local/build.sh release larder-receipts
	@python3 Tests/Receipts/report $(if $(FOLDER),--folder "$(FOLDER)") $(OPTIONS)

## matching-report: measure the accuracy of matching printed lines (OPTIONS='--keep 1.1.0' stores the figures of a release)
matching-report: toolchain packages
	@deploy/local/build.sh release catalog-benchmark
	@.build/release/catalog-benchmark $(OPTIONS)

## fuzz: run each fuzz target for SECONDS, with libFuzzer
fuzz: toolchain packages
	@Tests/Fuzz/fuzz.sh $(SECONDS) $(TARGETS)

## attack: attack running programs with the limits of production, and measure what innocent clients see; three minutes
attack: toolchain packages
	LARDER_TESTS=EndToEndTests deploy/local/debug-build.sh --build-tests
	LARDER_TESTS=EndToEndTests swift test --skip-build --no-parallel --filter AttackTests

## sanitize: run the lower modules' tests under the thread sanitizer
sanitize: toolchain packages
	@Tests/Sanitizer/sanitize.sh $(OPTIONS)

## conformance: test a running gateway against proto/PROTOCOL.md (GATEWAY=host:port CA=file), or what is built here
conformance: packages
	@Tests/Conformance/conformance.sh "$(GATEWAY)" "$(CA)" $(OPTIONS)

## bench-rpc: compare the RPC layer with others (PEERS=bare,larder for some of them, OPTIONS=--quick for less time)
bench-rpc: toolchain packages
	@deploy/local/packages.sh python3 $(if $(PEERS),$(if $(findstring grpc-cpp,$(PEERS)),libgrpc++-dev),libgrpc++-dev)
	@python3 Tests/Benchmarks/runner $(if $(PEERS),--peers $(PEERS)) $(OPTIONS)

## format: format the source
format:
	swift format --in-place --recursive Package.swift Services Shared Tests deploy
	@Tests/Checks/format-web.sh

## generate: generate messages and stubs from proto/, the types of texts from their catalogues, and the digits of currencies
generate: toolchain packages
	Shared/MessageGenerator/generate.sh
	Shared/Texts/generate.py
	Services/Web/currencies.py

## deps: fetch models for more accurate reading
deps:
	@deploy/local/models.sh
	@if [ -e .larder/lock ] && ! flock --nonblock .larder/lock true; then \
		echo "Larder is running: make restart has it read with these models, unless it was started with MODELS=no."; fi

# The app's libraries need a network once; without them everything else runs.
app: packages
	@Services/Web/assemble.py .build/web || echo "The web app is left out: make web says why, and puts it together later."

# More accurate reading is worth fetching, not failing.
models:
ifeq ($(MODELS),no)
	@echo "Tesseract alone reads receipts: MODELS=no."
else
	@deploy/local/models.sh --optional
endif

benchmark: toolchain packages
	@deploy/local/build.sh $(CONFIGURATION) deployment-benchmark

# Before all that takes long.
options:
	@deploy/local/options.sh "$(PORT)" "$(REPLICAS)" "$(RECEIPT)" "$(MODELS)"

packages:
	@deploy/local/packages.sh

toolchain:
	@deploy/local/toolchain.sh

## clean: remove the build; the data in .larder are kept
clean:
	rm -rf .build
