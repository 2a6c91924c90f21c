import type { Thing, Word } from '../../../protocol/shell.ts';
import type { Call, Found } from '../define.ts';
import { textOf } from '../words.ts';

const looking =
  /^(?:[\w-]+:)?(ls|list|get|describe|show|head|lookup|search|status|info|version|help|wait|tail|logs|cat|presign|du|diff|check|validate|whoami|filter|query|scan|view|read|stat|simulate|estimate|test)(-|$)/;
const secret =
  /^(batch-get-secret-value|get-secret-value|get-password-data|get-login-password|get-session-token|get-access-token|print-access-token|print-identity-token|export-credentials|(?:[\w.-]+\.)?aws_(?:secret_access_key|session_token))$/;
const destroying =
  /^(?:[\w-]+:)?(rm|rb|delete|destroy|remove|terminate|purge|stop|deregister|detach|revoke|disable|reset|wipe|empty|cancel|drop|truncate|undeploy|uninstall|deprovision)(-|$)/;

/** The verb among the words of a command line says what it does: `aws ec2 terminate-instances`. */
export function asked(thing: Thing): (call: Call, found: Found) => void {
  return ({ operands }, found) => {
    const [target] = operands;
    const named = target && { target };
    if (operands.some((word) => matches(word, destroying)))
      found.effect({ kind: 'change', thing, ...named, force: true });
    else if (operands.some((word) => matches(word, secret))) found.effect({ kind: 'read', ...named, note: 'secret' });
    else if (operands.some((word) => matches(word, looking))) found.effect({ kind: 'read', ...named, note: thing });
    else if (operands.length > 0) found.effect({ kind: 'change', thing, ...named });
    for (const word of operands) if (isPath(word)) found.effect({ kind: 'read', target: word });
  };
}

function matches(word: Word, verbs: RegExp): boolean {
  const text = textOf(word);
  return text !== undefined && verbs.test(text);
}

function isPath(word: Word): boolean {
  return /^(\.|\/|~|file:\/\/)/.test(textOf(word) ?? '');
}
