import type { Word } from '../../../protocol/shell.ts';
import type { Reader } from '../define.ts';
import { addressOr, contacted } from '../hosts.ts';
import { after, headOf, literal, shown, textOf } from '../words.ts';
import { runsNamed } from './named-program.ts';

type Side = 'read' | 'write';

/** A file, an address, or `|command`. */
export const pipedOr =
  (side: Side): Reader =>
  (value, found, call) => {
    if (headOf(value).startsWith('|')) runsNamed(after(value, 1), call.invocation.name, found);
    else addressOr(side)(value, found, call);
  };

/** Pictures that are drawn from their name, and places in memory. */
const drawn =
  /^(?:xc|canvas|color|gradient|radial-gradient|plasma|pattern|tile|rose|logo|wizard|granite|netscape|hald|null|mpr|fractal|clipboard|x|show|win|histogram|fd|inline|screenshot):/i;

/** `format:path` of ImageMagick, where the path may be `@list`, `|command` or an address. */
export const picture =
  (side: Side): Reader =>
  (value, found, call) => {
    const head = headOf(value);
    if (drawn.test(head)) return;
    // A text, or a file of it.
    const [written] = /^(?:label|caption|pango|text|vid|ephemeral|msl|mvg|scan):/i.exec(head) ?? [];
    if (written !== undefined && /^(?:label|caption|pango)/i.test(written) && head[written.length] !== '@') return;
    if (/^msl:/i.test(head)) found.effect({ kind: 'run', target: after(value, 4), note: 'option: a script' });
    if (/^ephemeral:/i.test(head)) found.effect({ kind: 'delete', target: after(value, 10) });
    const prefix = /^(?:[a-z][\w-]+:(?!\/\/))?@?/i.exec(head)?.[0] ?? '';
    const path = after(value, prefix.length);
    // `a.png[0]` is a part of it.
    const text = textOf(path)?.replace(/\[[\w%+x,-]*\]$/, '');
    pipedOr(side)(text === undefined ? path : literal(text, value.span), found, call);
  };

/** A stream of ffmpeg: a file, an address, and others that are made of these. */
export const stream =
  (side: Side): Reader =>
  (value, found, call) => {
    const whole = textOf(value);
    if (whole !== undefined && /^(?:concat:|\[)/.test(whole) && whole.includes('|')) {
      const parts = whole.replace(/^concat:/, '').split('|', maxParts);
      for (const part of parts) stream(side)(literal(part.replace(/^\[[^\]]*\]/, ''), value.span), found, call);
      return;
    }
    const wrapper =
      /^(?:\[[^\]]*\])?(?:(?:async|cache|crypto|concatf?|md5|hls|tee|prompeg|ffrtmp\w+|subfile[^:]*)[:+])*/;
    const inner = after(value, wrapper.exec(headOf(value))?.[0].length ?? 0);
    const head = headOf(inner);
    if (/^(?:-$|pipe:|data:|fd:)/.test(head)) return;
    const [local] = /^(?:file:(?:\/\/(?=\/))?|unix:)/.exec(head) ?? [];
    if (local !== undefined) return found.effect({ kind: side, target: after(inner, local.length) });
    if (
      /^(?:[a-z][\w+.-]*:\/\/|(?:tcp|udp|udplite|tls|rtp|rtsp|rtmpt?s?e?|srt|sctp|srtp|https?|ftp|sftp|mmst|mmsh|gopher|icecast|zmq|amqp|rist|smb|libssh):)/i.test(
        head,
      )
    )
      return contacted(inner, { kind: 'contact', note: 'network tool' }, found);
    found.effect({ kind: side, target: inner });
  };

const maxParts = 32;

/** Filters of ffmpeg that read or write files which they name. */
export const filters: Reader = (value, found) => {
  const text = shown(value).slice(0, 8192);
  const tell = (kind: Side, path: string) => found.effect({ kind, target: named(path, value) });
  for (const [, path = ''] of text.matchAll(reading)) tell('read', path);
  for (const [, path = ''] of text.matchAll(writing)) tell('write', path);
};

const reading = /(?:textfile|filename|movie|subtitles|ass|lut3d|lut1d|model|hald|coreimage)='?([^:,;'[\]]+)/g;
const writing = /(?:stats_file|log_path|print:file|(?<![\w])file)='?([^:,;'[\]]+)/g;

function named(path: string, { span }: Word): Word {
  return literal(path, span);
}
