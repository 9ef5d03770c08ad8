# The command alone, for CI: docker build -t modelgen . && docker run --rm -v "$PWD:/work" modelgen check Models
FROM swift:6.3-bookworm AS build
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends make zip libyaml-dev libsqlite3-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
COPY . /source
WORKDIR /source
RUN make bundle && install -D .build/bundle/modelgen.artifactbundle/*/bin/modelgen /out/modelgen

FROM debian:bookworm-slim
# hadolint ignore=DL3008
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends libstdc++6 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/modelgen /usr/local/bin/modelgen
# nobody
USER 65534
WORKDIR /work
ENTRYPOINT ["modelgen"]
