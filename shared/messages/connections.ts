import * as z from 'zod/mini';
import { messageVersion as v } from './version.ts';

/** Start an import, or continue it from its stored cursor. */
const importMessage = z.object({
  kind: z.literal('import'),
  v,
  userId: z.string(),
  importId: z.string(),
});
export type ImportMessage = z.infer<typeof importMessage>;

/** Start to apply the verdicts of a list or to undo this, or continue from the stored position. */
const applyMessage = z.object({
  kind: z.literal('apply'),
  v,
  userId: z.string(),
  jobId: z.string(),
});
export type ApplyMessage = z.infer<typeof applyMessage>;

export const connectionMessage = z.discriminatedUnion('kind', [importMessage, applyMessage]);
export type ConnectionMessage = z.infer<typeof connectionMessage>;
