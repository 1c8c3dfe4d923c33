import type { Me } from '../../shared/contract/account.ts';
import { ROLE } from '../../shared/model/account.ts';
import { csrfToken } from '../access/signed.ts';
import type { User } from '../access/adapters/user.ts';
import type { Balance } from '../credits/rules/ledger-entry.ts';
import type { AccountDeps } from './deps.ts';

/** The logged-in user as returned by the API. Administrators have no credits, keys or plan. */
export async function describeMe(
  { ledger, apiKeys, secrets }: Pick<AccountDeps, 'apiKeys' | 'ledger' | 'secrets'>,
  { user, sessionId }: { user: User; sessionId: string },
): Promise<Me> {
  const isCustomer = user.role === ROLE.customer;
  const [balance, apiKey, testApiKey, csrf] = await Promise.all([
    isCustomer ? ledger.balance(user.id) : { available: 0, consumed: 0 },
    isCustomer ? apiKeys.reveal(user) : null,
    isCustomer ? apiKeys.revealTest(user) : null,
    csrfToken(secrets, sessionId),
  ]);
  return {
    ...profileOf(user, balance),
    api_key: apiKey,
    test_api_key: testApiKey,
    csrf_token: csrf,
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
