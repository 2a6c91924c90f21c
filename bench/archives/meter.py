# Runs a program and prints [exit code, wall seconds, CPU seconds, largest memory in bytes] as JSON:
# python3 meter.py <file for its output> <program> <arguments...>
# Node tells only its own costs and `time` counts in hundredths; wait4 gives microseconds, of the program and of all that
# it waited for. Memory is never less than that of this Python (some 14 MB), as the program starts as a copy of it.
import json, os, signal, sys, time

out = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
output = [(os.POSIX_SPAWN_DUP2, out, 1), (os.POSIX_SPAWN_DUP2, out, 2)]
start = time.monotonic()
child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ, file_actions=output)
signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGKILL))
_, status, used = os.wait4(child, 0)
wall = time.monotonic() - start
unit = 1 if sys.platform == 'darwin' else 1024
print(json.dumps([os.waitstatus_to_exitcode(status), wall, used.ru_utime + used.ru_stime, used.ru_maxrss * unit]))
