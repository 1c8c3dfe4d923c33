import { hash } from 'node:crypto';
import type { Classification } from '../classify/types.ts';
import type { CatchAll } from '../verdict/verdict.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LOCAL_PART_LENGTH = 14;

/**
 * Creates a nonexistent recipient that shows whether a domain accepts everyone. It looks random,
 * but is always the same for one sender and domain, because a greylisting server accepts only a
 * recipient that it has seen in an earlier attempt.
 */
export function probeAddress(domain: string, mailFrom: string): string {
  const digest = hash('sha256', `${mailFrom}\n${domain}`, 'buffer');
  let local = '';
  for (const byte of digest.subarray(0, LOCAL_PART_LENGTH)) local += ALPHABET.charAt(byte & 31);
  return `${local}@${domain}`;
}

/**
 * Reply code: the server cannot verify the recipient, but accepts the message (RFC 5321 §4.2.3).
 */
export const CANNOT_VERIFY = 252;

export function catchAllOf(classification: Classification | undefined): CatchAll {
  if (classification?.code === CANNOT_VERIFY) return 'unclear';
  if (classification?.status === 'deliverable') return 'yes';
  if (classification?.status === 'undeliverable' || classification?.action === 'control_recipient')
    return 'no';
  return 'unclear';
}
