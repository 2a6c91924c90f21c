/**
 * One way to recognise a secret.
 *
 * Patterns stay linear and blind to chunk borders by three rules: none crosses a line end; what may repeat without
 * bound is followed by nothing that can fail, or starts only where its own run starts; group 1, when there is one,
 * is what stands before the secret and is kept.
 */
export interface SecretFormat {
  readonly id: string;
  /** `high`: the text alone proves it. `context`: what stands around it does. */
  readonly confidence: 'high' | 'context';
  /** Lower case; the pattern is tried only on text that has one of them. */
  readonly anchors: readonly string[];
  readonly pattern: RegExp;
}

/** Not inside a word, where a colour sequence or the escapes of JSON and URLs do not count as word. */
const START = String.raw`(?<=^|[^A-Za-z0-9]|\x1b\[[\d;]{0,16}m|\\[nrt]|\\u[\dA-Fa-f]{4}|%[\dA-Fa-f]{2})`;
const RUN_START = String.raw`${START}(?<![_-])`;

const NAME = String.raw`(?:passw(?:or)?d|passphrase|secret(?:[_-]?key)?|token|(?:api|access|private)[_-]?key)`;
const NAME_ANCHORS = ['passw', 'passphrase', 'secret', 'token', 'key'];
/** Closes a quoted or bracketed name: `"token"`, `\"token\"`, `["token"]`. */
const NAME_END = String.raw`\\?["'\`]?\]?`;
const GAP = String.raw`[ \t]{0,8}`;

/** Words that stand where a value would: literals, types, placeholders. */
const WORD = String.raw`(?:null|nil|none|undefined|true|false|yes|no|string|str|number|int|integer|float|bool|boolean|any|unknown|never|void|object|bytes|buffer|uint8array|optional|required)(?![\w-])`;
/** A variable, a template, a mask, a version, or what is redacted already. */
const REFERENCE = String.raw`\$[A-Za-z_{(]|%[sdv(]|%\w{1,40}%|[{<]|#\{|\*\*|\.\.\.|…|x{3,40}(?!\w)|\[redacted:|process\.env|import\.meta|os\.(?:environ|getenv)|[~^]?\d{1,4}\.\d{1,4}\.\d{1,4}(?!\w)`;
/** Code: a call, an index, a path of plain names, a comparison, a list; a small number, or any number in JSON. */
const CODE = String.raw`[A-Za-z_$][\w$.?!]{0,60}[(\[]|[a-z_$][A-Za-z_$]{0,30}(?:\??\.[A-Za-z_$]{1,40}){1,6}(?![\w.$-])|[=(\[]|\d{1,5}(?![\w.-])|\d{1,20}[,}\]]`;

/** A bare value goes on to white space, a quote, the next `name=` of a list, or the punctuation that closes it. */
const BARE = String.raw`(?:(?![,;&][\w.-]{1,40}=|[,;&|)\]}]{1,8}(?:[\s"'\`<>]|$)|\\[nrt"'\`])[^\s"'\`<>])`;

