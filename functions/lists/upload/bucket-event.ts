import * as z from 'zod/mini';
import { parseUploadKey } from '../rules/blob-keys.ts';

/** An S3 event with URL-encoded object keys, or S3's test event. */
export const bucketEvent = z.union([
  z.object({
    Records: z.array(z.object({ s3: z.object({ object: z.object({ key: z.string() }) }) })),
  }),
  z.object({ Event: z.literal('s3:TestEvent') }),
]);

export function extractObjectKeys(event: z.output<typeof bucketEvent>): string[] {
  if (!('Records' in event)) return [];
  return event.Records.map(({ s3 }) => decodeURIComponent(s3.object.key.replaceAll('+', ' ')));
}

/** Ignores objects that are not uploads. */
export const extractUploads = (
  event: z.output<typeof bucketEvent>,
): { userId: string; listId: string }[] =>
  extractObjectKeys(event).flatMap((key) => parseUploadKey(key) ?? []);
