import type { IncomingMessage } from 'node:http';
import type { SignatureVerifier } from './signature.ts';
import type { KeyLock } from './key-lock.ts';
import type { Notifier } from './notifications.ts';
import type { S3Request } from './s3-request.ts';
import type { Upstream } from './upstream.ts';

/** What the operations of the edge work with. */
export interface EdgeContext {
  readonly upstream: Upstream;
  readonly signatures: SignatureVerifier;
  readonly notifier: Notifier;
  readonly lock: KeyLock;
  readonly now: () => Date;
}

/** One operation of the S3 API on one request. */
export interface Exchange {
  readonly message: IncomingMessage;
  readonly request: S3Request;
}
