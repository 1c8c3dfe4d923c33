import * as z from 'zod/mini';
import { version as v } from './version.ts';

/** Export all data of an account to one file, and email a link to it. */
const exportMessage = z.object({
  kind: z.literal('export'),
  v,
  userId: z.string(),
  exportId: z.string(),
});

/** Continue to close an account. Sent at once, then every hour until it is closed. */
const closeMessage = z.object({ kind: z.literal('close'), v, userId: z.string() });

export const privacyMessage = z.discriminatedUnion('kind', [exportMessage, closeMessage]);
export type PrivacyMessage = z.infer<typeof privacyMessage>;
export type ExportMessage = z.infer<typeof exportMessage>;
