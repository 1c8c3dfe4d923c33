import { createHash, randomUUID } from 'node:crypto';
import type { Draft, Objects, StoredObject } from './objects.ts';
import { S3Error } from './s3-error.ts';
import type { Place } from './s3-request.ts';

export type Uploads = ReturnType<typeof createUploads>;

/** Multipart uploads that have begun; they end with this process. */
export function createUploads(objects: Objects) {
  const uploads = new Map<
    string,
    { headers: StoredObject['headers']; parts: Map<number, Draft> }
  >();
  const find = (id: string) => {
    const upload = uploads.get(id);
    if (upload) return upload;
    throw new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist.');
  };
  const end = (id: string): void => {
    objects.drop(find(id).parts.values());
    uploads.delete(id);
  };

  return {
    /** @returns a name of the upload */
    begin(place: Place, headers: StoredObject['headers']): string {
      const name = randomUUID();
      uploads.set(idOf(place, name), { headers, parts: new Map() });
      return name;
    },
    /** @throws {S3Error} 404 when there is no such upload any more */
    add(place: Place, name: string, number: number, part: Draft): void {
      const { parts } = find(idOf(place, name));
      const former = parts.get(number);
      if (former) objects.drop([former]);
      parts.set(number, part);
    },
    /** @throws {S3Error} 404 */
    abort: (place: Place, name: string): void => end(idOf(place, name)),
    /**
     * Makes an object of the parts.
     * @param announced the numbers of the parts, in order, and their ETags
     * @throws {S3Error} 404, and 400 for a part that has not arrived
     */
    async complete(
      place: Place,
      name: string,
      announced: readonly (readonly [number: number, etag: string])[],
    ): Promise<Draft> {
      const { parts, headers } = find(idOf(place, name));
      const chosen = announced.map(([number, etag]) => {
        const part = parts.get(number);
        if (part && unquoted(part.etag) === unquoted(etag)) return part;
        throw new S3Error(400, 'InvalidPart', 'One or more of the specified parts are missing.');
      });
      const digests = chosen.map(({ etag }) => Buffer.from(unquoted(etag), 'hex'));
      const md5 = createHash('md5').update(Buffer.concat(digests)).digest('hex');
      const joined = await objects.draft(objects.join(chosen));
      const whole = { ...joined, etag: `"${md5}-${chosen.length}"` };
      end(idOf(place, name));
      objects.keep(place, whole, headers);
      return whole;
    },
  };
}

const idOf = ({ bucket, key }: Place, name: string): string => `${bucket}/${key}/${name}`;

const unquoted = (etag: string): string => etag.replaceAll('"', '');
