import { useLocation } from 'react-router-dom';
import { z } from 'zod/mini';

/**
 * What the login page knows of the way to it. It is kept in the history of the tab, where no link
 * can put anything, so that a login leads to pages of ours alone.
 */
const loginState = z.object({
  /** The path of the page that was asked for. */
  next: z.optional(z.string()),
  /** Why the session was lost: the server does not know it, or did not answer twice in a row. */
  reason: z.optional(z.enum(['expired', 'unreachable'])),
  /** Whose session it was. */
  email: z.optional(z.string()),
});
export type LoginState = z.infer<typeof loginState>;

export const useLoginState = (): LoginState => loginState.safeParse(useLocation().state).data ?? {};
