import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where something was put, in bytes. */
export interface Extent {
  at: number;
  length: number;
}

/** A file for what memory should not hold. Calls block: most of it stays in the page cache. */
export interface Scratch {
  /** @throws the file system's error, such as ENOSPC */
  append(bytes: Uint8Array): Extent;
  /** Fills the beginning of `into`, which is at least as long. */
  read(extent: Extent, into: Uint8Array): void;
  close(): void;
}

/**
 * Opens a file that nobody else can find, and that is gone with the process however that ends.
 *
 * @throws the file system's error, such as ENOENT for the folder that TMPDIR names
 */
export function openScratch(): Scratch {
  const file = openNameless();
  let end = 0;
  return {
    append(bytes) {
      const at = end;
      while (end < at + bytes.length) end += writeSync(file, bytes, end - at, undefined, end);
      return { at, length: bytes.length };
    },
    read({ at, length }, into) {
      for (let got = 0; got < length;) {
        const more = readSync(file, into, got, length - got, at + got);
        if (more === 0) throw new Error('a scratch file was cut off');
        got += more;
      }
    },
    close: () => closeSync(file),
  };
}

function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-'));
  try {
    return openSync(join(folder, 'scratch'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
