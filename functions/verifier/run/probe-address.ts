import { hash } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 14;

/**
 * A recipient that nobody has, to learn whether a domain accepts everyone. It looks random, yet is
 * the same each time for one sender and domain: a server that defers strangers lets it pass on the
 * later attempts only if it is the stranger it saw before.
 */
export function probeAddress(domain: string, mailFrom: string): string {
  const digest = hash('sha256', `${mailFrom}\n${domain}`, 'buffer');
  let local = '';
  for (const byte of digest.subarray(0, LENGTH)) local += ALPHABET.charAt(byte & 31);
  return `${local}@${domain}`;
}
