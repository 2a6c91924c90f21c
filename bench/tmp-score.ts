import { readFileSync } from 'node:fs';
import { openPolicy } from '../src/sallyport.ts';
const { h, e } = JSON.parse(readFileSync('/tmp/parse-scratch/corpus/new.json', 'utf8'));
const policy = await openPolicy({ root: '/home/dev/project', env: { HOME: '/home/dev' } });
const n: Record<string, number> = { miss: 0, level: 0, notDenied: 0, alarm: 0 };
let deny = 0;
for (const c of h) {
  const g = policy.check(c.command, { cwd: c.cwd, shell: c.shell, preset: 'guarded', sandboxed: true });
  const lv = g.level === 'outside' ? 'outside-root' : g.level;
  const p = (k: string) => { n[k]!++; console.log(k, c.id, c.expect, 'got', g.decision, g.level, JSON.stringify(c.command), g.reasons.join('; ').slice(0, 150)); };
  if (['blocked', 'interactive', 'outside-root'].includes(c.expect)) { deny++; if (g.decision !== 'deny') p('notDenied'); }
  if (g.decision === 'allow') p('miss');
  else if (![c.expect, ...c.accept].includes(lv)) p('level');
}
for (const c of e) {
  const g = policy.check(c.command, { cwd: c.cwd, shell: c.shell, preset: 'guarded', sandboxed: true });
  if (g.decision !== 'allow') { n.alarm!++; console.log('alarm', c.id, g.decision, g.level, JSON.stringify(c.command), g.reasons.join('; ').slice(0, 200)); }
}
console.log(JSON.stringify(n), h.length, 'deny of', deny, 'everyday', e.length);
