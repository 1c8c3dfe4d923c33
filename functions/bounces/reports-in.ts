import type { z } from 'zod/mini';
import { type bucketEvent, keysIn } from '../lists/upload/bucket-event.ts';
import { parseBouncesKey } from './rules/blob-keys.ts';

/** Returns the reports whose uploads an event announces. Ignores all other objects. */
export const reportsIn = (event: z.output<typeof bucketEvent>) =>
  keysIn(event).flatMap((key) => parseBouncesKey(key) ?? []);
