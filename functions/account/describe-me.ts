import type { Me } from '../../shared/contract/account.ts';
import { ROLE } from '../../shared/model/account.ts';
import { maskKey } from '../../shared/model/key-kind.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { getRequiredProofMethods, mustAddFactor } from '../access/second-factor.ts';
import { deriveCsrfToken } from '../access/signed.ts';
import type { User } from '../access/adapters/user.ts';
import type { Balance } from '../credits/rules/ledger-entry.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Returns the logged-in user in the format of the API. Administrators have no credits, keys or
 * plan. The live key is masked if showing it requires a proof (see the route `getApiKey`).
 */
export async function describeMe(
  deps: Pick<AccountDeps, 'apiKeys' | 'clock' | 'env' | 'ledger' | 'secrets'>,
  caller: Pick<SessionCaller, 'provenAt' | 'sessionId' | 'user'>,
): Promise<Me> {
  const { apiKeys, clock, ledger, secrets } = deps;
  const { user, sessionId } = caller;
  const isCustomer = user.role === ROLE.customer;
  const [balance, apiKey, testApiKey, csrf] = await Promise.all([
    isCustomer ? ledger.balance(user.id) : { available: 0, consumed: 0 },
    isCustomer ? apiKeys.reveal(user) : null,
    isCustomer ? apiKeys.revealTest(user) : null,
    deriveCsrfToken(secrets, sessionId),
  ]);
  const isHidden = apiKey !== null && getRequiredProofMethods(caller, clock.now(), true).length > 0;
  return {
    ...profileOf(user, balance),
    api_key: isHidden ? maskKey(apiKey) : apiKey,
    ...(isHidden && { api_key_hidden: true as const }),
    test_api_key: testApiKey,
    csrf_token: csrf,
    ...(mustAddFactor(deps, user) && { factor_required: true as const }),
  };
}

export function profileOf(
  user: User,
  balance: Pick<Balance, 'available' | 'consumed'>,
): Omit<Me, 'api_key' | 'test_api_key' | 'csrf_token'> {
  const isCustomer = user.role === ROLE.customer;
  return {
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    role: user.role,
    status: user.status,
    terms_accepted: user.terms ? 1 : 0,
    available_credit: balance.available,
    used_credit: balance.consumed,
    plan: isCustomer ? planOf(user) : null,
    language: user.language,
    stripe_customer_id: (isCustomer && user.stripeCustomerId) || null,
  };
}

function planOf({ planId, renewal }: User): Me['plan'] {
  if (planId === undefined) return null;
  const at = renewal?.at ?? null;
  return {
    id: planId,
    past_due: renewal?.pastDue ?? false,
    renews_at: renewal?.ends ? null : at,
    ends_at: renewal?.ends ? at : null,
    changes_to: renewal?.changesTo ?? null,
  };
}
