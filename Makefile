# Larder. The two commands of a new user: make run, make test.

# release runs as users run it; debug builds faster.
CONFIGURATION ?= release
# The photo that `make run` sends once all is up.
RECEIPT ?= deploy/sample/receipt.jpg
# What make fuzz gives each target, and which; all unless some are named.
SECONDS ?= 60
TARGETS ?=
# What make bench-rpc compares, with commas (all of Tests/Benchmarks/peers.json unless given).
PEERS ?=
# Real receipts: for receipts-report a folder with their truth (../shared/receipts), for bench-receipts one with photos (.jpg).
FOLDER ?=
# Further options of bench-rpc, bench-receipts, receipts-report and matching-report.
OPTIONS ?=
# The gateway's port; the services take those above it, further instances those that are 10, 20 and so on higher, metrics
# those that are 100 higher.
PORT ?= 7443
# How many instances of each program run.
REPLICAS ?= 1

BUILD_FOLDER = .build/$(CONFIGURATION)
# The client, the launcher and the batch reader, and what the manifest of services names: their programs and workers.
PROGRAMS = larder larder-local larder-receipts $(shell grep -o '"larder-[a-z-]*"' Services/Manifest/services.json | tr -d '"')

.PHONY: run restart certificates test check bench bench-lines bench-receipts bench-reads bench-rpc receipts-report matching-report fuzz sanitize format generate build deps benchmark packages toolchain clean

## run: build, start everything, send a receipt, serve until Ctrl-C
run: build
	@$(BUILD_FOLDER)/larder-local --receipt "$(RECEIPT)" --port $(PORT) --replicas $(REPLICAS)

## restart: all programs of `make run`, one instance after the other
restart:
	@$(call signal_launcher,USR1)

## certificates: new ones for all programs of `make run`, while they run
certificates:
	@$(call signal_launcher,USR2)

# The launcher holds the lock for as long as it runs; its number in the file may be another's afterwards.
signal_launcher = if [ ! -e .larder/lock ] || flock --nonblock .larder/lock true; then \
	echo "Larder does not run here." >&2; exit 1; fi; kill -$(1) "$$(cat .larder/lock)"

## build: all programs, in the configuration of `make run`
build: toolchain packages
	@deploy/local/build.sh $(CONFIGURATION) $(PROGRAMS)

## test: every test, with a set-up of its own
test: toolchain packages
	swift build --build-tests
	@# One after the other: many start programs and databases of their own, and two cores are soon busy.
	swift test --skip-build --no-parallel

## check: format, generated code, and the rules of Tests/Checks
check: toolchain packages
	swift format lint --strict --recursive Package.swift Services Shared Tests deploy
	Shared/MessageGenerator/generate.sh --check
	@cd Tests/Checks/check && python3 -m unittest --quiet
	@python3 Tests/Checks/check

## bench: the figures that the product promises
bench: build benchmark
	@$(BUILD_FOLDER)/deployment-benchmark promises --data .larder/bench --receipt deploy/sample/receipt.jpg --port 7743
	@deploy/local/measure-build.sh

## bench-lines: how long printed lines are looked up, with 100,000 of other users in the database
bench-lines: build benchmark
	@$(BUILD_FOLDER)/deployment-benchmark lines --data .larder/bench-lines --port 7943

## bench-reads: how fast a purchase is read through gateway and budget, beside pgbench; an idle machine, 6 GB of disk
bench-reads: build
	@deploy/local/build.sh release reads-benchmark
	@.build/release/reads-benchmark $(OPTIONS)

## bench-receipts: many receipts at once, beside small calls; six minutes, on an idle machine with two cores (OPTIONS='--receipts 40' for less)
bench-receipts: build benchmark
	@rm -rf .larder/bench-receipts
	@$(BUILD_FOLDER)/deployment-benchmark receipts --data .larder/bench-receipts --photos "$(or $(FOLDER),Tests/Receipts/Generated/img)" --port 7843 --replicas 2 $(OPTIONS)

## receipts-report: what is read right of receipts with known truth (FOLDER=..., OPTIONS='--readers tesseract', ...)
receipts-report: toolchain packages
	@deploy/local/build.sh release larder-receipts
	@python3 Tests/Receipts/report $(if $(FOLDER),--folder "$(FOLDER)") $(OPTIONS)

## matching-report: what printed lines are matched right (OPTIONS='--keep 1.1.0' keeps the figures as those of a release)
matching-report: toolchain packages
	@deploy/local/build.sh release catalog-benchmark
	@.build/release/catalog-benchmark $(OPTIONS)

## fuzz: each fuzz target for SECONDS, with libFuzzer
fuzz: toolchain packages
	@Tests/Fuzz/fuzz.sh $(SECONDS) $(TARGETS)

## sanitize: tests of the modules that everything rests on, under the thread sanitizer
sanitize: toolchain packages
	@Tests/Sanitizer/sanitize.sh $(OPTIONS)

## bench-rpc: the RPC layer beside others (PEERS=bare,larder for some of them, OPTIONS=--quick for less time)
bench-rpc: toolchain packages
	@deploy/local/packages.sh python3 $(if $(PEERS),$(if $(findstring grpc-cpp,$(PEERS)),libgrpc++-dev),libgrpc++-dev)
	@python3 Tests/Benchmarks/runner $(if $(PEERS),--peers $(PEERS)) $(OPTIONS)

## format: bring the source into its format
format:
	swift format --in-place --recursive Package.swift Services Shared Tests deploy

## generate: messages and stubs from proto/
generate: toolchain packages
	Shared/MessageGenerator/generate.sh

## deps: fetch the models that receipts are read better with
deps:
	@deploy/local/models.sh

benchmark: toolchain packages
	@deploy/local/build.sh $(CONFIGURATION) deployment-benchmark

packages:
	@deploy/local/packages.sh

toolchain:
	@command -v swift >/dev/null || { echo "A Swift 6.3 toolchain is needed: see swift.org/install" >&2; exit 1; }

## clean: remove what was built; the data in .larder stay
clean:
	rm -rf .build
