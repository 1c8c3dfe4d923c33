import { type BucketEvent, extractObjectKeys } from '../platform/s3/bucket-event.ts';
import { parseBounceUploadKey } from './rules/blob-keys.ts';

/** Returns the reports whose uploads an event announces. Ignores all other objects. */
export const findUploadedReports = (event: BucketEvent) =>
  extractObjectKeys(event).flatMap((key) => parseBounceUploadKey(key) ?? []);
