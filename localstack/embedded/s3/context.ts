import type { Readable } from 'node:stream';
import type { KeyLock } from './key-lock.ts';
import type { Notify } from './notifications.ts';
import type { S3Request } from './s3-request.ts';
import type { SignatureVerifier } from './signature.ts';
import type { Upstream } from './upstream.ts';

/** What the operations of the edge work with. */
export interface EdgeContext {
  readonly upstream: Upstream;
  readonly signatures: SignatureVerifier;
  readonly notify: Notify;
  readonly lock: KeyLock;
  readonly now: () => Date;
}

export interface S3Response {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
}

/** One operation of the S3 API on one request. @throws {S3Error} */
export type Operation = (context: EdgeContext, request: S3Request) => Promise<S3Response>;
