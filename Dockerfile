# The server alone, for a PostgreSQL elsewhere. See docker-compose.yml.
#
# A tag of a base image can change. To build from exactly one image, name it by its digest, which
# `docker buildx imagetools inspect debian:bookworm-slim` prints:
#   docker build --build-arg BASE_IMAGE=debian:bookworm-slim@sha256:… .

ARG BUILD_IMAGE=rust:1.95-bookworm
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /lapidary
COPY . .
# With optimization of all libraries together. It takes up to 20 minutes; `--release` takes less.
RUN cargo build --profile dist --locked --features png

FROM ${BASE_IMAGE}
# The authorities that vouch for an encrypted database, and a font for pictures as PNG.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/*
# The directory for the list of erased accounts, whose volume takes over its owner.
RUN useradd --system --uid 10001 --user-group --home-dir /nonexistent lapidary \
    && install --directory --owner=lapidary --group=lapidary /var/lib/lapidary
COPY --from=build /lapidary/target/dist/lapidary /usr/local/bin/lapidary
USER 10001
ENV LAPIDARY_LISTEN=0.0.0.0:8080 LAPIDARY_LOG_FORMAT=json
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["lapidary", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["lapidary"]
