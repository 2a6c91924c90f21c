import type { Thing, Word } from '../../../protocol/shell.ts';
import type { Call, Found } from '../define.ts';
import { headOf, textOf } from '../words.ts';

const looking =
  /^(?:[\w-]+:)?(ls|list|get|describe|show|head|lookup|search|status|info|version|help|wait|tail|logs|cat|presign|du|diff|check|validate|whoami|filter|query|scan|view|read|stat|simulate|estimate|test)(-|$)/;
const secret =
  /^(batch-get-secret-value|get-secret-value|get-password-data|get-login-password|get-session-token|get-access-token|print-access-token|print-identity-token|export-credentials|(?:[\w.-]+\.)?aws_(?:secret_access_key|session_token))$/;
const destroying =
  /^(?:[\w-]+:)?(rm|rb|delete|destroy|remove|terminate|purge|stop|deregister|detach|revoke|disable|reset|wipe|empty|cancel|drop|truncate|undeploy|uninstall|deprovision)(-|$)/;

/** What a keeper of secrets prints them with. */
const printing = /^(get|items|read|cat|show|view|export|inject|download|secrets|lookup|unwrap|access)$/;
const writing = /^(set|put|write|patch|upload|create|edit|add|import|move|login|signin|unlock|enable|tune|update)$/;

/** The verb among the words of a command line says what it does: `aws ec2 terminate-instances`. */
export function asked(thing: Thing, keepsSecrets = false): (call: Call, found: Found) => void {
  return ({ operands, invocation }, found) => {
    const [target] = operands;
    const isPrinted = (word: Word) => matches(word, secret) || (keepsSecrets && matches(word, printing));
    const isWritten = keepsSecrets && operands.some((word) => matches(word, writing));
    const named = target && { target };
    if (operands.some((word) => matches(word, destroying)))
      found.effect({ kind: 'change', thing, ...named, force: true });
    else if (!isWritten && operands.some(isPrinted)) found.effect({ kind: 'read', ...named, note: 'secret' });
    else if (operands.some((word) => matches(word, looking))) found.effect({ kind: 'read', ...named, note: thing });
    else if (operands.length > 0) found.effect({ kind: 'change', thing, ...named });
    for (const word of operands) if (isPath(word)) found.effect({ kind: 'read', target: word });
    if (isPersonal(operands) && invocation.stdin.kind === 'inherited' && !invocation.args.some(isAnswer))
      found.effect({ kind: 'terminal' });
  };
}

/** `aws configure`, `az login`, `gcloud auth login`: questions, or a browser; `aws codeartifact login` asks nobody. */
function isPersonal(operands: readonly Word[]): boolean {
  const [first, second] = operands.map((word) => textOf(word) ?? '…');
  if (first === 'configure') return second === undefined || second === 'sso';
  const verb = first === 'auth' || first === 'sso' ? second : first;
  return verb === 'login' || verb === 'signin' || verb === 'unlock';
}

function isAnswer(word: Word): boolean {
  return /^--(service-principal|identity|federated-token|token|cred-file|method|with-token|passwordfile|passwordenv|apikey)(=|$)/.test(
    headOf(word),
  );
}

function matches(word: Word, verbs: RegExp): boolean {
  const text = textOf(word);
  return text !== undefined && verbs.test(text);
}

function isPath(word: Word): boolean {
  return /^(\.|\/|~|file:\/\/)/.test(textOf(word) ?? '');
}
