import * as z from 'zod/mini';
import { parseUploadKey } from '../rules/blob-keys.ts';

/** Records of S3, of which the form-encoded key matters, or its test event when it is set up. */
export const bucketEvent = z.union([
  z.object({
    Records: z.array(z.object({ s3: z.object({ object: z.object({ key: z.string() }) }) })),
  }),
  z.object({ Event: z.literal('s3:TestEvent') }),
]);

/** Whose lists the objects of an event are; other objects are left out. */
export function uploadsIn(
  event: z.output<typeof bucketEvent>,
): { userId: string; listId: string }[] {
  if (!('Records' in event)) return [];
  return event.Records.flatMap(({ s3 }) => {
    return parseUploadKey(decodeURIComponent(s3.object.key.replaceAll('+', ' '))) ?? [];
  });
}
