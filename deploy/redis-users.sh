#!/bin/sh
# Gives the running Redis the users of secrets/redis.acl, which it reads by itself only when it starts, and removes those that are
# no longer in it. The arguments are the command that runs redis-cli. Fails unless Redis accepted each of them.
set -eu
cd "$(dirname "$0")/.."
password=$(sed 's/.*:\(.*\)@.*/\1/' secrets/redis-url-operator)

# The password goes by standard input: every user of the machine sees the arguments of a command.
as_operator() { { printf 'AUTH operator %s\n' "$password"; cat; } | "$@"; }

expect_ok() {
  if [ "$(printf '%s\n' "$2" | grep -c '^OK$')" -ne $(($1 + 1)) ]; then
    echo "Redis did not accept the users of secrets/redis.acl:" >&2
    printf '%s\n' "$2" | grep -v '^OK$' >&2
    exit 1
  fi
}

expect_ok "$(grep -c '^user ' secrets/redis.acl)" \
  "$(sed -n 's/^user \([^ ]*\)/ACL SETUSER \1 reset/p' secrets/redis.acl | as_operator "$@" 2>&1)"

for user in $(echo 'ACL USERS' | as_operator "$@" | sed 1d); do
  grep -q "^user $user " secrets/redis.acl && continue
  echo "redis: removes the user $user"
  answer=$(as_operator "$@" 2>&1 <<END
ACL DELUSER $user
END
  )
  [ "$(printf '%s\n' "$answer" | tail -n 1)" = 1 ] || { printf '%s\n' "$answer" >&2; exit 1; }
done
