import * as z from 'zod/mini';

/**
 * A notification of S3: records of objects that were created, or the test event a bucket sends when
 * its notifications are set up. Of a record only the key matters; it comes form-encoded.
 */
export const bucketEvent = z.union([
  z.object({
    Records: z.array(z.object({ s3: z.object({ object: z.object({ key: z.string() }) }) })),
  }),
  z.object({ Event: z.literal('s3:TestEvent') }),
]);

const UPLOAD_KEY = /^uploads\/([^/]+)\/([^/]+)$/;

/** Whose lists the objects of an event are; other objects are left out. */
export function uploadsIn(
  event: z.output<typeof bucketEvent>,
): { userId: string; listId: string }[] {
  if (!('Records' in event)) return [];
  return event.Records.flatMap(({ s3 }) => {
    const key = decodeURIComponent(s3.object.key.replaceAll('+', ' '));
    const [, userId, listId] = UPLOAD_KEY.exec(key) ?? [];
    return userId !== undefined && listId !== undefined ? [{ userId, listId }] : [];
  });
}
