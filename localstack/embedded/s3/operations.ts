import type { Operation } from './context.ts';
import { forward } from './forward.ts';
import { notImplemented, S3Error } from './s3-error.ts';
import type { S3Request } from './s3-request.ts';
import { completeUpload, copyObject, putObject, uploadPart } from './write-object.ts';

/**
 * What a query may hold for each method. The upstream ignores names it does not know and does
 * something else instead, so anything beyond is refused.
 */
const QUERY: Readonly<Record<string, RegExp>> = {
  GET: /^(list-type|prefix|delimiter|max-keys|continuation-token|start-after|marker|partNumber|lifecycle|response-[a-z-]+)$/,
  HEAD: /^(partNumber|response-[a-z-]+)$/,
  PUT: /^(partNumber|uploadId|lifecycle)$/,
  POST: /^(uploads|uploadId|delete)$/,
  DELETE: /^(uploadId|lifecycle)$/,
};
/** Signature parameters, headers hoisted into a presigned URL, and the SDK's operation name. */
const ALWAYS = /^(x-amz-.*|x-id)$/i;

/** @throws {S3Error} for an operation that this S3 does not have */
export function findOperation({ method, key, query, headers }: S3Request): Operation {
  const allowed = QUERY[method];
  if (allowed === undefined)
    throw new S3Error(405, 'MethodNotAllowed', 'The method is not allowed against this resource.');
  const unknown = Object.keys(query).find((name) => !allowed.test(name) && !ALWAYS.test(name));
  if (unknown !== undefined) throw notImplemented(`${method} with ?${unknown}`);

  if (key === '') return forward;
  const isCopy = headers['x-amz-copy-source'] !== undefined;
  if (method === 'PUT' && query['uploadId'] !== undefined) return isCopy ? forward : uploadPart;
  if (method === 'PUT') return isCopy ? copyObject : putObject;
  if (method === 'POST' && query['uploadId'] !== undefined) return completeUpload;
  return forward;
}
