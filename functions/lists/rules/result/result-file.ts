import type { ResultKind, ResultObject } from '../blob-keys.ts';
import { RESULT_START } from './result-format.ts';
import { INDEXED_ROWS, type IndexedFile } from './result-index.ts';

const PIECE_BYTES = 64 * 1024;
const MAX_BYTES_OF_CHARACTER = 3;

/** Bytes of one of the objects of a result, each behind those before. */
export type ResultPiece = readonly [name: ResultObject, bytes: Uint8Array];

/** Makes lines into bytes that hold until the next line: to keep those of each would cost much. */
export function createEncoder(): (line: string) => Uint8Array {
  let room = Buffer.allocUnsafe(PIECE_BYTES);
  return (line) => {
    const most = MAX_BYTES_OF_CHARACTER * line.length;
    if (most > room.length) room = Buffer.allocUnsafe(most);
    return room.subarray(0, room.write(line));
  };
}

/**
 * One file of a result, which leaves in pieces and knows where its rows are. It copies lines at once:
 * strings that wait for a piece to fill would outlive many rounds of garbage collection.
 */
export interface ResultFile {
  /** A line that is no row: the header, or what is blank above it. */
  addLine(line: Uint8Array): void;
  /** Where the next row begins. */
  position(): number;
  addRow(line: Uint8Array): void;
  end(): IndexedFile;
}

export function createResultFile(kind: ResultKind, emit: (piece: ResultPiece) => void): ResultFile {
  let piece = Buffer.allocUnsafe(PIECE_BYTES);
  let used = piece.write(RESULT_START);
  let emitted = 0;
  let rows = 0;
  const offsets: number[] = [];

  const flush = (nextBytes: number): void => {
    emit([kind, piece.subarray(0, used)]);
    emitted += used;
    used = 0;
    piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, nextBytes));
  };
  const addLine = (line: Uint8Array): void => {
    if (used + line.length > piece.length) flush(line.length);
    piece.set(line, used);
    used += line.length;
  };
  return {
    addLine,
    position: () => emitted + used,
    addRow(line) {
      if (rows % INDEXED_ROWS === 0) offsets.push(emitted + used);
      rows += 1;
      addLine(line);
    },
    end() {
      flush(0);
      return { rows, bytes: emitted, offsets };
    },
  };
}
