import type { Buffer } from 'node:buffer';

/** A place in a packet, moved on by what is read there. */
export interface Cursor {
  at: number;
}

/** RFC 1035 §2.3.4, in octets, with the lengths of the labels and of the root. */
const MAX_NAME = 255;
/** The two high bits of a length: 11 marks a pointer (RFC 1035 §4.1.4), 00 a label. */
const POINTER = 0xc0;

/**
 * Reads a name, each octet one character, without its final dot: empty for the root. A dot inside a
 * label is escaped (RFC 1035 §5.1), so that such a name equals no other.
 *
 * @throws RangeError for what is no name. A pointer has to lead back, so reading comes to an end.
 */
export function readName(packet: Buffer, cursor: Cursor): string {
  let name = '';
  let octets = 1;
  let { at } = cursor;
  let end: number | undefined;
  for (;;) {
    const length = packet.readUInt8(at);
    if (length === 0) break;
    if ((length & POINTER) === POINTER) {
      const target = packet.readUInt16BE(at) & 0x3fff;
      if (target >= at) throw new RangeError('a pointer leads onward');
      end ??= at + 2;
      at = target;
      continue;
    }
    octets += 1 + length;
    const next = at + 1 + length;
    if ((length & POINTER) !== 0 || octets > MAX_NAME || next > packet.length) {
      throw new RangeError('no label');
    }
    const label = packet.toString('latin1', at + 1, next);
    const text = label.includes('.') ? label.replaceAll('.', '\\.') : label;
    name = name === '' ? text : `${name}.${text}`;
    at = next;
  }
  cursor.at = end ?? at + 1;
  return name;
}

/**
 * Writes a name in ASCII without escapes.
 *
 * @returns where it ends
 */
export function writeName(packet: Buffer, name: string, start: number): number {
  let at = start;
  for (const label of name.split('.')) {
    packet[at] = label.length;
    at += 1 + packet.write(label, at + 1, 'latin1');
  }
  packet[at] = 0;
  return at + 1;
}
