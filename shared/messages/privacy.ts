import * as z from 'zod/mini';
import { messageVersion as v } from './version.ts';

const key = z.object({ PK: z.string(), SK: z.string() });
const upload = z.object({ id: z.string(), tags: z.readonly(z.array(z.string())) });

/** Export all data of an account to one file, and email a link to it. */
const exportMessage = z.object({
  kind: z.literal('export'),
  v,
  userId: z.string(),
  exportId: z.string(),
  /** The parts written so far and the position of their last item. Missing at the start. */
  from: z.optional(
    z.object({
      upload,
      list: z.number(),
      key,
      /** The layout that `list` refers to. Missing in messages of earlier versions. */
      layout: z.optional(z.number()),
    }),
  ),
});

/** Continue to close an account. Sent immediately, then hourly until the account is closed. */
const closeMessage = z.object({
  kind: z.literal('close'),
  v,
  userId: z.string(),
  /** The step to continue, and the key of its last item. */
  from: z.optional(z.object({ step: z.string(), after: key })),
});

export const privacyMessage = z.discriminatedUnion('kind', [exportMessage, closeMessage]);
export type PrivacyMessage = z.infer<typeof privacyMessage>;
export type CloseAccountMessage = z.infer<typeof closeMessage>;
export type ExportAccountMessage = z.infer<typeof exportMessage>;
