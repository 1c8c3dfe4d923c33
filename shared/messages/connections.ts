import * as z from 'zod/mini';
import { messageVersion as v } from './version.ts';

/** Start an import, or continue it from its stored cursor. */
export const importMessage = z.object({
  kind: z.literal('import'),
  v,
  userId: z.string(),
  importId: z.string(),
});
export type ImportMessage = z.infer<typeof importMessage>;
