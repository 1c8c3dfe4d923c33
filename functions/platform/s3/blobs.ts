export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}

/** Bytes [start, end) of an object. */
export type ByteRange = readonly [start: number, end: number];

/** A link by which a part of an object is sent. */
export interface Part {
  /** Counted from 1. */
  readonly number: number;
  readonly url: string;
}

/** Files by key: arrived ones under `uploads/`, work and results under the other names. */
export interface Blobs {
  /** Size in bytes; undefined when there is no such object. */
  size(key: string): Promise<number | undefined>;
  /**
   * The object as it comes, in constant memory. Throws BlobMissingError, and an Error when the
   * connection ends before the object does: half an object is never taken for a whole one.
   */
  read(key: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** A small object, or part of one; fewer bytes than the range has where the object ends. */
  bytes(key: string, range?: ByteRange): Promise<Uint8Array>;
  put(key: string, content: Uint8Array | string): Promise<void>;
  /**
   * Stores what `chunks` yields, in constant memory. The object appears when all of it is there;
   * when `chunks` throws, nothing appears and the same error is thrown.
   */
  write(key: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /** @throws {BlobMissingError} */
  copy(from: string, to: string): Promise<void>;
  /** Objects whose keys begin with `prefix`, with their sizes in bytes. */
  list(prefix: string): Promise<{ readonly key: string; readonly size: number }[]>;
  delete(key: string): Promise<void>;
  deleteAll(prefix: string): Promise<void>;
  /** A form with which a browser may store one object of 0 to `maxBytes` under the key. */
  uploadForm(
    key: string,
    limits: { readonly maxBytes: number; readonly seconds: number },
  ): Promise<{ url: string; fields: Record<string, string> }>;
  /**
   * The parts of an object of so many bytes that have not arrived, each with a link that takes
   * exactly its bytes. Once all have, makes the object of them; without any, it is there.
   */
  missingParts(
    key: string,
    limits: { readonly bytes: number; readonly partBytes: number; readonly seconds: number },
  ): Promise<Part[]>;
  /** A link to the object, served as text of `mediaType` (UTF-8) with this Content-Disposition. */
  link(
    key: string,
    options: {
      readonly disposition: string;
      readonly mediaType: string;
      readonly seconds: number;
    },
  ): Promise<string>;
}
