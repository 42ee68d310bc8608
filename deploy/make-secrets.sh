#!/bin/sh
# Makes the secrets of docker-compose.yml below secrets/, one file each. What is there stays, so it may run again after an
# upgrade; delete a file to have another made (docs/operations.md, "Change a secret").
set -eu
cd "$(dirname "$0")/.."
# The folder is closed to others; in it the files are readable to the users of the containers.
mkdir -p secrets && chmod 700 secrets && cd secrets
umask 022

random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
# A file with the text of standard input, unless it is there.
keep() { if [ -e "$1" ]; then cat >/dev/null; else cat >"$1.new" && mv "$1.new" "$1" && echo "made secrets/$1"; fi; }

for name in postgres-password access-token-secret api-key-encryption-key metrics-token grafana-password signer-secret signer-passphrase; do random | keep "$name"; done
echo smtp://mailpit:1025 | keep smtp-url
# Without credentials for the collector of traces.
keep trace-headers </dev/null
# What .env gives a name of, as a release that took it from there was given it: as it stands, or in quotes. What Compose reads in another way than it stands is
# refused: a comment behind it, an escape, a variable, a text of several lines.
setting() {
  [ -e ../.env ] || return 0
  line=$(sed -n "s/^[[:space:]]*\(export[[:space:]][[:space:]]*\)\{0,1\}$1[[:space:]]*=[[:space:]]*//p" ../.env | tail -n 1 | tr -d '\r' | sed 's/[[:space:]]*$//')
  plain=$(printf %s "$line" | sed -n "s/^'\([^']*\)'\$/\1/p; t
s/^\"\([^\"\\\$]*\)\"\$/\1/p; t
/^[\"']/d
/[[:space:]]#/d
/[\\\$\"']/d
/^#/d
p")
  if [ -n "$line" ] && [ "$plain" = '' ] && [ "$line" != '""' ] && [ "$line" != "''" ]; then
    echo "make-secrets: $1 in .env has a comment, an escape, a variable or a quote that is not read here. Write its value into secrets/$2 yourself, without a line end, and delete the line in .env" >&2
    exit 1
  fi
  printf %s "$plain"
}
# Of providers; empty: there is none.
for name in kyc-provider-secret kyc-provider-request-secret delivery-report-secret; do
  [ ! -s "$name" ] || continue
  value=$(setting "$(echo "$name" | tr a-z- A-Z_)" "$name")
  if [ -n "$value" ]; then
    rm -f "$name"
    echo "secrets/$name is taken from .env: delete the line there, which is not read any more"
  fi
  printf %s "$value" | keep "$name"
done

owner=$(cat postgres-password)
echo "postgresql://pelican:$owner@postgres:5432/pelican" | keep database-url-owner
for role in api settlement ticker worker signer operator reader; do
  echo "postgresql://pelican_$role:$(random)@postgres:5432/pelican" | keep "database-url-$role"
done
for part in engine settlement ticker worker api operator; do
  echo "redis://$part:$(random)@redis:6379/0" | keep "redis-url-$part"
done

# The users of Redis from deploy/redis-users.acl, each with the hash of its password.
while read -r user name rights; do
  case $user in
    user)
      if [ "$name" != default ]; then
        password=$(sed 's/.*:\(.*\)@.*/\1/' "redis-url-$name")
        rights="#$(printf %s "$password" | sha256sum | cut -d' ' -f1) $rights"
      fi
      echo "user $name on $rights"
      ;;
  esac
done <../deploy/redis-users.acl >redis.acl.new
mv redis.acl.new redis.acl
