import { Buffer } from 'node:buffer';

const ASCII = /^[^\u0080-\u00ff]*$/;

/**
 * What a server wrote, as text: UTF-8 where it is (RFC 6531 §3.7.4.2), else Latin-1.
 *
 * @param octets one character each (latin1), as a reply holds them
 */
export function textOfOctets(octets: string): string {
  if (ASCII.test(octets)) return octets;
  const text = Buffer.from(octets, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? octets : text;
}
