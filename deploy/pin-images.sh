#!/bin/sh
# Names the base images by their digests in .env, so that every build and start uses exactly these. Run it to move to newer
# ones, and try them before production does. Needs docker with buildx, and the registry.
set -eu
cd "$(dirname "$0")/.."

pin() { # variable, image
  digest=$(docker buildx imagetools inspect "$2" --format '{{.Manifest.Digest}}')
  sed -i "/^$1=/d" .env
  echo "$1=$2@$digest" | tee -a .env
}

pin NODE_IMAGE node:24-bookworm-slim
pin POSTGRES_IMAGE postgres:18
pin REDIS_IMAGE redis:8
pin MAILPIT_IMAGE axllent/mailpit:v1.27
pin PROMETHEUS_IMAGE prom/prometheus:v3.5.0
pin GRAFANA_IMAGE grafana/grafana:12.1.0
pin TEMPO_IMAGE grafana/tempo:2.8.1
