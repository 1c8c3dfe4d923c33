import type { Operation } from './context.ts';
import { bodyLength, contentEncoding, openBody } from './request-body.ts';
import { invalidArgument } from './s3-error.ts';
import { encodePath } from './s3-request.ts';
import type { S3Request } from './s3-request.ts';
import type { UpstreamRequest } from './upstream.ts';

/** Headers of one connection, and those whose meaning ends at the edge. */
const NOT_FORWARDED = new Set([
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-amz-content-sha256',
  'x-amz-decoded-content-length',
  'x-amz-trailer',
]);

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Query parameters by which a GET replaces headers of its response. */
const OVERRIDE =
  /^response-(cache-control|content-(?:disposition|encoding|language|type)|expires)$/;

/** Has the upstream do the operation and passes its response on, with the overrides applied. */
export const forward: Operation = async ({ upstream }, request) => {
  const replaced = overrides(request);
  const response = await upstream.send({
    method: request.method,
    path: upstreamPath(request),
    ...upstreamBody(request),
  });
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !HOP_BY_HOP.has(name) ? [[name, value] as const] : [],
  );
  const status = response.statusCode ?? 502;
  return {
    status,
    headers: { ...Object.fromEntries(headers), ...(status < 300 && replaced) },
    body: response,
  };
};

function upstreamBody(request: S3Request): Pick<UpstreamRequest, 'headers' | 'body'> {
  const kept = Object.entries(request.headers).filter(([name]) => !NOT_FORWARDED.has(name));
  const headers = Object.fromEntries(kept);
  if (request.method !== 'PUT' && request.method !== 'POST') return { headers };
  const length = bodyLength(request);
  if (length !== undefined) headers['content-length'] = String(length);
  const encoding = contentEncoding(request.headers);
  if (encoding !== undefined) headers['content-encoding'] = encoding;
  return { headers, body: openBody(request) };
}

function upstreamPath({ bucket, key, query }: S3Request): string {
  const kept = Object.entries(query).filter(
    ([name]) => !/^x-amz-/i.test(name) && !OVERRIDE.test(name),
  );
  const path = key === '' ? `/${encodeURIComponent(bucket)}` : encodePath(bucket, key);
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}

/** @throws {S3Error} for a value that no header can hold: encode it as RFC 6266 says */
function overrides({ query }: S3Request): Record<string, string> {
  const entries = Object.entries(query).flatMap(([name, value]) => {
    const header = OVERRIDE.exec(name)?.[1];
    return header === undefined ? [] : [[header, value] as const];
  });
  if (entries.some(([, value]) => !/^[\x20-\x7e\xa0-\xff]*$/.test(value)))
    throw invalidArgument('Header value cannot be represented using ISO-8859-1.');
  return Object.fromEntries(entries);
}
