#!/bin/sh
# Run once, by the image of PostgreSQL when it makes its database: two roles, one that owns the tables and migrates, one that serves, as
# `zonegraph roles` prints them (docs/operating.md#two-database-roles). The migration gives the second one its rights.
set -eu

owner=${OWNER_ROLE:-zonegraph_owner}
server=${SERVER_ROLE:-zonegraph}

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set owner="$owner" --set owner_password="$(cat "$OWNER_PASSWORD_FILE")" \
  --set server="$server" --set server_password="$(cat "$SERVER_PASSWORD_FILE")" --set database="$POSTGRES_DB" <<'END'
create role :"owner" login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'owner_password';
create role :"server" login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'server_password';
alter database :"database" owner to :"owner";
revoke all on database :"database" from public;
grant connect, temporary on database :"database" to :"server";
alter schema public owner to :"owner";
revoke create on schema public from public;
END
