import { defineCliCommand } from './define.ts';

export const doctor = defineCliCommand({
  name: 'doctor',
  summary: 'Look at everything the gate stands on, and say how to mend what does not hold',
  args: {},
  async run(args, { core, screen }) {
    const checks = await core().doctor();
    const failed = checks.some(({ status }) => status === 'fail');
    if (args.json) {
      screen.out(`${screen.json(checks)}\n`);
      return failed ? 1 : 0;
    }
    const marks = {
      ok: screen.paint('green', ' ok '),
      warn: screen.paint('yellow', 'warn'),
      fail: screen.paint('red', 'FAIL'),
    };
    for (const { name, status, detail, fix } of checks) {
      screen.out(
        `${marks[status]}  ${name.padEnd(13)} ${screen.safe(detail)}\n${fix ? `${' '.repeat(20)}${screen.paint('dim', `→ ${screen.safe(fix)}`)}\n` : ''}`,
      );
    }
    return failed ? 1 : 0;
  },
});
