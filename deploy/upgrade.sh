#!/bin/sh
# Installs the release in this folder on the running containers: one part after the other, each once the one before it is
# healthy, so that a standby, or the other API process, does the work meanwhile. Migrations run first: those of a release fit
# the release before it. Options go to each `docker compose up`: --force-recreate for a drill, or after secrets were changed.
set -eu
cd "$(dirname "$0")/.."

deploy/make-secrets.sh
docker compose build
deploy/redis-users.sh docker compose exec -T redis redis-cli
docker compose run --rm --no-deps migrate
for part in engine-spot-standby engine-perpetual-standby engine-spot engine-perpetual \
  settlement-spot settlement-perpetual ticker-standby ticker signer worker api-2 api console; do
  echo "upgrade: $part"
  docker compose up --detach --no-deps --wait "$@" "$part"
done
docker compose run --rm ops status
