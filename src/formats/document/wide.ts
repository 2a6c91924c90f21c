/** As many bytes as are looked at. */
const sampleBytes = 8192;
/** Fewer characters are chance. */
const leastCharacters = 4;

/**
 * UTF-16 that has lost its mark, or never had one: one byte of its plain letters and line ends is 0, always the first or always the second;
 * of other characters the other one may be (一). What has control characters or halves of characters is no text.
 */
export function unmarkedWide(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, Math.min(sampleBytes, bytes.length) & ~1);
  if (sample.length < leastCharacters * 2) return undefined;
  let [even, odd] = [0, 0];
  for (let at = sample.indexOf(0); at !== -1; at = sample.indexOf(0, at + 1))
    if (at % 2 === 0) even++;
    else odd++;
  if (Math.min(even, odd) * 2 > Math.max(even, odd) || even + odd < leastZeros(sample)) return undefined;
  const charset = odd > even ? 'utf-16le' : 'utf-16be';
  // A pair may be cut in two at the end.
  const text = new TextDecoder(charset).decode(sample, { stream: true });
  return /[^\P{C}\t\n\r\f\p{Cf}]|\uFFFD/u.test(text) ? undefined : charset;
}

/** Another text may have one by accident; it is valid without it, which characters of two bytes hardly ever are. */
function leastZeros(sample: Uint8Array): number {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return sample.length * 0.1;
  } catch {
    return sample.length * 0.01;
  }
}
