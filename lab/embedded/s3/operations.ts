import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { Notifier } from './notifications.ts';
import type { ObjectStore, StoredObject } from './objects.ts';
import { readVerifiedBody } from './request-body.ts';
import {
  S3Error,
  renderXmlDocument,
  renderXmlElements,
  invalidArgument,
  notImplemented,
  extractXmlTexts,
} from './s3-error.ts';
import { validateObjectKey, parsePath, type S3Request } from './s3-request.ts';
import type { MultipartUploads } from './uploads.ts';

export interface OperationContext {
  readonly objects: ObjectStore;
  readonly uploads: MultipartUploads;
  readonly notify: Notifier;
}

export interface S3Response {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | Readable;
}

type Operation = (context: OperationContext, request: S3Request) => Promise<S3Response>;

/** Query parameters of a GET that override headers of its response. */
const HEADER_OVERRIDE =
  /^response-(cache-control|content-(?:disposition|encoding|language|type)|expires)$/;
const MAX_KEYS = 1000;

const xmlResponse = (root: string, content: string): S3Response => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: renderXmlDocument(root, content),
});

export const storedHeadersOf = (
  given: Readonly<Record<string, string>>,
): Record<string, string> => ({
  'content-type': 'binary/octet-stream',
  ...Object.fromEntries(
    Object.entries(given).filter(([name]) =>
      /^(content-(type|disposition|encoding|language)|cache-control|x-amz-meta-.+)$/.test(name),
    ),
  ),
});

const getObject: Operation = async ({ objects }, request) => {
  const headerOverrides = responseOverrides(request);
  const { etag, size, modified, headers: own } = objects.find(request);
  const range = parseRange(request.headers['range'], size);
  const headers = {
    ...own,
    ...headerOverrides,
    etag,
    'accept-ranges': 'bytes',
    'last-modified': modified.toUTCString(),
    'content-length': range ? range.end - range.start + 1 : size,
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
  };
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return { status, headers };
  return { status, headers, body: objects.read(request, range) };
};

/** @throws {S3Error} for a value that no header can contain, and that needs encoding (RFC 6266) */
function responseOverrides({ query }: S3Request): Record<string, string> {
  const entries = Object.entries(query).flatMap(([name, value]) => {
    const header = HEADER_OVERRIDE.exec(name)?.[1];
    return header === undefined ? [] : [[header, value] as const];
  });
  if (entries.some(([, value]) => !/^[\x20-\x7e\xa0-\xff]*$/.test(value)))
    throw invalidArgument('Header value cannot be represented using ISO-8859-1.');
  return Object.fromEntries(entries);
}

/**
 * Returns the positions of the first and last byte that a Range header selects. Returns undefined
 * if the header is missing or is not a single byte range; it is then ignored, as RFC 9110 allows.
 * @throws {S3Error} 416 if the range selects no byte
 */
function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end)
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', {
      ActualObjectSize: size,
    });
  return { start, end };
}

const putObject: Operation = async ({ objects, notify }, request) => {
  requireLength(request);
  const draft = await objects.draft(readVerifiedBody(request));
  if (request.headers['if-none-match'] !== undefined && objects.has(request)) {
    objects.discard([draft]);
    throw new S3Error(
      412,
      'PreconditionFailed',
      'At least one of the pre-conditions you specified did not hold',
      { Condition: 'If-None-Match' },
    );
  }
  objects.commit(request, draft, storedHeadersOf(request.headers));
  await notify('Put', request, draft);
  return { status: 200, headers: { etag: draft.etag } };
};

/** Rejects a body of unknown length, as S3 does. */
function requireLength({ headers }: S3Request): void {
  if (headers['content-length'] === undefined)
    throw new S3Error(
      411,
      'MissingContentLength',
      'You must provide the Content-Length HTTP header.',
    );
}

