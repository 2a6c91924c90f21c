import { expect, test } from 'vitest';
import { canonicalHost, parseHostRule, ruleFor } from './host-rule.ts';

test.each([
  // rule, host, port, method, whether it passes
  ['example.com', 'example.com', 443, undefined, true],
  ['example.com', 'example.com', 80, 'POST', true],
  ['example.com', 'example.com', 8080, undefined, false],
  ['example.com', 'www.example.com', 443, undefined, false],
  ['example.com', 'notexample.com', 443, undefined, false],
  ['example.com', 'example.com.evil.net', 443, undefined, false],
  ['*.example.com', 'a.b.example.com', 443, undefined, true],
  ['*.example.com', 'example.com', 443, undefined, false],
  ['*.example.com', 'notexample.com', 443, undefined, false],
  ['example.com:8443', 'example.com', 8443, undefined, true],
  ['example.com:8443', 'example.com', 443, undefined, false],
  ['example.com:*', 'example.com', 22, undefined, true],
  ['EXAMPLE.com.', 'example.com', 443, undefined, true],
  ['bücher.example', 'xn--bcher-kva.example', 443, undefined, true],
  ['[::1]:80', '::1', 80, undefined, true],
  ['127.0.0.1:80', '127.0.0.1', 80, undefined, true],
  ['*', 'anything.example', 443, undefined, true],
  ['*', 'anything.example', 25, undefined, false],
  ['*:*', 'anything.example', 25, undefined, true],
  ['GET,HEAD example.com', 'example.com', 80, 'GET', true],
  ['GET,HEAD example.com', 'example.com', 80, 'POST', false],
  ['GET,HEAD example.com', 'example.com', 80, undefined, false],
  ['GET,HEAD example.com', 'example.com', 443, undefined, false],
])('the rule "%s" and %s:%i by %s: %s', (text, host, port, method, isAllowed) => {
  const rule = parseHostRule(text);
  expect(rule && ruleFor([rule], { host, port, method }) !== undefined).toBe(isAllowed);
});

test.each([
  '',
  '*.com',
  '*.1.2.3.4',
  'a b',
  'http://a.com',
  'a.com/x',
  'me@a.com',
  'a.com:0',
  'a.com:70000',
  'a.*.com',
  '[::1',
  '[fe80::1%eth0]',
  `${'a'.repeat(400)}.com`,
])('"%s" is no rule', (text) => {
  expect(parseHostRule(text)).toBeUndefined();
});

// All spellings that the C library takes for an address are that address.
test.each([
  ['127.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['0x7f.0.0.1', '127.0.0.1'],
  ['0177.0.0.1', '127.0.0.1'],
  ['①②⑦.0.0.1', '127.0.0.1'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['::ffff:127.0.0.1', '::ffff:7f00:1'],
  ['Example.COM.', 'example.com'],
  ['a.com:80', undefined],
  ['a.com#b', undefined],
  ['a%2ecom', undefined],
  ['1.2.3.4.5', undefined],
  ['', undefined],
])('the host "%s" is %s', (text, host) => {
  expect(canonicalHost(text)).toBe(host);
});
