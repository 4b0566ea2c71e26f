#!/bin/sh
# A dump of the database every BACKUP_EVERY_HOURS, kept for BACKUP_KEEP_DAYS: the same kind of file as `zonegraph backup` writes, which
# `zonegraph restore` takes. BACKUP_ONCE=true makes one and ends. Where the database is comes from libpq's own variables (PGHOST ...), its
# password also from the file PGPASSWORD_FILE.
set -eu
umask 077
trap 'exit 0' TERM INT

directory=${BACKUP_DIR:-/backups}
hours=${BACKUP_EVERY_HOURS:-24}
days=${BACKUP_KEEP_DAYS:-30}

if [ -n "${PGPASSWORD_FILE:-}" ]; then
  PGPASSWORD=$(cat "$PGPASSWORD_FILE")
  export PGPASSWORD
fi

back_up() {
  file=$directory/zonegraph-$(date -u +%Y%m%dT%H%M%SZ).backup
  rm -f "$directory"/*.part
  # Only a dump that is whole, and can be read, gets its name; only then do old ones go.
  pg_dump --format=custom --no-owner --file="$file.part" &&
    pg_restore --list "$file.part" >/dev/null &&
    sync "$file.part" &&
    mv "$file.part" "$file" &&
    find "$directory" -name 'zonegraph-*.backup' -mtime "+$days" -delete &&
    echo "backed up to $file"
}

if [ "${BACKUP_ONCE:-false}" = true ]; then
  back_up
  exit
fi

while :; do
  if back_up; then
    sleep $((hours * 3600)) & wait $!
  else
    echo 'the backup failed; it is tried again in five minutes' >&2
    sleep 300 & wait $!
  fi
done