const copyObject: Operation = async ({ objects, notify }, request) => {
  const from = parsePath((request.headers['x-amz-copy-source'] ?? '').replace(/^\/?/, '/'));
  const { headers } = objects.find(from);
  const draft = await objects.draft(objects.read(from));
  objects.commit(request, draft, headers);
  await notify('Copy', request, draft);
  const { modified } = objects.find(request);
  return xmlResponse(
    'CopyObjectResult',
    renderXmlElements({ ETag: draft.etag, LastModified: modified.toISOString() }),
  );
};

const deleteObject: Operation = async ({ objects }, request) => {
  objects.remove(request);
  return { status: 204 };
};

const deleteObjects: Operation = async ({ objects }, request) => {
  const requestXml = await text(readVerifiedBody(request));
  for (const key of extractXmlTexts(requestXml, 'Key')) {
    validateObjectKey(key);
    objects.remove({ bucket: request.bucket, key });
  }
  // Responds as in quiet mode, without the deleted keys, because no client here needs them.
  return xmlResponse('DeleteResult', '');
};

const listObjects: Operation = async ({ objects }, { bucket, query }) => {
  if (query['list-type'] !== '2') throw notImplemented('ListObjects, version 1');
  const { prefix = '', 'continuation-token': token = '' } = query;
  validateObjectKey(prefix);
  const after = Buffer.from(token, 'base64url');
  const rest = objects
    .list(bucket, prefix)
    .filter((key) => Buffer.compare(Buffer.from(key), after) > 0);
  const size = Math.min(Number(query['max-keys'] ?? MAX_KEYS), MAX_KEYS);
  const page = rest.slice(0, size);
  const next = rest.length > size && Buffer.from(page.at(-1) ?? '').toString('base64url');
  return xmlResponse(
    'ListBucketResult',
    renderXmlElements({
      Name: bucket,
      Prefix: prefix,
      KeyCount: page.length,
      MaxKeys: size,
      IsTruncated: next !== false,
      ...(next !== false && { NextContinuationToken: next }),
    }) +
      page
        .map((key) => `<Contents>${describe(key, objects.find({ bucket, key }))}</Contents>`)
        .join(''),
  );
};

const describe = (key: string, { modified, etag, size }: StoredObject): string =>
  renderXmlElements({ Key: key, LastModified: modified.toISOString(), ETag: etag, Size: size });

const createUpload: Operation = async ({ uploads }, request) => {
  const { bucket, key, headers } = request;
  const checksum = headers['x-amz-checksum-algorithm']?.toLowerCase();
  const id = uploads.begin(request, storedHeadersOf(headers), checksum);
  return xmlResponse(
    'InitiateMultipartUploadResult',
    renderXmlElements({ Bucket: bucket, Key: key, UploadId: id }),
  );
};

const uploadPart: Operation = async ({ uploads, objects }, request) => {
  requireLength(request);
  const { uploadId = '', partNumber } = request.query;
  uploads.checkPart(request, uploadId, Number(partNumber));
  const part = await objects.draft(readVerifiedBody(request));
  uploads.add(request, uploadId, Number(partNumber), part);
  return { status: 200, headers: { etag: part.etag } };
};

const completeUpload: Operation = async ({ uploads, notify }, request) => {
  // A checksum header of this request belongs to the object, not to this body.
  const xml = await text(readVerifiedBody(request, false));
  const etags = extractXmlTexts(xml, 'ETag');
  const parts = extractXmlTexts(xml, 'PartNumber').map(
    (number, at) => [Number(number), etags[at] ?? ''] as const,
  );
  const { bucket, key, query } = request;
  const whole = await uploads.complete(request, query['uploadId'] ?? '', parts);
  await notify('CompleteMultipartUpload', request, whole);
  return xmlResponse(
    'CompleteMultipartUploadResult',
    renderXmlElements({ Bucket: bucket, Key: key, ETag: whole.etag }),
  );
};

