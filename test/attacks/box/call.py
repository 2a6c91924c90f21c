# Makes the system calls that come in, one a line, and says GOT for each that the kernel took up, if only to find its arguments wrong.
import ctypes, errno, os, platform, sys

column = {"x86_64": 0, "aarch64": 1}[platform.machine()]
numbers = {
    "add_key": (248, 217), "bpf": (321, 280), "chroot": (161, 51), "clone": (56, 220), "clone3": (435, 435),
    "init_module": (175, 105), "io_uring_setup": (425, 425), "kcmp": (312, 272), "keyctl": (250, 219),
    "mount": (165, 40), "move_mount": (429, 429), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "open_tree": (428, 428), "perf_event_open": (298, 241), "personality": (135, 92), "pidfd_getfd": (438, 438),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "ptrace": (101, 117), "reboot": (169, 142),
    "request_key": (249, 218), "setns": (308, 268), "socket": (41, 198), "swapon": (167, 224), "syslog": (103, 116),
    "umount2": (166, 39), "userfaultfd": (323, 282),
}
libc = ctypes.CDLL(None, use_errno=True)
for line in sys.stdin:
    name, *args = line.replace("$SELF", str(os.getpid())).replace("$TARGET", os.environ["TARGET"]).split()
    if name == "pidfd_getfd":
        args = [os.pidfd_open(int(args[0])), *args[1:]]
    words = [ctypes.c_long(int(str(arg), 0)) for arg in args] + [ctypes.c_long(0)] * (6 - len(args))
    result = libc.syscall(ctypes.c_long(numbers[name][column]), *words)
    refused = (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EAFNOSUPPORT)
    print("GOT" if result >= 0 or ctypes.get_errno() not in refused else "refused", flush=True)
