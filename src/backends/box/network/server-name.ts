/** What the first bytes of a client tell about where it wants to go. */
export type ServerName =
  /** TLS that names a server. */
  | { readonly kind: 'named'; readonly name: string }
  /** Another protocol, or TLS that names none. */
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'more needed' }
  /** Begins like TLS and is not. */
  | { readonly kind: 'broken' };

/** Bytes after which a greeting has to be whole. */
export const longestGreeting = 16 * 1024;
/** Clients use one, or two; thousands of tiny ones would keep us busy. */
const mostRecords = 16;

const unnamed: ServerName = { kind: 'unnamed' };
const broken: ServerName = { kind: 'broken' };
const moreNeeded: ServerName = { kind: 'more needed' };

/** Reads the server name out of the start of a connection (RFC 8446 §4.1.2, RFC 6066 §3). */
export function serverNameIn(bytes: Buffer): ServerName {
  if (bytes.length > 0 && bytes[0] !== 0x16) return unnamed;
  const hello = handshakeIn(bytes);
  if (!Buffer.isBuffer(hello)) return hello;
  const reader = fieldsOf(hello);
  try {
    reader.skip(2 + 32); // version, random
    reader.field(1); // session
    reader.field(2); // ciphers
    reader.field(1); // compression
    if (reader.left() === 0) return unnamed;
    const extensions = fieldsOf(reader.field(2));
    while (extensions.left() > 0) {
      const type = extensions.number(2);
      const content = extensions.field(2);
      if (type === 0) return nameIn(content);
    }
    return unnamed;
  } catch {
    return broken;
  }
}

function nameIn(content: Buffer): ServerName {
  const entries = fieldsOf(fieldsOf(content).field(2));
  const type = entries.number(1);
  const name = entries.field(2);
  // A second name could be the one that counts for the server.
  if (type !== 0 || entries.left() > 0) return broken;
  return { kind: 'named', name: name.toString('latin1') };
}

/** The body of the first handshake message, which may come in several records. */
function handshakeIn(bytes: Buffer): Buffer | ServerName {
  let message = Buffer.alloc(0);
  for (let at = 0, records = 0; at < bytes.length; records++) {
    if (bytes[at] !== 0x16 || records >= mostRecords) return broken;
    if (at + 5 > bytes.length) return moreNeeded;
    const length = bytes.readUInt16BE(at + 3);
    if (bytes[at + 1] !== 3 || length === 0) return broken;
    message = Buffer.concat([message, bytes.subarray(at + 5, at + 5 + length)]);
    at += 5 + length;
    if (message.length > 0 && message[0] !== 1) return broken;
    const end = message.length < 4 ? Infinity : 4 + message.readUIntBE(1, 3);
    if (message.length >= end) return message.subarray(4, end);
  }
  return moreNeeded;
}

/** Reads fields that begin with their length; throws where there are too few bytes. */
function fieldsOf(bytes: Buffer) {
  let at = 0;
  const take = (size: number) => {
    if (at + size > bytes.length) throw new RangeError('too few bytes');
    at += size;
    return bytes.subarray(at - size, at);
  };
  return {
    left: () => bytes.length - at,
    skip: (size: number) => void take(size),
    number: (size: number) => take(size).readUIntBE(0, size),
    field: (size: number) => take(take(size).readUIntBE(0, size)),
  };
}
