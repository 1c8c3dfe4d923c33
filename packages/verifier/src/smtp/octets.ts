import { Buffer } from 'node:buffer';

const ASCII = /^[^\u0080-\u00ff]*$/;

/**
 * Decodes a reply as UTF-8 if it is valid UTF-8 (RFC 6531 §3.7.4.2), otherwise as Latin-1.
 *
 * @param octets one character for each octet, as in `Reply.raw`
 */
export function textOfOctets(octets: string): string {
  if (ASCII.test(octets)) return octets;
  const text = Buffer.from(octets, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? octets : text;
}
