# What an attacker looks for on the host: listens on every kind of socket, holds a named pipe open, has a secret in its environment.
import json, os, select, socket, sys

place = sys.argv[1]


fifo = os.path.join(place, "outside/control")
if not os.path.exists(fifo):
    os.mkfifo(fifo)
# As handle 3, like the socket of the supervisor; before anything else could get that number.
handle = os.open(fifo, os.O_RDWR)
if handle != 3:
    os.dup2(handle, 3)


def listener(family, kind, address):
    sock = socket.socket(family, kind)
    sock.bind(address)
    if kind == socket.SOCK_STREAM:
        sock.listen(16)
    return sock


for name in ("workspace/victim.sock", "workspace/victim.dgram"):
    if os.path.exists(os.path.join(place, name)):
        os.unlink(os.path.join(place, name))
abstract = "sallyport-victim-%d" % os.getpid()
socks = [
    listener(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
    listener(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
    listener(socket.AF_UNIX, socket.SOCK_STREAM, os.path.join(place, "workspace/victim.sock")),
    listener(socket.AF_UNIX, socket.SOCK_DGRAM, os.path.join(place, "workspace/victim.dgram")),
    listener(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + abstract),
]
port6 = 0
try:
    socks.append(listener(socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0)))
    port6 = socks[-1].getsockname()[1]
except OSError:
    pass
told = {
    "pid": os.getpid(),
    "tcp": socks[0].getsockname()[1],
    "udp": socks[1].getsockname()[1],
    "tcp6": port6,
    "abstract": abstract,
}
print(json.dumps(told), flush=True)
while True:
    for sock in select.select(socks, [], [])[0]:
        if sock.type == socket.SOCK_STREAM:
            sock.accept()[0].close()
            continue
        data, sender = sock.recvfrom(1000)
        if sock.family == socket.AF_INET:
            sock.sendto(data, sender)
        else:
            with open(os.path.join(place, "outside/datagram"), "w") as file:
                file.write("GOT")
