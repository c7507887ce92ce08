#!/bin/sh
# Runs workerd, and ends it when its parent process is gone, even if that was killed: then no one holds the
# other end of file descriptor 3, over which workerd reports its ports.
self=$$
{
  cat <&3
  # If workerd ended on its own, another process may have this id by now.
  case "$(cat "/proc/$self/comm" 2>/dev/null || echo workerd)" in workerd*) kill -9 "$self" ;; esac
} </dev/null >/dev/null 2>&1 &
exec "$WORKERD" "$@"
