import { useLocation } from 'react-router-dom';
import { z } from 'zod/mini';

/**
 * State passed to the login page through the tab's history, which no link can write, so that a
 * login only redirects to our own pages.
 */
const loginState = z.object({
  next: z.optional(z.string()),
  /** Why the session ended: unknown to the server, or two failures in a row. */
  reason: z.optional(z.enum(['expired', 'unreachable'])),
  email: z.optional(z.string()),
});
export type LoginState = z.infer<typeof loginState>;

export const useLoginState = (): LoginState => loginState.safeParse(useLocation().state).data ?? {};
