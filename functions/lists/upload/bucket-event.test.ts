import { expect, it } from 'vitest';
import { bucketEvent } from '../../platform/s3/bucket-event.ts';
import { extractUploads } from '../run/ingest-list.ts';

const event = (...keys: string[]) =>
  bucketEvent.parse({
    Records: keys.map((key) => ({
      eventVersion: '2.1',
      eventName: 'ObjectCreated:Post',
      s3: { bucket: { name: 'uploads' }, object: { key, size: 10, eTag: 'e' } },
    })),
  });

it('returns the lists whose files have arrived, from URL-encoded keys', () => {
  expect(extractUploads(event('uploads/u1/L1', 'uploads/u+2/L%2B2', 'work/L3/source'))).toEqual([
    { userId: 'u1', listId: 'L1' },
    { userId: 'u 2', listId: 'L+2' },
  ]);
});

it('accepts the test event of a new bucket, and no other', () => {
  const test = bucketEvent.parse({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'b' });
  expect(extractUploads(test)).toEqual([]);
  expect(bucketEvent.safeParse({ Event: 'other' }).success).toBe(false);
});
