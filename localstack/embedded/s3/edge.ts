import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type HttpService, startHttpService } from '../services/http-service.ts';
import type { EdgeContext, S3Response } from './context.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import type { CorsRule } from './cors.ts';
import { createKeyLock } from './key-lock.ts';
import { createNotify } from './notifications.ts';
import type { NotificationRule, QueueSender } from './notifications.ts';
import { findOperation } from './operations.ts';
import { postObject } from './post-object.ts';
import { S3Error, errorXml } from './s3-error.ts';
import { parseS3Request } from './s3-request.ts';
import type { S3Request } from './s3-request.ts';
import { createSignatureVerifier } from './signature.ts';
import type { Credentials } from './signature.ts';
import { createUpstream } from './upstream.ts';

export interface BucketConfig {
  readonly cors?: readonly CorsRule[];
  readonly notifications?: readonly NotificationRule[];
}

export interface S3EdgeOptions {
  /** The URL of the object store behind the edge. */
  readonly upstream: string;
  /** The only ones that may sign. */
  readonly credentials: Credentials;
  readonly region: string;
  /** By bucket name; a bucket without an entry has neither CORS nor notifications. */
  readonly buckets: Readonly<Record<string, BucketConfig>>;
  /** Takes the notifications. */
  readonly sqs: QueueSender;
  readonly now: () => Date;
}

/**
 * Starts what the object store leaves out and callers depend on: signatures and expiry, upload
 * policies with their sizes, CORS, notifications, conditional writes, bodies of any size.
 * It speaks path style only, `/bucket/key`, which the SDK takes by itself where the
 * endpoint is an address instead of a name.
 */
export async function startS3Edge(options: S3EdgeOptions): Promise<HttpService> {
  const { credentials, region, buckets, sqs, now } = options;
  const upstream = createUpstream(options.upstream, credentials, region);
  const context: EdgeContext = {
    upstream,
    signatures: createSignatureVerifier(credentials, region, upstream.client.config.sha256),
    notify: createNotify({
      region,
      rulesOf: (bucket) => buckets[bucket]?.notifications ?? [],
      sqs,
      now,
    }),
    lock: createKeyLock(),
    now,
  };

  const service = await startHttpService((message, response) => {
    void respond(context, (bucket) => buckets[bucket]?.cors ?? [], message, response);
  });
  return {
    ...service,
    async close() {
      await service.close();
      upstream.close();
    },
  };
}

async function respond(
  context: EdgeContext,
  corsRulesOf: (bucket: string) => readonly CorsRule[],
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const request = parseS3Request(message);
    const rules = corsRulesOf(request.bucket);
    if (request.method === 'OPTIONS') {
      response.writeHead(200, preflightHeaders(rules, request.headers)).end();
      return;
    }
    // Errors carry them too: a script may only read a response that does.
    response.setHeaders(
      new Map(Object.entries(corsHeaders(rules, request.method, request.headers))),
    );
    const { status, headers, body } = await perform(context, request);
    response.writeHead(status, headers);
    if (body === undefined || typeof body === 'string') response.end(body);
    else await pipeline(body, response);
  } catch (error) {
    fail(message, response, error);
  }
}

async function perform(context: EdgeContext, request: S3Request): Promise<S3Response> {
  if (isForm(request)) return postObject(context, request);
  const hoisted = withHoistedHeaders(request);
  const operation = findOperation(hoisted);
  await context.signatures.verifyRequest(request, context.now());
  return operation(context, hoisted);
}

const isForm = ({ method, key, headers }: S3Request): boolean =>
  method === 'POST' &&
  key === '' &&
  headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true;

/** The SDK that presigns a URL moves x-amz-* headers, such as metadata, into its query. */
const withHoistedHeaders = (request: S3Request): S3Request => {
  const hoisted = Object.entries(request.query)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => name.startsWith('x-amz-meta-') || name === 'x-amz-copy-source');
  return { ...request, headers: { ...Object.fromEntries(hoisted), ...request.headers } };
};

function fail(message: IncomingMessage, response: ServerResponse, error: unknown): void {
  // Take in what is still being sent: a closed connection would hide the response from the sender.
  message.unpipe();
  message.resume();
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const known = error instanceof S3Error ? error : unexpected(error);
  const body = message.method === 'HEAD' ? undefined : errorXml(known);
  response.writeHead(known.status, { 'content-type': 'application/xml' });
  response.end(body);
}

function unexpected(error: unknown): S3Error {
  console.error('S3:', error);
  return new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.');
}
