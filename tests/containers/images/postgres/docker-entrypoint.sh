#!/bin/sh
# As the image's own: the first start makes the database with a server that only answers at its socket.
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" && chown postgres:postgres /var/lib/postgresql "$PGDATA" /var/run/postgresql && chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  : "${POSTGRES_PASSWORD:?}"
  umask 077 && printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  # shellcheck disable=SC2086
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust $POSTGRES_INITDB_ARGS
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl start --wait -o "-c listen_addresses=''"
  createdb --username="$POSTGRES_USER" --maintenance-db=template1 "$POSTGRES_DB" || true
  # Long enough for a health check to see this server.
  sleep 6
  pg_ctl stop --wait --mode=fast
fi
exec "$@" -c "listen_addresses=*"
