import { Buffer } from 'node:buffer';
import type { Reply } from '../smtp/reply-reader.ts';

/** The words of a reply: UTF-8 where they are (RFC 6531 §3.7.4.2), else the octets as Latin-1. */
export function replyText({ raw }: Reply): string {
  let ascii = true;
  for (let i = 0; i < raw.length && ascii; i += 1) ascii = raw.charCodeAt(i) < 0x80;
  if (ascii) return raw;
  const decoded = Buffer.from(raw, 'latin1').toString('utf8');
  return decoded.includes('\uFFFD') ? raw : decoded;
}
