import { fstatSync } from 'node:fs';

/** @throws Error when standard input is a folder, which Node would read as an empty stream */
export function standardInput(): typeof process.stdin {
  if (fstatSync(0).isDirectory()) throw new Error('Standard input is a folder.');
  return process.stdin;
}
