import {
  BlobMissingError,
  type Blobs,
  type ByteRange,
  type PartialUpload,
} from '../../functions/platform/s3/blobs.ts';
import { guardBlobs } from './guarded-clients.ts';

export interface MemoryBlobs extends Blobs {
  readonly objects: Map<string, Buffer>;
  /** Part contents of each incomplete upload, by upload id. */
  readonly uploads: Map<string, string[]>;
  text(key: string): string;
  /** Keys of the objects that are not empty. */
  keysWithContent(): string[];
}

export function createMemoryBlobs(): MemoryBlobs {
  const objects = new Map<string, Buffer>();
  let ids = 0;
  /** The content of a part serves as its ETag. */
  const uploads = new Map<string, string[]>();
  const partsOf = (key: string, { id }: PartialUpload): string[] => {
    const parts = uploads.get(id);
    if (!parts) throw new BlobMissingError(key);
    return parts;
  };
  const get = (key: string, range?: ByteRange): Buffer => {
    const object = objects.get(key);
    if (!object) throw new BlobMissingError(key);
    return range ? object.subarray(...range) : object;
  };
  return guardBlobs({
    objects,
    uploads,
    text: (key) => get(key).toString(),
    keysWithContent: () => [...objects].flatMap(([key, { length }]) => (length > 0 ? [key] : [])),
    size: async (key) => objects.get(key)?.length,
    async *read(key, range) {
      const object = get(key, range);
      for (let at = 0; at < object.length; at += 1000) yield object.subarray(at, at + 1000);
    },
    bytes: async (key, range) => get(key, range),
    async put(key, content) {
      objects.set(key, Buffer.from(content));
    },
    async putIfMissing(key, content) {
      if (objects.has(key)) return false;
      objects.set(key, Buffer.from(content));
      return true;
    },
    async write(key, chunks) {
      const all = await Array.fromAsync(chunks, (chunk) => Buffer.from(chunk));
      objects.set(key, Buffer.concat(all));
    },
    async appendPart(key, upload = { id: String((ids += 1)), tags: [] }, content) {
      if (upload.tags.length === 0) uploads.set(upload.id, []);
      partsOf(key, upload)[upload.tags.length] = content;
      return { id: upload.id, tags: [...upload.tags, content] };
    },
    async completeUpload(key, upload) {
      const parts = partsOf(key, upload);
      if (!upload.tags.every((tag, at) => parts[at] === tag)) throw new BlobMissingError(key);
      uploads.delete(upload.id);
      objects.set(key, Buffer.from(upload.tags.join('')));
    },
    async copy(from, to) {
      objects.set(to, get(from));
    },
    list: async (prefix) =>
      [...objects]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, { length: size }]) => ({ key, size })),
    async delete(key) {
      objects.delete(key);
    },
    async deleteAll(prefix) {
      for (const key of objects.keys()) if (key.startsWith(prefix)) objects.delete(key);
    },
    uploadForm: async (key) => ({ url: 'https://files.test/', fields: { key } }),
    missingParts: async (key) =>
      objects.has(key) ? [] : [{ number: 1, url: `https://files.test/${key}` }],
    link: async (key) => `https://files.test/${key}`,
  });
}
