import { S3Error } from './s3-error.ts';

/** How many bytes a file may have, both ends included. */
export interface SizeRange {
  readonly min: number;
  readonly max: number;
}

/**
 * Passes a body through, and fails as soon as it exceeds its range, or at the end if it fell short.
 * @param counted hears of the bytes so far
 * @throws {S3Error} 400
 */
export async function* limitSize(
  body: AsyncIterable<Buffer>,
  { min, max }: SizeRange,
  counted: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > max) throw tooLarge(size, max);
    counted(size);
    yield chunk;
  }
  if (size < min)
    throw new S3Error(
      400,
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed size',
      { ProposedSize: size, MinSizeAllowed: min },
    );
}

export const tooLarge = (proposed: number, max: number): S3Error =>
  new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    ProposedSize: proposed,
    MaxSizeAllowed: max,
  });
