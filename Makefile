# Everything here is a short name for one command; without make, type the command.

.PHONY: run test laws oracle contract bench openapi refusals check deny clean

# Serves on http://127.0.0.1:8080, documentation under /docs, with a PostgreSQL of its own unless
# DATABASE_URL names one. Ctrl-C stops both.
run:
	cargo run --release --locked

# All tests. They use a PostgreSQL of their own unless TEST_DATABASE_URL names one.
test:
	cargo test --locked

# The laws of the rules over some two million random games, about ten minutes. LAPIDARY_LAW_GAMES sets how many a law plays at
# each table.
laws:
	LAPIDARY_LAW_GAMES=$${LAPIDARY_LAW_GAMES:-5000} cargo test --release --locked --test engine laws

# Whole games compared with the plain rules in examples/, decision by decision; needs python3.
# ORACLE_GAMES=20 plays so many of each kind, ORACLE_SEED=5 others.
oracle:
	cargo test --locked --features oracle --test oracle

# Linters, generated clients that play, verifiers and a fuzzer against the contract, on a server of their own; needs
# Node.js 20 or later with npm, Python 3.11 or later with venv, and Java 11 or later. Their tools are installed under target/ alone.
# FUZZ_SEED=5 lets the fuzzer ask other questions, FUZZ_EXAMPLES=1000 more of them.
contract:
	@command -v python3 > /dev/null || { echo "python3 is not installed: install Python 3.11 or later with venv"; exit 1; }
	tests/contract/run

# What the engine does in a second, and the server beside PostgreSQL alone (a cluster of its own, on the disk of /var/tmp).
# Both are part of the program with the feature `bench` alone.
bench:
	cargo run --release --locked --features bench -- bench engine
	cargo run --release --locked --features bench -- bench http

# Writes the contract as the program has it.
openapi:
	mkdir -p openapi
	cargo run --quiet --locked -- openapi > openapi/openapi.json.new
	mv openapi/openapi.json.new openapi/openapi.json

# Writes the list of the refusals that the tests meet, which a test compares with the table of operations.
refusals:
	rm -f target/refusals.txt
	LAPIDARY_REFUSALS=$(CURDIR)/target/refusals.txt cargo test --locked --test it -- --skip every_code_of_an_operation
	LC_ALL=C sort -u target/refusals.txt > tests/it/refusals.txt

# What is checked before a change is handed in, besides the tests.
check:
	cargo fmt --check
	cargo clippy --locked --all-targets --all-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --document-private-items

# Licences and advisories of the dependencies; needs cargo-deny and the network.
deny:
	cargo deny check

# Removes what was built, and the files of the tests' PostgreSQL.
clean:
	cargo clean
	rm -rf /dev/shm/lapidary-test-database-$$(id -u) "$${TMPDIR:-/tmp}/lapidary-test-database-$$(id -u)"
