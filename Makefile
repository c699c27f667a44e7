# Each target is a short name for one command.

.PHONY: run test size busy chaos leaks repeated waits build-weight laws steps races citus oracle contract bench bench-beside bench-lists openapi clients web packages packages-test python python-test wasm wasm-test release-dump check deny clean

# Serves on http://127.0.0.1:8080, with the documentation under /docs. Starts an embedded PostgreSQL unless DATABASE_URL
# is set. Ctrl-C stops both. With pictures as PNG, as the image and the packages have them: few programs show previews with others.
run:
	@[ -e target/release/lapidary ] || printf '%s\n' "The first build takes 6 to 8 minutes on two processors, and 2.6 GB of memory." \
	    "To skip it, install a package for pip, npm or Debian: docs/packages.md."
	cargo run --release --locked --features png

# Runs all tests. They start their own PostgreSQL unless TEST_DATABASE_URL is set. Many of them wait for time to pass or for the
# database, so three times as many run at once as there are processors. Those that need python3 (see `oracle`) run where it is installed.
# At the end it checks that the tests have met every refusal that the table of operations names.
test: export RUST_TEST_THREADS ?= $(shell echo $$((3 * $$(nproc))))
test: FEATURES = $(if $(shell command -v python3),--all-features,--features png)
test: export LAPIDARY_REFUSALS = $(CURDIR)/target/refusals.txt
test:
	mkdir -p target
	rm -f $(LAPIDARY_REFUSALS)
	cargo test --locked --workspace $(FEATURES)
	LAPIDARY_REFUSALS_MET=$(LAPIDARY_REFUSALS) cargo test --quiet --locked --workspace $(FEATURES) --test it every_error_code

# Prints how large the house is: lines, crates, bytes of the contract, names with several meanings. Fails if a figure is above its bound in
# tests/size.json, or if a bound has risen. Needs python3; with git, it compares with the bounds that were merged last.
size:
	tests/size

# Runs all tests beside busy processes, ten times (`BUSY_RUNS`), and lists which failed at least once: no test may depend on
# how fast the machine is.
busy:
	tests/busy

# A day of faults for five minutes, or MINUTES, of the seed 1, or SEED: servers and database are killed and paused, the network is cut, while bots play
# through the public API; then what was acknowledged is compared with what is stored. Planted faults show that the checks find some.
chaos:
	cargo build --locked
	SEED=$${SEED:-1} MINUTES=$${MINUTES:-5} tests/chaos/run target/debug/lapidary

# Twin worlds of the seed 1, or SEED: what a viewer must not know is changed, and all that the contract lets them ask must be answered the same.
# Planted leaks show that the comparison finds some.
leaks:
	cargo build --locked --features png
	SEED=$${SEED:-1} tests/leaks/run target/debug/lapidary

# Runs each test of the API that is new since a revision (SINCE, by default a day ago) fifty times, and lists those that failed once.
repeated:
	tests/repeated $(SINCE)

# Prints what a newcomer and a developer wait for: clean builds, and from an edit to the results of tests.
waits:
	tests/waits

# Prints processor seconds and memory of each run of the compiler over our own crates, and of whose code each of them is made. The first
# time it also builds the libraries, in a target directory of its own. WEIGHT="--dev" measures the profile of the tests. Needs python3 and nm.
build-weight:
	tests/build-weight $(WEIGHT)

# Tests the laws of the rules in about two million random games, which takes about ten minutes. LAPIDARY_LAW_GAMES sets
# the number of games that a law plays at each table.
laws:
	LAPIDARY_LAW_GAMES=$${LAPIDARY_LAW_GAMES:-5000} cargo test --release --locked --test engine laws

# Tests that each built-in opponent is stronger than the one below it at every kind of table, in about 1,700 games. A step that
# holds is said to be lost once in 1,000 runs, one of no worth passes once in 20; without a change, the same games are played again.
steps:
	cargo run --release --locked -p lapidary-train -- steps

# Races pairs of requests with each other by the hundred, on one and on two servers; `make test` races each pair twice, and of the
# acts on tournaments another twelfth of the pairs for each commit.
races:
	LAPIDARY_RACES=$${LAPIDARY_RACES:-200} cargo test --locked --workspace --all-features --test it races
	LAPIDARY_RACES=1 cargo test --locked --workspace --all-features --test it every_pair

# Runs the tests of the API on a Citus cluster, each with a distributed database of its own, with more races, and while
# processes of its nodes are killed. LAPIDARY_CITUS_URL names the coordinator, and a database that has the extension
# and the workers: postgres://postgres@127.0.0.1:9700/postgres. The role must be a superuser, because the tests create
# databases on every node and kill processes. LAPIDARY_KILLS sets the number of kills, CITUS_TESTS="games::turns" selects
# tests. tests/it/citus_exceptions.txt lists the tests that are left out, each with the reason.
# Then plays the cluster's part of an operator's day, for two minutes, on nodes that it starts from the programs of PostgreSQL with
# Citus in the directory LAPIDARY_CITUS_BIN, such as /usr/lib/postgresql/15/bin; needs Linux and python3.
citus:
	@test -n "$$LAPIDARY_CITUS_URL" || { echo "LAPIDARY_CITUS_URL is not set: it names the coordinator of a Citus cluster, which has workers, \
	and a database with the extension citus, citus_set_coordinator_host and citus_add_node, as a superuser"; exit 1; }
	@test -x "$$LAPIDARY_CITUS_BIN/postgres" || { echo "LAPIDARY_CITUS_BIN must name the directory of the programs of a PostgreSQL that has \
	Citus, such as /usr/lib/postgresql/15/bin: nodes are started from it"; exit 1; }
	LAPIDARY_RACES=$${LAPIDARY_RACES:-20} cargo test --locked --workspace --all-features --test it -- --test-threads=4 \
	    $$(sed -n 's/^\([a-z_:]*\) .*/--skip \1/p' tests/it/citus_exceptions.txt) $(CITUS_TESTS)
	tests/citus/play.py target/debug/lapidary

