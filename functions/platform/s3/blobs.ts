export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}

/** Bytes [start, end) of an object. */
export type ByteRange = readonly [start: number, end: number];

/** A link to upload a part of an object. */
export interface Part {
  /** Counted from 1. */
  readonly number: number;
  readonly url: string;
}

/** Files by key: uploads under `uploads/`, work and results under the other prefixes. */
export interface Blobs {
  /** Size in bytes; undefined if the object does not exist. */
  size(key: string): Promise<number | undefined>;
  /**
   * Streams the object in constant memory. Throws BlobMissingError, and an Error if the connection
   * ends early: a truncated object is never taken for a complete one.
   */
  read(key: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** A small object, or part of one; fewer bytes than requested if the object ends earlier. */
  bytes(key: string, range?: ByteRange): Promise<Uint8Array>;
  put(key: string, content: Uint8Array | string): Promise<void>;
  /**
   * Stores what `chunks` yields, in constant memory. The object appears only when complete; if
   * `chunks` throws, nothing appears and the error is rethrown.
   */
  write(key: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /** @throws {BlobMissingError} */
  copy(from: string, to: string): Promise<void>;
  /** Keys and sizes in bytes of the objects with this prefix. */
  list(prefix: string): Promise<{ readonly key: string; readonly size: number }[]>;
  delete(key: string): Promise<void>;
  deleteAll(prefix: string): Promise<void>;
  /** A form by which a browser can upload one object of 0 to `maxBytes` under the key. */
  uploadForm(
    key: string,
    limits: { readonly maxBytes: number; readonly seconds: number },
  ): Promise<{ url: string; fields: Record<string, string> }>;
  /**
   * The missing parts of an object of this size, each with a link that accepts exactly its bytes.
   * If none is missing, completes the object; it exists once the result is empty.
   */
  missingParts(
    key: string,
    limits: { readonly bytes: number; readonly partBytes: number; readonly seconds: number },
  ): Promise<Part[]>;
  /** A link to the object, served as UTF-8 text of `mediaType` with this Content-Disposition. */
  link(
    key: string,
    options: {
      readonly disposition: string;
      readonly mediaType: string;
      readonly seconds: number;
    },
  ): Promise<string>;
}
