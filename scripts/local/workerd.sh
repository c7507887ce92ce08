#!/bin/sh
# Runs workerd, and ends it when the process that started it is gone, even if that one was killed: then
# nobody holds the other end of file 3, over which workerd reports its ports.
self=$$
{
  cat <&3
  # Another process has this id by now if workerd ended by itself.
  case "$(cat "/proc/$self/comm" 2>/dev/null || echo workerd)" in workerd*) kill -9 "$self" ;; esac
} </dev/null >/dev/null 2>&1 &
exec "$WORKERD" "$@"
