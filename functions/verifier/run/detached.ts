import { Buffer } from 'node:buffer';

/**
 * A copy of a text that is to be kept. V8 makes a part of a string a view that keeps the whole of it
 * in memory: for a domain name all the input it was read with, for a reply all its server ever sent.
 */
export function detached(text: string): string {
  return Buffer.from(text).toString();
}
