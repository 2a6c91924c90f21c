import { defineShellRule } from '../rule.ts';

export const systemDestroyed = defineShellRule({
  id: 'system.destroy',
  level: 'blocked',
  summary: 'Programs that erase disks or stop the machine.',
  objects: ({ name, effects }) =>
    effects.some(({ thing }) => thing === 'disk' || thing === 'power')
      ? `${name} can erase a disk or stop the machine`
      : undefined,
  hits: [
    'mkfs.ext4 /dev/sda1',
    'dd if=/dev/zero of=/dev/sda',
    'dd if=a of=b',
    'fdisk -l',
    'shutdown -h now',
    'env reboot',
  ],
  passes: ['ls dd', 'cat reboot.md', 'echo shutdown'],
});
