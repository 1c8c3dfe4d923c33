import { Readable } from 'node:stream';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { BlobMissingError, type Blobs, type ByteRange } from './blobs.ts';
import { presignMissingParts } from './missing-parts.ts';

/** Part size of uploads; two parts are in memory at the same time. */
const PART_BYTES = 8 * 1024 * 1024;
const PART_CONCURRENCY = 2;

export interface BucketNames {
  /** Bucket of the keys under `uploads/`, `bounces/` and `answers/`. */
  readonly uploads: string;
  /** Bucket of all other keys. */
  readonly files: string;
}

/** Whether a key belongs to the bucket of objects from outside. */
export const isUploadKey = (key: string): boolean => /^(?:uploads|bounces|answers)\//.test(key);

class TruncatedBlobError extends Error {
  override readonly name = 'TruncatedBlobError';
}

async function* readComplete(
  body: AsyncIterable<Uint8Array>,
  length: number | undefined,
  key: string,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of body) {
    received += chunk.length;
    yield chunk;
  }
  if (length !== undefined && received !== length)
    throw new TruncatedBlobError(`${key} ended after ${received} of ${length} bytes`);
}

/**
 * Returns undefined if an object does not exist: S3 responds with 403 instead of 404 to a caller
 * that may not list the bucket. https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html
 */
export function undefinedIfForbidden(error: unknown): undefined {
  if (!(error instanceof S3ServiceException && error.$metadata.httpStatusCode === 403)) throw error;
}

const MISSING_BLOB_ERRORS = new Set(['InvalidPart', 'NoSuchKey', 'NoSuchUpload']);

const rethrowMissing =
  (key: string) =>
  (error: unknown): never => {
    // CopyObject has no error class for a missing key, so check the error's name.
    const isMissing = error instanceof S3ServiceException && MISSING_BLOB_ERRORS.has(error.name);
    throw isMissing ? new BlobMissingError(key, { cause: error }) : error;
  };

const rangeHeader = ([start, end]: ByteRange): string => `bytes=${start}-${end - 1}`;

export function createS3Blobs(client: S3Client, buckets: BucketNames): Blobs {
  const locationOf = (key: string) => ({
    Bucket: isUploadKey(key) ? buckets.uploads : buckets.files,
    Key: key,
  });

  const pagesOf = (prefix: string) =>
    paginateListObjectsV2({ client }, { Bucket: locationOf(prefix).Bucket, Prefix: prefix });

  async function* read(key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const Range = range && rangeHeader(range);
    const command = new GetObjectCommand({ ...locationOf(key), ...(Range && { Range }) });
    const response = await client.send(command).catch(rethrowMissing(key));
    if (!(response.Body instanceof Readable)) throw new TruncatedBlobError(`${key} has no body`);
    yield* readComplete(response.Body as AsyncIterable<Uint8Array>, response.ContentLength, key);
  }

  return {
    read,

    async size(key) {
      try {
        return (await client.send(new HeadObjectCommand(locationOf(key)))).ContentLength;
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },

    async bytes(key, range) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of read(key, range)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },

    async put(key, content) {
      await client.send(new PutObjectCommand({ ...locationOf(key), Body: content }));
    },

    async putIfMissing(key, Body) {
      const command = new PutObjectCommand({ ...locationOf(key), Body, IfNoneMatch: '*' });
      try {
        await client.send(command);
        return true;
      } catch (error) {
        if (error instanceof S3ServiceException && error.name === 'PreconditionFailed')
          return false;
        throw error;
      }
    },

    async write(key, chunks) {
      const upload = new Upload({
        client,
        params: { ...locationOf(key), Body: Readable.from(chunks, { objectMode: true }) },
        partSize: PART_BYTES,
        queueSize: PART_CONCURRENCY,
      });
      await upload.done();
    },

    async appendPart(key, upload, Body) {
      const location = locationOf(key);
      const create = new CreateMultipartUploadCommand(location);
      const UploadId = upload?.id ?? (await client.send(create)).UploadId;
      const tags = upload?.tags ?? [];
      const part = { ...location, UploadId, PartNumber: tags.length + 1, Body };
      const { ETag } = await client.send(new UploadPartCommand(part)).catch(rethrowMissing(key));
      return { id: String(UploadId), tags: [...tags, String(ETag)] };
    },

    async completeUpload(key, { id: UploadId, tags }) {
      const Parts = tags.map((ETag, at) => ({ ETag, PartNumber: at + 1 }));
      const upload = { ...locationOf(key), UploadId, MultipartUpload: { Parts } };
      await client.send(new CompleteMultipartUploadCommand(upload)).catch(rethrowMissing(key));
    },

    async copy(from, to) {
      const { Bucket, Key } = locationOf(from);
      const source = `${Bucket}/${encodeURIComponent(Key).replaceAll('%2F', '/')}`;
      const command = new CopyObjectCommand({ ...locationOf(to), CopySource: source });
      await client.send(command).catch(rethrowMissing(from));
    },

    async list(prefix) {
      const found = await Array.fromAsync(pagesOf(prefix), ({ Contents = [] }) => Contents);
      return found.flat().map(({ Key = '', Size = 0 }) => ({ key: Key, size: Size }));
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand(locationOf(key)));
    },

    async deleteAll(prefix) {
      for await (const { Contents = [] } of pagesOf(prefix)) {
        if (Contents.length === 0) continue;
        const Delete = { Objects: Contents.map(({ Key }) => ({ Key })), Quiet: true };
        const { Bucket } = locationOf(prefix);
        const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
        if (Errors.length > 0)
          throw new Error(
            `${Errors.length} objects under ${prefix} could not be deleted: ${Errors[0]?.Message}`,
          );
      }
    },

    async uploadForm(key, { maxBytes, seconds }) {
      return createPresignedPost(client, {
        ...locationOf(key),
        Conditions: [['content-length-range', 0, maxBytes]],
        Expires: seconds,
      });
    },

    missingParts: (key, limits) => presignMissingParts(client, locationOf(key), limits),

    link: (key, { disposition, mediaType, seconds }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...locationOf(key),
          ResponseContentDisposition: disposition,
          ResponseContentType: `${mediaType}; charset=utf-8`,
        }),
        { expiresIn: seconds },
      ),
  };
}
