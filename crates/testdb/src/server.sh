# Serves from a new cluster in the folder $2 with the programs in $1, prints the
# port, and stops and cleans up when standard input ends. Each line of standard
# input before that stops the server as by a crash and starts it again; then the
# port is printed again. Everything else it says goes to standard error.
set -eu
programs=$1
folder=$2
exec 3>&1 1>&2

# The server refuses to run as root.
as() { "$@"; }
if [ "$(id -u)" -eq 0 ]; then
  as() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
  chown postgres: "$folder"
fi
cd "$folder"
trap 'rm -rf "$folder"' EXIT

as "$programs/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C -N >"$folder/initdb.log" 2>&1 </dev/null || {
  cat "$folder/initdb.log"
  exit 1
}
# A free port can be taken by another process before the server has it: then another one is tried.
for attempt in 1 2 3 4 5; do
  port=$((20000 + ($(od -An -N2 -tu2 /dev/urandom) % 12000)))
  if as "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w -t 60 -o "-p $port -c listen_addresses=127.0.0.1 \
    -c unix_socket_directories=$folder -c max_connections=300 -c fsync=off -c full_page_writes=off \
    -c synchronous_commit=off -c autovacuum=off" start >/dev/null 2>&1 </dev/null; then
    trap 'as "$programs/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1 </dev/null; rm -rf "$folder"' EXIT
    trap '' INT TERM HUP
    echo "$port" >&3
    while read -r _; do
      as "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -m immediate -w -t 60 restart >/dev/null 2>&1 </dev/null
      echo "$port" >&3
    done
    exit 0
  fi
done
cat "$folder/log"
exit 1
