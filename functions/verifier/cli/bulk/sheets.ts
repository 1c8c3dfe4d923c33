import { createBuckets } from './buckets.ts';
import type { Scratch } from './scratch.ts';

/** Lines of output that become known in any order, kept on disk. */
export interface Sheets {
  put(position: number, line: string): void;
  /** Those that were put, by position, many in one text. To be called once, at the end. */
  texts(): Generator<string, void>;
}

/** Lines that are brought into order in memory. */
const SHEET = 4096;
/** Lines that make one text. */
const TOGETHER = 64;

/** @param size positions are below it */
export function createSheets(scratch: Scratch, size: number): Sheets {
  const count = Math.ceil(size / SHEET);
  const sheets = createBuckets(scratch, count);
  return {
    put: (position, line) => sheets.add(Math.floor(position / SHEET), position, line),
    *texts() {
      for (let sheet = 0; sheet < count; sheet += 1) {
        const lines = [...sheets.read(sheet)].sort((a, b) => a.position - b.position);
        for (let from = 0; from < lines.length; from += TOGETHER) {
          const some = lines.slice(from, from + TOGETHER);
          yield some.map(({ text }) => text).join('\n');
        }
      }
    },
  };
}
