import { defineProgram } from '../define.ts';
import { headOf } from '../words.ts';

/** Programs that work on disks as a whole. */
export const disks = [
  defineProgram({
    names: 'dd gdd dcfldd dc3dd ddrescue',
    summary: 'Copies bytes between files and disks.',
    style: 'keys',
    options: {
      'if=': 'read',
      'of=': 'write force',
      'bs ibs obs cbs count skip seek iseek oseek conv iflag oflag status hash hashlog=': 'text',
    },
    effects: 'change disk force: overwrites without asking',
    examples: {
      'dd if=/dev/zero of=/dev/sda bs=1M': 'read /dev/zero, write /dev/sda force, change disk force',
      'dd if=a of=b count=1': 'read a, write b force, change disk force',
      'dd --help': 'quiet',
    },
  }),
  defineProgram({
    names: `
      mkfs mkfs.* mke2fs mkswap mkdosfs newfs newfs_* wipefs fdisk sfdisk cfdisk gdisk cgdisk sgdisk gparted parted
      partprobe badblocks hdparm blkdiscard sg_format nvme mdadm tune2fs resize2fs e2fsck fsck fsck.*
      xfs_repair xfs_growfs btrfs zpool zfs pvcreate pvremove vgcreate vgremove vgreduce lvcreate lvremove
      lvresize diskutil format diskpart debugfs dmsetup flashrom fdformat
    `,
    summary: 'Change what disks are made of.',
    options: { '-t -L -U -T -N -b -m -s -o -n -d -c --types --label=': 'text' },
    effects: 'change disk force',
    examples: {
      'mkfs.btrfs /dev/sdc': 'change disk /dev/sdc force',
      'mkfs -t ext4 /dev/sda': 'change disk /dev/sda force',
      'fdisk -l': 'change disk force',
      'wipefs -a /dev/sda': 'change disk /dev/sda force',
      'mkfs.ext4 --version': 'quiet',
    },
  }),
  defineProgram({
    names: `
      mount umount swapon swapoff losetup cryptsetup sshfs fusermount fusermount3 eject hdiutil udisksctl
      guestmount pivot_root bindfs
    `,
    summary: 'Make disks visible and take them away.',
    quiet: true,
    options: { '-l -V --show --summary': 'text', '-t -o -L -U -O=': 'text' },
    also: [{ if: 'operands', effects: 'change disk' }],
    inspect(call, found) {
      if (call.operands.length === 0 && call.invocation.args.some((word) => /^-[adDc]/.test(headOf(word)))) {
        found.effect({ kind: 'change', thing: 'disk' });
      }
    },
    examples: { mount: 'quiet', 'mount /dev/sdb1 /mnt': 'change disk /dev/sdb1', 'swapoff -a': 'change disk' },
  }),
  defineProgram({
    names: 'sync mountpoint dumpe2fs smartctl lvs vgs pvs blockdev lvdisplay vgdisplay pvdisplay',
    summary: 'Tell something about disks.',
    quiet: true,
    examples: { sync: 'quiet', 'mountpoint /': 'quiet' },
  }),
];
