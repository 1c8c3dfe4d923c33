import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type HttpService, startHttpService } from '../services/http-service.ts';
import { corsHeaders, type CorsRule, preflightHeaders } from './cors.ts';
import { createNotifier, type NotificationRule, type NotifierOptions } from './notifications.ts';
import { openObjectStore } from './objects.ts';
import { type S3Response, requireOperation } from './operations.ts';
import { postObject } from './post-object.ts';
import { S3Error, renderErrorXml } from './s3-error.ts';
import { parseS3Request, type S3Request } from './s3-request.ts';
import { createSignatureVerifier, type S3Credentials } from './signature.ts';
import { createMultipartUploads } from './uploads.ts';

export interface BucketConfig {
  readonly cors?: readonly CorsRule[];
  readonly notifications?: readonly NotificationRule[];
}

export interface S3Options extends Omit<NotifierOptions, 'rulesOf'> {
  readonly folder: string;
  readonly credentials: S3Credentials;
  readonly buckets: Readonly<Record<string, BucketConfig>>;
}

/**
 * Starts an S3 emulator on the file system, with the features that Tamis uses: objects of any size,
 * multipart uploads, presigned URLs and POSTs, CORS, notifications. Supports only path-style
 * requests, `/bucket/key`, which the SDK sends if the endpoint is an IP address.
 */
export async function startS3(options: S3Options): Promise<HttpService> {
  const { folder, buckets, credentials, region, now } = options;
  const objects = openObjectStore(folder, Object.keys(buckets));
  const notify = createNotifier({
    ...options,
    rulesOf: (bucket) => buckets[bucket]?.notifications ?? [],
  });
  const context = { objects, notify, uploads: createMultipartUploads(objects) };
  const signatures = createSignatureVerifier(credentials, region);

  const perform = async (request: S3Request): Promise<S3Response> => {
    if (isForm(request)) return postObject(context, signatures, request, now());
    const operation = requireOperation(request);
    signatures.verifyRequest(request, now());
    return operation(context, request);
  };
  const respond = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = parseS3Request(message);
    const { method, headers: requestHeaders } = request;
    const rules = buckets[request.bucket]?.cors ?? [];
    if (method === 'OPTIONS') {
      response.writeHead(200, preflightHeaders(rules, requestHeaders)).end();
      return;
    }
    // Error responses need CORS headers too; without them, scripts could not read the errors.
    response.setHeaders(new Map(Object.entries(corsHeaders(rules, method, requestHeaders))));
    const { status, headers, body } = await perform(request);
    response.writeHead(status, headers);
    if (body === undefined || typeof body === 'string') response.end(body);
    else await pipeline(body, response);
  };
  return startHttpService((message, response) => {
    respond(message, response).catch((error: unknown) => fail(message, response, error));
  });
}

const isForm = ({ method, key, headers }: S3Request): boolean =>
  method === 'POST' &&
  key === '' &&
  headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true;

function fail(message: IncomingMessage, response: ServerResponse, error: unknown): void {
  // Drain the request, because closing the connection early would hide the response from the
  // client.
  message.unpipe();
  message.resume();
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (!(error instanceof S3Error)) console.error('S3:', error);
  const known =
    error instanceof S3Error
      ? error
      : new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.');
  response.writeHead(known.status, { 'content-type': 'application/xml' });
  response.end(message.method === 'HEAD' ? undefined : renderErrorXml(known));
}
