// Types into the terminal of the caller, first without a box and then in one; prints what got through, as JSON.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createBoxBackend } from '../../../src/backends/box/index.ts';
import { runProcess } from '../../fixtures/run-process.ts';
import { openPlace } from './place.ts';

const type = `
import fcntl, os, termios
for name in ["/dev/tty", *("/proc/self/fd/%d" % n for n in range(256))]:
    try:
        fcntl.ioctl(os.open(name, os.O_RDWR | os.O_NONBLOCK), termios.TIOCSTI, b" ")
        print("GOT")
    except OSError:
        pass
`;
using place = openPlace(process.argv[2] ?? import.meta.dirname);
const { stdout } = spawnSync('python3', ['-c', type], { stdio: ['inherit', 'pipe', 'inherit'] });
await using box = createBoxBackend({ root: join(place.path, 'workspace'), home: join(place.path, 'home') });
const boxed = await runProcess(box, '', { argv: ['python3', '-c', type] });
console.log(JSON.stringify({ raw: stdout.includes('GOT'), box: boxed.stdout.includes('GOT'), code: boxed.exitCode }));
