import i18next from 'i18next';
import { z } from 'zod/mini';
import { ApiError } from '../../../shared/client/api-error.ts';
import { memberRoutes } from '../../../shared/contract/members.ts';
import type { BodyOf } from '../../../shared/contract/route.ts';
import type { Api } from './api.ts';
import { SSO_FLOW_KEY } from './login-state.ts';

const ssoFlow = z.object({
  challenge: z.string(),
  /** Whether the challenge links the next login in this tab to single sign-on. */
  links: z.optional(z.boolean()),
  email: z.optional(z.string()),
  /** Path of the app to open afterwards. */
  next: z.optional(z.string()),
});
type SsoFlow = z.infer<typeof ssoFlow>;

/** Stores the flow per tab, so that a response to another person's flow finds none here. */
export const keepSsoFlow = (flow: SsoFlow): void =>
  sessionStorage.setItem(SSO_FLOW_KEY, JSON.stringify(flow));

/** Returns the flow of this tab, if any, and forgets it. */
export function takeSsoFlow(): SsoFlow | undefined {
  const stored: unknown = JSON.parse(sessionStorage.getItem(SSO_FLOW_KEY) ?? 'null');
  sessionStorage.removeItem(SSO_FLOW_KEY);
  return z.safeParse(ssoFlow, stored).data;
}

/** Whether the browser may open this page of a provider, which a customer has chosen. */
export const isProviderPage = (url: string | null): url is string =>
  url !== null && /^https?:\/\//i.test(url);

/**
 * Opens the page of the provider, which returns to the page `sso`.
 * @throws {ApiError} `sso_failed` if the domain of the address has none
 */
export async function openProvider(
  api: Api,
  body: BodyOf<typeof memberRoutes.startSso>,
  next: string | undefined,
): Promise<void> {
  const { url, challenge } = (await api(memberRoutes.startSso, { body })).data;
  if (!isProviderPage(url))
    throw new ApiError({
      status: 422,
      code: 'sso_failed',
      messages: [i18next.t('security.sso.none')],
    });
  keepSsoFlow({ challenge, email: body.email, next });
  location.assign(url);
}
