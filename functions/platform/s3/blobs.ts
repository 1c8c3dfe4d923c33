export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}

/** Bytes [start, end) of an object. */
export type ByteRange = readonly [start: number, end: number];

/** A part of an upload that has not arrived yet, and the presigned URL that accepts it. */
export interface MissingPart {
  /** Part number, counted from 1. */
  readonly number: number;
  readonly url: string;
}

/** An incomplete multipart upload. `tags` are the ETags of the parts written so far, in order. */
export type PartialUpload = { readonly id: string; readonly tags: readonly string[] };

/** Objects from outside are stored under `uploads/`, `bounces/` and `answers/`. */
export interface Blobs {
  /** Size in bytes; undefined if the object does not exist. */
  size(key: string): Promise<number | undefined>;
  /**
   * Streams an object in constant memory.
   * @throws {BlobMissingError}
   * @throws {Error} if the connection ends early, so that a truncated object is never taken for a
   *   complete one
   */
  read(key: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Reads a small object or a range; returns fewer bytes if the object ends earlier. */
  bytes(key: string, range?: ByteRange): Promise<Uint8Array>;
  put(key: string, content: Uint8Array | string): Promise<void>;
  /** Like `put`, but leaves an existing object unchanged. Returns whether the content was stored. */
  putIfMissing(key: string, content: string): Promise<boolean>;
  /**
   * Stores the bytes of `chunks` in constant memory. The object only appears when it is complete;
   * if `chunks` throws, no object appears and the error is rethrown.
   */
  write(key: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /**
   * Writes the first or next part of an object. Every part except the last must have at least 5
   * MiB. An object that is not completed within a day is deleted.
   * @returns the upload to pass to the next call
   * @throws {BlobMissingError} if the upload was completed or deleted
   */
  appendPart(key: string, upload: PartialUpload | undefined, part: string): Promise<PartialUpload>;
  /** Completes an upload. @throws {BlobMissingError} also if another run has replaced a part */
  completeUpload(key: string, upload: PartialUpload): Promise<void>;
  /** @throws {BlobMissingError} */
  copy(from: string, to: string): Promise<void>;
  /** Sizes are in bytes. */
  list(prefix: string): Promise<{ readonly key: string; readonly size: number }[]>;
  delete(key: string): Promise<void>;
  deleteAll(prefix: string): Promise<void>;
  /** A presigned POST with which a browser uploads at most `maxBytes` to the key. */
  uploadForm(
    key: string,
    limits: { readonly maxBytes: number; readonly seconds: number },
  ): Promise<{ url: string; fields: Record<string, string> }>;
  /**
   * Returns the missing parts of an object of this size, each with a URL that accepts exactly its
   * bytes. If no part is missing, completes the object. An empty result therefore means that the
   * object exists.
   */
  missingParts(
    key: string,
    limits: { readonly bytes: number; readonly partBytes: number; readonly seconds: number },
  ): Promise<MissingPart[]>;
  /**
   * A presigned URL of an object, valid for `seconds`. Its response is UTF-8 text of `mediaType`
   * with the given Content-Disposition.
   */
  link(
    key: string,
    options: {
      readonly disposition: string;
      readonly mediaType: string;
      readonly seconds: number;
    },
  ): Promise<string>;
}
