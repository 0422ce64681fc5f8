# Serves from the folder $1 and prints the port. Each line of standard input
# stops the server (stop) or starts another on the same port (start), and the
# port is printed again. Stops and cleans up when standard input ends.
# Everything else it says goes to standard error.
set -eu
folder=$1
exec 3>&1 1>&2
cd "$folder"
server=
stop() {
  [ -z "$server" ] || { kill -9 "$server" && wait "$server" || true; } 2>/dev/null
  server=
}
start() {
  redis-server --port "$port" --bind 127.0.0.1 --dir "$folder" --save '' --appendonly no >"$folder/log" 2>&1 </dev/null 3>&- &
  server=$!
  for attempt in $(seq 500); do
    if redis-cli -p "$port" ping >/dev/null 2>&1; then return 0; fi
    kill -0 "$server" 2>/dev/null || break
    sleep 0.02
  done
  stop
  return 1
}
trap 'stop; rm -rf "$folder"' EXIT
trap '' INT TERM HUP

command -v redis-server >/dev/null || { echo "Redis is missing: scripts/setup.sh test installs it"; exit 1; }
# A free port can be taken by another process before the server has it: then another one is tried.
for attempt in 1 2 3 4 5; do
  port=$((20000 + ($(od -An -N2 -tu2 /dev/urandom) % 12000)))
  if redis-cli -p "$port" ping >/dev/null 2>&1; then continue; fi
  if start; then
    echo "$port" >&3
    while read -r command; do
      "$command"
      echo "$port" >&3
    done
    exit 0
  fi
done
cat "$folder/log"
exit 1
