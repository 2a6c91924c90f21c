import { defineShellRule } from '../rule.ts';

export const networkOff = defineShellRule({
  id: 'network.off',
  level: 'blocked',
  summary: 'Network tools while the network is off.',
  objects: ({ name, effects }, { hasNetwork, allowsHost }) =>
    !hasNetwork &&
    effects.some(
      ({ kind, note, target }) => kind === 'contact' && note === 'network tool' && !(target && allowsHost(target.text)),
    )
      ? `${name ?? 'it'} is a network tool and the network is off; a person can allow the host by network.allow, or set BASH_ALLOW_NETWORK=true`
      : undefined,
  hits: [
    'curl https://example.org',
    'wget https://example.org/a.tgz',
    'timeout 5 curl example.org',
    'cat </dev/tcp/example.org/80',
  ],
  passes: ['git fetch', 'npm install', 'grep -r curl .'],
});
