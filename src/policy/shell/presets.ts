import type { Decision, Level } from './rule.ts';

export const presets = ['blocklist', 'guarded', 'allowlist'] as const;
export type Preset = (typeof presets)[number];

/** What each preset makes of each level. A grant or a person can turn `ask` into `allow`, nothing the first three. */
const table: Record<Preset, Record<Level, Decision>> = {
  blocklist: row({ critical: 'ask', high: 'ask', medium: 'allow', unrated: 'allow' }),
  guarded: row({ critical: 'ask', high: 'ask', medium: 'ask', unrated: 'ask' }),
  allowlist: row({ critical: 'deny', high: 'deny', medium: 'deny', unrated: 'deny' }),
};

export function decide(level: Level, preset: Preset, isBoxed: boolean): Decision {
  // In a box the worst that an unknown program can do is bounded.
  if (preset === 'guarded' && level === 'unrated' && isBoxed) return 'allow';
  return table[preset][level];
}

function row(rated: Record<'critical' | 'high' | 'medium' | 'unrated', Decision>): Record<Level, Decision> {
  return { blocked: 'deny', interactive: 'deny', outside: 'deny', ...rated, low: 'allow' };
}
