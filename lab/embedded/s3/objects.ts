import { createHash, randomUUID } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { replaceFile } from '../services/replace-file.ts';
import { S3Error } from './s3-error.ts';
import type { ObjectRef } from './s3-request.ts';

export interface StoredObject {
  /** The ETag, including its quotes. */
  readonly etag: string;
  readonly size: number;
  readonly modified: Date;
  /** Response headers returned with the object, such as Content-Type and x-amz-meta-*. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Stored bytes of a request body or part that are not yet an object. */
export interface ObjectDraft extends Pick<StoredObject, 'etag' | 'size'> {
  readonly path: string;
}

/** Allowed object size in bytes. Both limits are inclusive. */
export interface SizeRange {
  readonly min: number;
  readonly max: number;
}

/** Any size, up to the largest object that one request may create. */
export const ANY_SIZE: SizeRange = { min: 0, max: 5 * 1024 ** 3 };

const DATA_SUFFIX = '.data';
const META_SUFFIX = '.meta.json';
const Meta = z.object({
  etag: z.string(),
  lastModified: z.coerce.date(),
  headers: z.record(z.string(), z.string()),
});

/**
 * Objects in a folder: the content in KEY.data, the metadata in KEY.meta.json. Every change of an
 * object is synchronous, so no request sees a partial change.
 */
export interface ObjectStore {
  /** @throws {S3Error} 404 */
  find(place: ObjectRef): StoredObject;
  has(place: ObjectRef): boolean;
  /** @param range first and last byte, inclusive */
  read(place: ObjectRef, range?: { readonly start: number; readonly end: number }): Readable;
  /**
   * Stores a body on disk with constant memory use. Deletes it on failure.
   * @throws {S3Error} 400 if the size is outside the range
   */
  draft(body: AsyncIterable<Buffer>, size?: SizeRange): Promise<ObjectDraft>;
  /** Turns a draft into the object, replacing the previous one. */
  commit(place: ObjectRef, draft: ObjectDraft, headers: StoredObject['headers']): void;
  join(drafts: Iterable<ObjectDraft>): AsyncGenerator<Buffer>;
  discard(drafts: Iterable<ObjectDraft>): void;
  remove(place: ObjectRef): void;
  /** Returns the keys in byte order. */
  list(bucket: string, prefix: string): string[];
}

export function openObjectStore(folder: string, buckets: readonly string[]): ObjectStore {
  // Deletes drafts of uploads that were unfinished when the last process exited.
  const draftFolder = join(folder, '_multipart');
  rmSync(draftFolder, { recursive: true, force: true });
  mkdirSync(draftFolder, { recursive: true });
  const folderOf = (bucket: string): string => join(folder, 'buckets', bucket, 'objects');
  for (const bucket of buckets) mkdirSync(folderOf(bucket), { recursive: true });

  const knownFolder = (bucket: string): string => {
    if (buckets.includes(bucket)) return folderOf(bucket);
    throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', {
      BucketName: bucket,
    });
  };
  const pathOf = ({ bucket, key }: ObjectRef): string => knownFolder(bucket) + sep + encodeKey(key);

  return {
    has: (place) => existsSync(pathOf(place) + META_SUFFIX),

    find(place) {
      const path = pathOf(place);
      if (!existsSync(path + META_SUFFIX))
        throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', {
          Key: place.key,
        });
      const { etag, lastModified, headers } = Meta.parse(
        JSON.parse(readFileSync(path + META_SUFFIX, 'utf8')),
      );
      return { etag, modified: lastModified, headers, size: statSync(path + DATA_SUFFIX).size };
    },

    read(place, range) {
      const path = pathOf(place) + DATA_SUFFIX;
      return createReadStream(path, { fd: openSync(path, 'r'), ...range });
    },

    async draft(body, { min, max } = ANY_SIZE) {
      const path = join(draftFolder, randomUUID());
      const md5 = createHash('md5');
      let size = 0;
      try {
        await pipeline(
          body,
          async function* measured(chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              size += chunk.length;
              if (size > max) throw tooLarge(size, max);
              md5.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(path, { fd: openSync(path, 'wx', 0o600) }),
        );
        if (size < min) throw tooSmall(size, min);
      } catch (error) {
        rmSync(path, { force: true });
        throw error;
      }
      return { path, size, etag: `"${md5.digest('hex')}"` };
    },

    commit(place, { path: draft, etag }, headers) {
      const path = pathOf(place);
      mkdirSync(dirname(path), { recursive: true });
      renameSync(draft, path + DATA_SUFFIX);
      const meta = { key: place.key, etag, lastModified: new Date(), headers };
      replaceFile(path + META_SUFFIX, JSON.stringify(meta));
    },

    async *join(drafts) {
      for (const { path } of drafts) yield* createReadStream(path) as AsyncIterable<Buffer>;
    },

    discard(drafts) {
      for (const { path } of drafts) rmSync(path, { force: true });
    },

    remove(place) {
      const path = pathOf(place);
      for (const end of [META_SUFFIX, DATA_SUFFIX]) rmSync(path + end, { force: true });
      const root = folderOf(place.bucket);
      try {
        for (let parent = dirname(path); parent !== root; parent = dirname(parent))
          rmdirSync(parent);
      } catch {
        // The folder is not empty or does not exist.
      }
    },

    list(bucket, prefix) {
      const parent = encodeKey(prefix.slice(0, prefix.lastIndexOf('/') + 1));
      const root = join(knownFolder(bucket), parent);
      if (!existsSync(root)) return [];
      return readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(META_SUFFIX))
        .map((name) => decodeKey(parent + name.slice(0, -META_SUFFIX.length)))
        .filter((key) => key.startsWith(prefix))
        .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    },
  };
}

/** Converts a key to a relative path, escaping characters that file systems do not allow. */
const encodeKey = (key: string): string =>
  key
    .replaceAll(
      /[<>:"|?*\\%\p{Cc}]/gu,
      (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
    )
    .replaceAll('/', sep);

const decodeKey = (path: string): string =>
  path
    .replaceAll(sep, '/')
    .replaceAll(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const tooLarge = (proposed: number, max: number): S3Error =>
  new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    ProposedSize: proposed,
    MaxSizeAllowed: max,
  });

const tooSmall = (proposed: number, min: number): S3Error =>
  new S3Error(
    400,
    'EntityTooSmall',
    'Your proposed upload is smaller than the minimum allowed size',
    {
      ProposedSize: proposed,
      MinSizeAllowed: min,
    },
  );
