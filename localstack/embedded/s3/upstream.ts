import { Agent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Readable, pipeline } from 'node:stream';
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { contentEncoding } from './request-body.ts';
import { encodePath } from './s3-request.ts';
import type { Credentials } from './signature.ts';
import { S3Error, notImplemented } from './s3-error.ts';
import { type SizeRange, limitSize } from './size-limit.ts';

type Headers = Readonly<Record<string, string>>;

export interface UpstreamRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body?: AsyncIterable<Buffer> | undefined;
}

export interface ObjectHead {
  /** With quotes. */
  readonly etag: string;
  /** Bytes. */
  readonly size: number;
}

export interface NewObject {
  readonly bucket: string;
  readonly key: string;
  /** Content-* and x-amz-meta-* become the object's; others are ignored. */
  readonly headers: Headers;
  readonly body: AsyncIterable<Buffer>;
  readonly range: SizeRange;
}

/** The upstream refuses above 11 MiB; a part other than the last has at least 5 MiB. */
const PART_BYTES = 8 * 1024 ** 2;

export type Upstream = ReturnType<typeof createUpstream>;

/** The S3 behind the edge, which believes everybody and takes at most 11 MiB a request. */
export function createUpstream(endpoint: string, credentials: Credentials, region: string) {
  const agent = new Agent({ keepAlive: true });
  const client = new S3Client({
    endpoint,
    credentials,
    region,
    forcePathStyle: true,
    // The edge has verified the bytes; nobody reads a checksum between two processes of one host.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  const send = ({ method, path, headers, body }: UpstreamRequest): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const outgoing = httpRequest(new URL(path, endpoint), { method, headers, agent }, resolve);
      outgoing.on('error', (error) => reject(asS3Error(error)));
      // It is destroyed, and does not look complete, when its body fails.
      if (body === undefined) outgoing.end();
      else pipeline(Readable.from(body), outgoing, () => undefined);
    });

  return {
    client,
    /** Resolves as soon as the response begins. */
    send,
    async head(bucket: string, key: string): Promise<ObjectHead | undefined> {
      const response = await send({ method: 'HEAD', path: encodePath(bucket, key), headers: {} });
      response.resume();
      if (response.statusCode !== 200) return undefined;
      const { etag = '', 'content-length': size } = response.headers;
      return { etag, size: Number(size) };
    },
    /** Stores a body of any length at constant memory; if the body fails, no object appears. */
    async write({ bucket, key, headers, body, range }: NewObject): Promise<ObjectHead> {
      const type = headers['content-type'] ?? '';
      if (FORM_TYPE.test(type)) throw notImplemented(`objects of type ${type}`);
      let size = 0;
      const stream = Readable.from(limitSize(body, range, (bytes) => (size = bytes)));
      const upload = new Upload({
        client,
        partSize: PART_BYTES,
        queueSize: 2,
        params: { Bucket: bucket, Key: key, Body: stream, ...objectParams(headers) },
      });
      try {
        const { ETag: etag = '' } = await upload.done();
        return { etag, size };
      } catch (error) {
        throw asS3Error(error);
      } finally {
        stream.destroy();
      }
    },
    close(): void {
      agent.destroy();
      client.destroy();
    },
  };
}

/** The upstream would take such an object for a call to another of its services. */
const FORM_TYPE = /^application\/(x-www-form-urlencoded|x-amz-json-1\.0)/i;
const META_PREFIX = 'x-amz-meta-';

function objectParams(headers: Headers): Partial<PutObjectCommandInput> {
  const metadata = Object.entries(headers)
    .filter(([name]) => name.startsWith(META_PREFIX))
    .map(([name, value]) => [name.slice(META_PREFIX.length), value]);
  return {
    ContentType: headers['content-type'] ?? 'binary/octet-stream',
    CacheControl: headers['cache-control'],
    ContentDisposition: headers['content-disposition'],
    ContentEncoding: contentEncoding(headers),
    ContentLanguage: headers['content-language'],
    Metadata: Object.fromEntries(metadata),
  };
}

/** Our own error about the body, what the upstream said, or that it said nothing. */
function asS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (error instanceof S3ServiceException) {
    const { name, message, $metadata } = error;
    return new S3Error($metadata.httpStatusCode ?? 500, name, message);
  }
  return new S3Error(503, 'ServiceUnavailable', `The object store did not respond: ${error}`);
}
