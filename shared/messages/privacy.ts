import * as z from 'zod/mini';
import { version as v } from './version.ts';

/** Write all data of an account into one file and mail a link to it. */
const exportMessage = z.object({
  kind: z.literal('export'),
  v,
  userId: z.string(),
  exportId: z.string(),
});

/** Go on with closing an account: sent when it is closed and, until the end, every hour. */
const closeMessage = z.object({ kind: z.literal('close'), v, userId: z.string() });

export const privacyMessage = z.discriminatedUnion('kind', [exportMessage, closeMessage]);
export type PrivacyMessage = z.infer<typeof privacyMessage>;
export type ExportMessage = z.infer<typeof exportMessage>;
