const ROW_BITS = 4;
const ROW = 1 << ROW_BITS;
const LAST = ROW - 1;

/**
 * The far end of a list that bytes are moved to the front of. Its rows of sixteen turn round, so that a byte which is
 * pushed in moves one byte for each row on its way instead of all bytes.
 */
export class FarList {
  private readonly bytes = new Uint8Array(256);
  /** By row: where in it the first byte is. */
  private readonly heads = new Uint8Array(256 >> ROW_BITS);
  private readonly rows = new Uint8Array(256);

  reset(bytes: Uint8Array): void {
    this.bytes.set(bytes);
    this.heads.fill(0);
    for (let place = 0; place < bytes.length; place++) this.rows[bytes[place]!] = place >> ROW_BITS;
  }

  /** Takes a byte out that is in the list, and pushes another in at its front; returns the place of the first. */
  replace(taken: number, pushed: number): number {
    const { bytes, heads, rows } = this;
    const row = rows[taken]!;
    let moved = pushed;
    for (let passed = 0; passed < row; passed++) {
      const head = (heads[passed]! - 1) & LAST;
      heads[passed] = head;
      const at = (passed << ROW_BITS) | head;
      const last = bytes[at]!;
      bytes[at] = moved;
      rows[moved] = passed;
      moved = last;
    }
    rows[moved] = row;
    let place = 0;
    for (; moved !== taken; place++) {
      const at = (row << ROW_BITS) | ((heads[row]! + place) & LAST);
      const next = bytes[at]!;
      bytes[at] = moved;
      moved = next;
    }
    return (row << ROW_BITS) + place - 1;
  }
}