export const secretFormats: readonly SecretFormat[] = [
  {
    id: 'github',
    confidence: 'high',
    anchors: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    // The first form is that of app installation tokens since 2026: a JWT behind a prefix.
    pattern: new RegExp(
      String.raw`${START}(?:(?<![_-])ghs_[\w-]{16,}\.[\w-]{16,}\.[\w-]{16,}|gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,})`,
      'g',
    ),
  },
  {
    id: 'gitlab',
    confidence: 'high',
    anchors: ['glpat-'],
    pattern: new RegExp(String.raw`${START}glpat-[\w-]{20,}(?:\.[\w-]{1,64}){0,2}`, 'g'),
  },
  {
    id: 'aws-access-key',
    confidence: 'high',
    anchors: ['akia', 'asia'],
    pattern: new RegExp(String.raw`${START}A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])`, 'g'),
  },
  {
    id: 'aws-secret-key',
    confidence: 'context',
    anchors: ['secret', 'aws'],
    pattern: new RegExp(
      String.raw`((?:aws|secret)[\w.-]{0,24}key${NAME_END}${GAP}[:=]${GAP}\\?["'\`]?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])`,
      'gi',
    ),
  },
  {
    id: 'anthropic',
    confidence: 'high',
    anchors: ['sk-ant-'],
    pattern: new RegExp(String.raw`${START}sk-ant-[\w-]{20,}`, 'g'),
  },
  {
    id: 'openai',
    confidence: 'high',
    anchors: ['sk-'],
    pattern: new RegExp(String.raw`${START}sk-(?:[A-Za-z0-9]{20,}|(?:proj|svcacct|admin|None|or-v1)-[\w-]{20,})`, 'g'),
  },
  {
    id: 'slack',
    confidence: 'high',
    anchors: ['xox'],
    pattern: new RegExp(String.raw`${START}xox[abposr]-[A-Za-z0-9-]{10,}`, 'g'),
  },
  {
    id: 'google',
    confidence: 'high',
    anchors: ['aiza'],
    pattern: new RegExp(String.raw`${START}AIza[\w-]{35}(?![\w-])`, 'g'),
  },
  {
    id: 'stripe',
    confidence: 'high',
    anchors: ['k_live_'],
    pattern: new RegExp(String.raw`${START}[rs]k_live_[A-Za-z0-9]{16,}`, 'g'),
  },
  {
    id: 'npm',
    confidence: 'high',
    anchors: ['npm_'],
    pattern: new RegExp(String.raw`${START}npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])`, 'g'),
  },
  {
    id: 'pypi',
    confidence: 'high',
    anchors: ['pypi-'],
    pattern: new RegExp(String.raw`${START}pypi-[\w-]{40,}`, 'g'),
  },
  {
    id: 'jwt',
    confidence: 'high',
    anchors: ['eyj'],
    pattern: new RegExp(String.raw`${RUN_START}eyJ[\w-]{5,}\.eyJ[\w-]{5,}\.[\w-]*`, 'g'),
  },
  {
    id: 'authorization',
    confidence: 'context',
    anchors: ['authorization', 'bearer'],
    pattern: new RegExp(
      String.raw`((?:authorization${NAME_END}${GAP}[:=]${GAP}\\?["'\`]?(?:bearer|basic|token)[ \t]{1,8}(?=[^\s"'\`]{6})|\bbearer[ \t]{1,8}(?=[\w.~+/=-]{20})))(?!${REFERENCE})${BARE}+`,
      'gi',
    ),
  },
  {
    id: 'url-password',
    confidence: 'context',
    anchors: ['://'],
    pattern: new RegExp(
      String.raw`(:\/\/[^\s/?#:@"'\`<>]{0,256}:)(?!\$[A-Za-z_{(]|[{*]|\.\.\.|x{3,40}@|\[redacted:)[^\s/?#"'\`<>]{1,512}(?=@)`,
      'g',
    ),
  },
  {
    // mysql -uroot -pPassword: only what is joined to the option is the password.
    id: 'mysql-password',
    confidence: 'context',
    anchors: ['mysql', 'mariadb'],
    pattern: new RegExp(
      String.raw`(${START}(?:mysql|mariadb)[\w-]{0,16}[ \t]{1,8}(?:[^\r\n;|&]{0,256}[ \t])?-p)(?!["']?(?:\$[A-Za-z_{(]|\[redacted:))(?:"[^"\r\n]{1,256}"|'[^'\r\n]{1,256}'|[^\s"'\`<>;|&]+)`,
      'g',
    ),
  },
  {
    // name: "value", with an optional type between them. Not `"token=" + x`, where the quote is a closing one.
    id: 'assignment',
    confidence: 'context',
    anchors: NAME_ANCHORS,
    pattern: new RegExp(
      String.raw`(${NAME}${NAME_END}${GAP}(?:=>?|:=?|:${GAP}\w{1,24}${GAP}=)${GAP}(\\?["'\`]))(?!${WORD}\2|${REFERENCE}|[ \t]|[,;)\]}]{1,8}(?:\s|$))(?:(?!\2)(?:\\[^\r\n]|[^\\\r\n]))+`,
      'gi',
    ),
  },
  {
    // name=value, as in environments, query strings and options. Not `password=password` of keyword arguments.
    id: 'assignment',
    confidence: 'context',
    anchors: NAME_ANCHORS,
    pattern: new RegExp(
      String.raw`((${NAME})${NAME_END}=)(?!${WORD}|${REFERENCE}|${CODE}|\2(?![\w-]))${BARE}{3,}`,
      'gi',
    ),
  },
  {
    // name: value, name = value and --name value are code or prose as often: the value has to have a digit or a symbol.
    id: 'assignment',
    confidence: 'context',
    anchors: NAME_ANCHORS,
    pattern: new RegExp(
      String.raw`(${NAME}${NAME_END}(?:${GAP}:=?${GAP}|[ \t]{1,8}=${GAP}|=[ \t]{1,8})|--[\w-]{0,32}${NAME}[ \t]{1,8}(?!-))(?!${WORD}|${REFERENCE}|${CODE})(?=[^\s"'\`<>,;]{0,64}[\d!@#%^*+=~])${BARE}{6,}`,
      'gi',
    ),
  },
  {
    // A configuration line of its own may hold a plain word.
    id: 'assignment',
    confidence: 'context',
    anchors: ['passw', 'passphrase', 'secret'],
    pattern: new RegExp(
      String.raw`(^[ \t]{0,64}(?:-[ \t])?[\w.-]{0,64}([Pp]ass(?:word|wd|phrase)|[Ss]ecret)${GAP}[:=]${GAP})(?!${WORD}|\2(?!\w))[a-z]{6,64}(?=[ \t]{0,8}$)`,
      'gm',
    ),
  },
];

/** Private key blocks span lines and have no bound, so they are followed from mark to mark. */
export const privateKey = {
  id: 'private-key',
  begin: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g,
  end: /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g,
  /** A mark that a body follows; the mark alone is what people search for. */
  filled: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|\s){0,8}[A-Za-z0-9+/]{16}/,
} as const;
