import type { Reader } from '../define.ts';
import { headOf, literal, textOf } from '../words.ts';

/** What of this machine a container gets: a folder, a device, more rights. */
export const mounted: Reader = (value, found) => {
  const head = headOf(value);
  const [first, second] = value.pieces;
  if (typeof first === 'object' && typeof second === 'string' && /^[^,]*:/.test(second)) {
    const below = second.slice(0, second.indexOf(':'));
    const pieces = below === '' ? [first] : [first, below];
    return found.effect({ kind: 'write', target: { ...value, pieces }, recursive: true });
  }
  if (/^(all|sys_|cap_sys|net_admin|dac_|mknod)/i.test(head) || /^(host|\/dev\/|.*unconfined)/.test(head)) {
    return found.effect({ kind: 'privilege', target: value, note: 'rights of this machine for a container' });
  }
  const source =
    /(?:^|,)(?:source|src)=([^,]+)/.exec(head)?.[1] ?? (head.includes('=') ? undefined : head.split(':')[0]);
  if (source === undefined || source === '') {
    if (textOf(value) === undefined) found.doubt('what a container gets is known only when it runs');
    return;
  }
  // Whoever has these has the machine.
  if (/^\/(|etc|root|var|usr|proc|sys|boot|dev|home|var\/run\/docker\.sock|run\/docker\.sock)\/?$/.test(source)) {
    return found.effect({ kind: 'privilege', target: literal(source, value.span), note: 'a container gets it' });
  }
  const isPath = /^[./~]/.test(source);
  const isReadOnly = /:ro(,|$)|readonly|(^|,)ro(=true)?(,|$)/.test(head);
  if (isPath)
    found.effect({ kind: isReadOnly ? 'read' : 'write', target: literal(source, value.span), recursive: true });
};
