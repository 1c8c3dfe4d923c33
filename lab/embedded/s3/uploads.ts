import { createHash, randomUUID } from 'node:crypto';
import type { ObjectDraft, ObjectStore, StoredObject } from './objects.ts';
import { S3Error, invalidArgument } from './s3-error.ts';
import type { ObjectRef, S3Request } from './s3-request.ts';

interface Upload {
  readonly place: ObjectRef;
  readonly name: string;
  readonly initiated: Date;
  readonly headers: StoredObject['headers'];
  /** Checksum that each part must have, if the upload declared one. */
  readonly checksum: string | undefined;
  readonly parts: Map<number, ObjectDraft>;
}

const MAX_PARTS = 10_000;
/** Minimum size of every part except the last. */
const MIN_PART_BYTES = 5 * 1024 ** 2;

/** Multipart uploads in progress, which do not survive a restart. */
export interface MultipartUploads {
  /** @returns the upload id */
  begin(place: ObjectRef, headers: StoredObject['headers'], checksum?: string): string;
  /** Rejects an invalid part before its bytes are read. @throws {S3Error} 400 or 404 */
  checkPart(request: S3Request, name: string, number: number): void;
  /** @throws {S3Error} 404 if the upload does not exist */
  add(place: ObjectRef, name: string, number: number, part: ObjectDraft): void;
  /** Returns the parts ordered by number. @throws {S3Error} 404 */
  parts(place: ObjectRef, name: string): (readonly [number: number, part: ObjectDraft])[];
  /** Returns the uploads ordered by key, then by start time. */
  list(bucket: string, prefix: string): Upload[];
  /** @throws {S3Error} 404 */
  abort(place: ObjectRef, name: string): void;
  /**
   * Creates the object from its parts.
   * @param listedParts part numbers in order, with their ETags
   * @throws {S3Error} 404, or 400 if parts are missing, too small or out of order
   */
  complete(
    place: ObjectRef,
    name: string,
    listedParts: readonly (readonly [number: number, etag: string])[],
  ): Promise<ObjectDraft>;
}

export function createMultipartUploads(objects: ObjectStore): MultipartUploads {
  const uploads = new Map<string, Upload>();
  const find = (id: string) => {
    const upload = uploads.get(id);
    if (upload) return upload;
    throw new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist.');
  };
  const end = (id: string): void => {
    objects.discard(find(id).parts.values());
    uploads.delete(id);
  };

  return {
    begin(place, headers, checksum) {
      const name = randomUUID();
      const upload = { place, name, initiated: new Date(), headers, checksum, parts: new Map() };
      uploads.set(idOf(place, name), upload);
      return name;
    },
    checkPart({ headers, ...place }, name, number) {
      const { checksum } = find(idOf(place, name));
      if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS)
        throw invalidArgument('Part number must be an integer between 1 and 10000, inclusive');
      if (checksum !== undefined && headers[`x-amz-checksum-${checksum}`] === undefined)
        throw refused(
          'InvalidRequest',
          `Checksum Type mismatch occurred, expected checksum Type: ${checksum}, actual checksum Type: null`,
        );
    },
    add(place, name, number, part) {
      const { parts } = find(idOf(place, name));
      const former = parts.get(number);
      if (former) objects.discard([former]);
      parts.set(number, part);
    },
    parts: (place, name) => [...find(idOf(place, name)).parts].toSorted(([a], [b]) => a - b),
    list: (bucket, prefix) =>
      [...uploads.values()]
        .filter(({ place }) => place.bucket === bucket && place.key.startsWith(prefix))
        .toSorted((a, b) => Buffer.compare(Buffer.from(a.place.key), Buffer.from(b.place.key))),
    abort: (place, name) => end(idOf(place, name)),
    async complete(place, name, listedParts) {
      const { parts, headers } = find(idOf(place, name));
      const chosen = listedParts.map(([number, etag]) => {
        const part = parts.get(number);
        if (part && unquoted(part.etag) === unquoted(etag)) return part;
        throw refused('InvalidPart', 'One or more of the specified parts are missing.');
      });
      if (listedParts.some(([number], at) => number <= (listedParts[at - 1]?.[0] ?? 0)))
        throw refused('InvalidPartOrder', 'The list of parts was not in ascending order.');
      if (chosen.slice(0, -1).some(({ size }) => size < MIN_PART_BYTES))
        throw refused(
          'EntityTooSmall',
          'Your proposed upload is smaller than the minimum allowed size',
        );
      const digests = chosen.map(({ etag }) => Buffer.from(unquoted(etag), 'hex'));
      const md5 = createHash('md5').update(Buffer.concat(digests)).digest('hex');
      const joined = await objects.draft(objects.join(chosen));
      const whole = { ...joined, etag: `"${md5}-${chosen.length}"` };
      end(idOf(place, name));
      objects.commit(place, whole, headers);
      return whole;
    },
  };
}

const refused = (code: string, message: string): S3Error => new S3Error(400, code, message);

const idOf = ({ bucket, key }: ObjectRef, name: string): string => `${bucket}/${key}/${name}`;

const unquoted = (etag: string): string => etag.replaceAll('"', '');
