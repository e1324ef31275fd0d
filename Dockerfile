# syntax=docker/dockerfile:1
# Tidings as an image. The tests do not build it.
#
#   docker build -t tidings .
#   docker run -v tidings:/data -p 8080:8080 tidings

FROM swift:6.3-bookworm AS build
# The packages are the distribution's, whatever their security updates are called.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        libcurl4-openssl-dev libevent-dev libicu-dev libnghttp2-dev libpq-dev libsqlite3-dev libssl-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# The manifest is cut to the tool and what it needs.
ENV TIDINGS_ONLY=tidings
RUN swift build -c release --static-swift-stdlib --product tidings \
    && install -D .build/release/tidings /out/tidings \
    && strip /out/tidings

FROM debian:bookworm-slim
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        ca-certificates libcurl4 libevent-2.1-7 libevent-openssl-2.1-7 libevent-pthreads-2.1-7 libicu72 libnghttp2-14 libpq5 \
        libsqlite3-0 libssl3 postgresql-client tzdata \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin tidings \
    && install --directory --owner=tidings --group=tidings --mode=0700 /data
COPY --from=build /out/tidings /usr/local/bin/tidings
USER 10001
VOLUME /data
ENV TIDINGS_DATA=/data TIDINGS_BIND=0.0.0.0
EXPOSE 8080
# SIGTERM drains; give it longer than the setting `drain`: docker run --stop-timeout 40.
STOPSIGNAL SIGTERM
ENTRYPOINT ["tidings"]
CMD ["serve"]