# Compares whole games with the plain rules in examples/, decision by decision; needs python3. ORACLE_GAMES=20 sets the
# number of games of each kind, ORACLE_SEED=5 selects other games. ORACLE_LIES=all changes the fields of more exports.
oracle:
	cargo test --locked --features oracle --test oracle

# Checks the contract on a server of its own with linters, generated clients that play games, verifiers and a fuzzer. STEPS="lint fuzz"
# selects steps, STEPS=whole all of them.
# Needs Node.js 20 or later with npm, Python 3.11 or later with venv, and Java 11 or later; nats-server, Chromium and promtool are taken
# from the packages of Debian if they are not installed. The tools are installed under target/ only. FUZZ_SEED=5 makes the fuzzer send other requests, FUZZ_EXAMPLES=1000 more requests; TOURNAMENT_PLAYERS=64 TOURNAMENT_ROUNDS=5 plays a larger tournament, DAY=long a long day of
# tournaments whose server is killed again and again.
contract:
	@command -v python3 > /dev/null || { echo "python3 is not installed: install Python 3.11 or later with venv"; exit 1; }
	tests/contract/run $(STEPS)

# Builds the wheel of the Python package into target/wheels; needs Python 3.10 or later with venv.
python:
	packages/python/run wheel

# Builds the wheel, installs it into a clean virtual environment, and checks types, tests and the examples of docs/python.md there.
python-test:
	packages/python/run

# Builds the npm package lapidary-engine into target/wasm; needs Node.js 20 or later with npm, Python 3.11 or later, and the target
# wasm32-unknown-unknown of Rust, which rustup adds. The second also tests it on a server and in a browser (see `contract`).
wasm:
	packages/wasm/build
wasm-test:
	tests/contract/run wasm

# Measures the speed of the engine, and of the server compared with PostgreSQL alone (a temporary cluster on the disk of
# /var/tmp), also of its event streams. The server that is measured logs each request, to target/bench.log.
bench:
	mkdir -p target
	cargo build --release --locked -p lapidary-bench
	target/release/lapidary-bench engine
	target/release/lapidary-bench http 2> target/bench.log || { tail -n 5 target/bench.log; exit 1; }
	target/release/lapidary-bench streams 2> target/bench.log || { tail -n 5 target/bench.log; exit 1; }

# Measures turns of people beside other work: games of `master`, analyses, a busy program of somebody else. Takes about two minutes.
bench-beside:
	mkdir -p target
	cargo build --release --locked -p lapidary-bench
	target/release/lapidary-bench beside 2> target/bench.log || { tail -n 5 target/bench.log; exit 1; }

# Measures lists of games and the search of 100,000 players in about three minutes: pages per second, and the 99th percentile.
bench-lists:
	mkdir -p target
	cargo build --release --locked -p lapidary-bench
	target/release/lapidary-bench growth --only list,player --few 10000 --many 50000 --players 100000 --seconds 3 2> target/bench.log || { tail -n 5 target/bench.log; exit 1; }

# Writes the OpenAPI document of the program to openapi/.
openapi:
	mkdir -p openapi
	cargo run --quiet --locked -- openapi > openapi/openapi.json.new
	mv openapi/openapi.json.new openapi/openapi.json

# Writes what the clients in packages/clients have from openapi/openapi.json. Needs Python 3.11 or later with venv, and Node.js 20 or later with npm.
clients:
	packages/clients/generate

# Packs the server for pip, npm and Debian into target/packages/files, see docs/packages.md; the second installs each in a clean place and
# plays a game on it.
packages:
	packages/build
packages-test:
	packages/test

# Builds the page and the element into web/dist/, which the program embeds; needs Node.js 20 or later with npm, and the target
# wasm32-unknown-unknown of Rust, which rustup adds.
web:
	web/drawing web/dist/drawing.wasm
	cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	cd web && npm run --silent types && npm run --silent check && npm run --silent build

# Writes a dump of a database of this version with some games and a tournament, for a release: a test of later versions brings it up to
# date. Needs pg_dump. VERSION=0.1.0 names the release.
release-dump:
	LAPIDARY_RELEASE_DUMP=$(CURDIR)/tests/releases/$(VERSION).sql cargo test --locked --test it -- releases::a_database_of_this_version

# The checks before a change is submitted, besides the tests.
check:
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets --all-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --document-private-items

# Checks licenses and advisories of the dependencies; needs cargo-deny and the network.
deny:
	cargo deny --workspace check

# Removes all build output, and the files of the tests' PostgreSQL.
clean:
	cargo clean
	rm -rf /dev/shm/lapidary-test-database-$$(id -u) "$${TMPDIR:-/tmp}/lapidary-test-database-$$(id -u)"
