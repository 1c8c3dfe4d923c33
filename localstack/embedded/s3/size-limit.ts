import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import type { SizeRange } from './post-policy.ts';
import { S3Error } from './s3-error.ts';

/** Counts a body and fails as soon as it exceeds its range, or at the end if it fell short. */
export class SizeLimit extends Transform {
  /** Bytes so far. */
  count = 0;
  readonly #range: SizeRange;

  constructor(range: SizeRange) {
    super();
    this.#range = range;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.count += chunk.length;
    if (this.count > this.#range.max) done(tooLarge(this.count, this.#range.max));
    else done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    done(this.count < this.#range.min ? tooSmall(this.count, this.#range.min) : null);
  }
}

export const tooLarge = (proposed: number, max: number): S3Error =>
  new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    ProposedSize: proposed,
    MaxSizeAllowed: max,
  });

const tooSmall = (proposed: number, min: number): S3Error =>
  new S3Error(
    400,
    'EntityTooSmall',
    'Your proposed upload is smaller than the minimum allowed size',
    { ProposedSize: proposed, MinSizeAllowed: min },
  );
