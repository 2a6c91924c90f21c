import { canonicalHost, parseHostRule, ruleFor } from '../protocol/host-rule.ts';

/** Whether the rules of the config allow a host on one of the usual ports, or on any. */
export function allowsHost(hosts: readonly string[], host: string): boolean {
  const name = canonicalHost(host);
  if (name === undefined) return false;
  const rules = hosts.flatMap((text) => parseHostRule(text) ?? []);
  return rules.some((rule) => ruleFor([{ ...rule, ports: 'all' }], { host: name, port: 0, method: rule.methods?.[0] }));
}