const listParts: Operation = async ({ uploads }, request) => {
  const { bucket, key, query } = request;
  const { uploadId = '' } = query;
  const parts = uploads.parts(request, uploadId);
  return xmlResponse(
    'ListPartsResult',
    renderXmlElements({
      Bucket: bucket,
      Key: key,
      UploadId: uploadId,
      ...pageOf(parts, 'MaxParts'),
    }) +
      parts
        .slice(0, MAX_KEYS)
        .map(([PartNumber, { etag, size }]) =>
          renderXmlElements({ PartNumber, ETag: etag, Size: size }),
        )
        .map((part) => `<Part>${part}</Part>`)
        .join(''),
  );
};

const listUploads: Operation = async ({ uploads }, { bucket, query: { prefix = '' } }) => {
  const found = uploads.list(bucket, prefix);
  return xmlResponse(
    'ListMultipartUploadsResult',
    renderXmlElements({ Bucket: bucket, Prefix: prefix, ...pageOf(found, 'MaxUploads') }) +
      found
        .slice(0, MAX_KEYS)
        .map(({ place: { key }, name, initiated }) =>
          renderXmlElements({ Key: key, UploadId: name, Initiated: initiated.toISOString() }),
        )
        .map((upload) => `<Upload>${upload}</Upload>`)
        .join(''),
  );
};

/** Contains no marker of the next page, because Tamis never requests it. */
const pageOf = (rows: readonly unknown[], limit: string) => ({
  [limit]: MAX_KEYS,
  IsTruncated: rows.length > MAX_KEYS,
});

const abortUpload: Operation = async ({ uploads }, request) => {
  uploads.abort(request, request.query['uploadId'] ?? '');
  return { status: 204 };
};

/** Operations by method, target and distinguishing parameter, each with its allowed parameters. */
const OPERATIONS: Readonly<Record<string, readonly [Operation, RegExp]>> = {
  'GET bucket': [listObjects, /^(list-type|prefix|max-keys|continuation-token)$/],
  'POST bucket delete': [deleteObjects, /^delete$/],
  'GET bucket uploads': [listUploads, /^(uploads|prefix)$/],
  'GET object': [getObject, HEADER_OVERRIDE],
  'HEAD object': [getObject, HEADER_OVERRIDE],
  'PUT object': [putObject, /^$/],
  'PUT object copy': [copyObject, /^$/],
  'DELETE object': [deleteObject, /^$/],
  'POST object uploads': [createUpload, /^uploads$/],
  'GET object uploadId': [listParts, /^uploadId$/],
  'PUT object uploadId': [uploadPart, /^(uploadId|partNumber)$/],
  'POST object uploadId': [completeUpload, /^uploadId$/],
  'DELETE object uploadId': [abortUpload, /^uploadId$/],
};
/** Query parameters that do not select an operation: the signature and the SDK's operation name. */
const IGNORED_QUERY = /^(x-amz-(?!meta-|copy-).*|x-id)$/i;

/** @throws {S3Error} for an operation that the embedded S3 does not implement */
export function requireOperation({ method, key, query, headers }: S3Request): Operation {
  const names = Object.keys(query).filter((name) => !IGNORED_QUERY.test(name));
  const isCopy = headers['x-amz-copy-source'] !== undefined;
  const discriminator = isCopy
    ? 'copy'
    : names.find((name) => /^(delete|uploads|uploadId)$/.test(name));
  const operationKey = [method, key === '' ? 'bucket' : 'object', discriminator]
    .filter(Boolean)
    .join(' ');
  const [operation, allowed] = OPERATIONS[operationKey] ?? [];
  const isKnown = names.every((name) => allowed?.test(name));
  if (!operation || !isKnown) throw notImplemented(`${operationKey} with ?${names.join('&')}`);
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
  const isFirstWrite = operation === putObject && headers['if-none-match'] === '*';
  const condition = headers['if-match'] ?? (isFirstWrite ? undefined : headers['if-none-match']);
  if (method !== 'GET' && method !== 'HEAD' && condition !== undefined)
    throw notImplemented('this conditional write');
  if (headers['x-amz-decoded-content-length'] !== undefined)
    throw notImplemented('bodies in aws-chunked frames');
  return operation;
}
