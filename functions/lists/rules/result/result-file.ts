import type { ResultKind, ResultObjectName } from '../blob-keys.ts';
import { RESULT_BOM } from './result-format.ts';
import { ROWS_PER_BLOCK, type IndexedFile } from './result-index.ts';

const PIECE_BYTES = 64 * 1024;
const MAX_BYTES_PER_CHARACTER = 3;

/** The next bytes to append to one object of a result. */
export type ResultPiece = readonly [name: ResultObjectName, bytes: Uint8Array];

/** Encodes lines into a reused buffer. The bytes are valid only until the next call. */
export function createLineEncoder(): (line: string) => Uint8Array {
  let buffer = Buffer.allocUnsafe(PIECE_BYTES);
  return (line) => {
    const maxBytes = MAX_BYTES_PER_CHARACTER * line.length;
    if (maxBytes > buffer.length) buffer = Buffer.allocUnsafe(maxBytes);
    return buffer.subarray(0, buffer.write(line));
  };
}

/**
 * Writes one file of a result in pieces and indexes its rows. Lines are copied immediately, because
 * strings kept until a piece is full would survive many garbage collections.
 */
export interface ResultFileWriter {
  /** Adds the header, or a blank line or title above it. The index does not count these lines. */
  addLine(line: Uint8Array): void;
  /** The byte offset of the next row. */
  position(): number;
  addRow(line: Uint8Array): void;
  end(): IndexedFile;
}

export function createResultFileWriter(
  kind: ResultKind,
  emit: (piece: ResultPiece) => void,
): ResultFileWriter {
  let piece = Buffer.allocUnsafe(PIECE_BYTES);
  let used = piece.write(RESULT_BOM);
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
      if (rows % ROWS_PER_BLOCK === 0) offsets.push(emitted + used);
      rows += 1;
      addLine(line);
    },
    end() {
      flush(0);
      return { rows, bytes: emitted, offsets };
    },
  };
}
