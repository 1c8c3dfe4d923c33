import { createBuckets } from './buckets.ts';
import type { Scratch } from './scratch.ts';

/** Lines of output that become known in any order, kept on disk. */
export interface Sheets {
  /** In place of the line of this position, if there is one. */
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
    put: (position, text) => sheets.add(Math.floor(position / SHEET), { position, text }),
    *texts() {
      for (let sheet = 0; sheet < count; sheet += 1) {
        const last = new Map<number, string>();
        for (const { position, text } of sheets.read(sheet)) {
          if (!last.has(position)) last.set(position, text);
        }
        const lines = [...last].sort(([a], [b]) => a - b).map(([, text]) => text);
        for (let from = 0; from < lines.length; from += TOGETHER) {
          yield lines.slice(from, from + TOGETHER).join('\n');
        }
      }
    },
  };
}
