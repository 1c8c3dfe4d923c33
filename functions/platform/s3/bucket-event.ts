import * as z from 'zod/mini';

/** An S3 event with URL-encoded object keys, or S3's test event. */
export const bucketEvent = z.union([
  z.object({
    Records: z.array(
      z.object({
        s3: z.object({ object: z.object({ key: z.string(), size: z.optional(z.int()) }) }),
      }),
    ),
  }),
  z.object({ Event: z.literal('s3:TestEvent') }),
]);
export type BucketEvent = z.output<typeof bucketEvent>;

export function extractObjectKeys(
  event: BucketEvent,
  accepts: (object: { readonly size?: number | undefined }) => boolean = () => true,
): string[] {
  if (!('Records' in event)) return [];
  return event.Records.filter(({ s3 }) => accepts(s3.object)).map(({ s3 }) =>
    decodeURIComponent(s3.object.key.replaceAll('+', ' ')),
  );
}
