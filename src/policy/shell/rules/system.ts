import type { EffectKind } from '../../../protocol/shell.ts';
import { defineShellRule } from '../rule.ts';

export const systemDestroyed = defineShellRule({
  id: 'system.destroy',
  level: 'blocked',
  summary: 'Programs that erase disks or stop the machine.',
  objects: ({ name, effects }) =>
    effects.some(({ thing, kind, target }) => thing === 'disk' || thing === 'power' || isRaw(kind, target?.path))
      ? `${name} can erase a disk or stop the machine`
      : undefined,
  hits: [
    'mkfs.ext4 /dev/sda1',
    'dd if=/dev/zero of=/dev/sda',
    'dd if=a of=b',
    'fdisk -l',
    'shutdown -h now',
    'env reboot',
    'echo x > /dev/sda',
    'cp a /dev/nvme0n1',
    'echo b > /proc/sysrq-trigger',
    "perl -e 'fork while 1'",
  ],
  passes: ['ls dd', 'cat reboot.md', 'echo shutdown', 'echo x > /dev/null', 'cat /proc/sysrq-trigger'],
});

/** A disk under its own name, or the file through which the kernel is told to stop. */
function isRaw(kind: EffectKind, path: string | undefined): boolean {
  return (kind === 'write' || kind === 'delete') && path !== undefined && raw.test(path);
}

const raw =
  /^\/(?:proc\/sysrq-trigger|dev\/(?:[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|md\d|dm-\d|loop\d|disk\d?(?:\/|s|$)|mapper\/|mem$|kmem$|port$))/;
