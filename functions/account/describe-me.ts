import { accountRoutes, type Me } from '../../shared/contract/account.ts';
import { ROLE, includesRole } from '../../shared/model/account.ts';
import { maskKey } from '../../shared/model/key-kind.ts';
import { accountNameOf } from '../access/account-name.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { accountsOf, roleIn } from '../access/role.ts';
import { getRequiredProofMethods, mustAddFactor } from '../access/second-factor.ts';
import { deriveCsrfToken } from '../access/signed.ts';
import type { User } from '../access/adapters/user.ts';
import type { Balance } from '../credits/rules/ledger-entry.ts';
import type { AccountDeps } from './deps.ts';

const NO_PURCHASE = { planId: undefined, stripeCustomerId: undefined } as const;

/**
 * Returns the logged-in person and the account in the format of the API. Administrators have no
 * credits, keys or plan, and neither has a person who must add a second factor first. Keys are null for roles that may not read them. The live key is masked if
 * showing it requires a proof (see the route `getApiKey`).
 * @param changed the person or the account after a change by this call
 */
export async function describeMe(
  deps: Pick<AccountDeps, 'accounts' | 'apiKeys' | 'clock' | 'env' | 'ledger' | 'secrets'>,
  caller: Pick<SessionCaller, 'account' | 'person' | 'provenAt' | 'role' | 'sessionId' | 'viaSso'>,
  changed?: User,
): Promise<Me> {
  const { accounts, apiKeys, clock, ledger, secrets } = deps;
  const { role, sessionId, viaSso } = caller;
  const latest = (user: User): User => (user.id === changed?.id ? changed : user);
  const account = latest(caller.account);
  const person = latest(caller.person);
  const isCustomer = account.role === ROLE.customer && !account.memberOnly && role !== 'none';
  const shownRole = role === 'none' ? (roleIn(account, person.id) ?? 'viewer') : role;
  const readsKeys = isCustomer && includesRole(role, accountRoutes.getApiKey.role);
  const [balance, apiKey, testApiKey, csrf, ownAndJoined] = await Promise.all([
    isCustomer ? ledger.balance(account.id) : { available: 0, consumed: 0 },
    readsKeys ? apiKeys.reveal(account) : null,
    readsKeys ? apiKeys.revealTest(account) : null,
    deriveCsrfToken(secrets, sessionId),
    viaSso ? [{ account, role: shownRole }] : accountsOf(accounts, person),
  ]);
  const isHidden = apiKey !== null && getRequiredProofMethods(caller, clock.now(), true).length > 0;
  return {
    ...profileOf(isCustomer ? account : { ...account, ...NO_PURCHASE }, balance, person),
    account_role: shownRole,
    account_id: account.id,
    account_name: accountNameOf(account),
    ...(account.owner !== undefined && { account_transferred: true as const }),
    accounts: ownAndJoined.map((each) => ({
      id: each.account.id,
      name: accountNameOf(latest(each.account)),
      role: each.role,
    })),
    api_key: isHidden ? maskKey(apiKey) : apiKey,
    ...(isHidden && { api_key_hidden: true as const }),
    test_api_key: testApiKey,
    csrf_token: csrf,
    ...(viaSso && { via_sso: true as const }),
    ...(mustAddFactor(deps, { account, person, viaSso }) && { factor_required: true as const }),
  };
}

export function profileOf(
  account: User,
  balance: Pick<Balance, 'available' | 'consumed'>,
  person = account,
): Omit<Me, `account_${string}` | 'accounts' | 'api_key' | 'test_api_key' | 'csrf_token'> {
  const isCustomer = account.role === ROLE.customer;
  return {
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    role: person.role,
    status: person.status,
    terms_accepted: account.terms ? 1 : 0,
    available_credit: balance.available,
    used_credit: balance.consumed,
    plan: isCustomer ? planOf(account) : null,
    language: person.language,
    stripe_customer_id: (isCustomer && account.stripeCustomerId) || null,
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
