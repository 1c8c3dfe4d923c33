import { Buffer } from 'node:buffer';

const ASCII = /^[^\u0080-\u00ff]*$/;

/** Decodes `Reply.raw` octets as UTF-8 if valid (RFC 6531 §3.7.4.2), otherwise as Latin-1. */
export function decodeReplyOctets(octets: string): string {
  if (ASCII.test(octets)) return octets;
  const text = Buffer.from(octets, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? octets : text;
}
