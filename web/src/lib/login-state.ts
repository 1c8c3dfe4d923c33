import { useLocation } from 'react-router-dom';
import { z } from 'zod/mini';

/** State in the tab's history. Links cannot set it, so a login only leads to our own pages. */
const loginState = z.object({
  next: z.optional(z.string()),
  /** Why the session ended: the server rejected it, or two calls in a row failed. */
  reason: z.optional(z.enum(['expired', 'unreachable'])),
  /** Message above the login form. */
  notice: z.optional(z.string()),
  email: z.optional(z.string()),
});
export type LoginState = z.infer<typeof loginState>;

/**
 * Key of the flow in the tab's storage. Defined here, so that `sso-flow.ts` is loaded only if the
 * key is set.
 */
export const SSO_FLOW_KEY = 'sso';

export const useLoginState = (): LoginState => loginState.safeParse(useLocation().state).data ?? {};
