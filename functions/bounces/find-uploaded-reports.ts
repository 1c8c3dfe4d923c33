import type { z } from 'zod/mini';
import { type bucketEvent, extractObjectKeys } from '../lists/upload/bucket-event.ts';
import { parseBounceUploadKey } from './rules/blob-keys.ts';

/** Returns the reports whose uploads an event announces. Ignores all other objects. */
export const findUploadedReports = (event: z.output<typeof bucketEvent>) =>
  extractObjectKeys(event).flatMap((key) => parseBounceUploadKey(key) ?? []);
