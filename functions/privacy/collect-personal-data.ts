import { ACCESS_KINDS, isPersonalAccess } from '../../shared/model/access.ts';
import { dailyFormCounts, form } from '../../shared/contract/forms.ts';
import type { Member, User } from '../access/adapters/user.ts';
import { ownersOf } from '../access/rules/owner.ts';
import { accountNameOf } from '../access/account-name.ts';
import { toBounceReport } from '../bounces/describe-report.ts';
import { storedReport } from '../bounces/rules/report.ts';
import { listPurchases } from '../billing/documents/list-billings.ts';
import { ENTRY_KINDS } from '../credits/rules/ledger-entry.ts';
import type { Item } from '../platform/dynamo/db.ts';
import { toListRow } from '../lists/history/describe-list.ts';
import type { List } from '../lists/rules/list.ts';
import { toDeliveryRow, toEndpointRow } from '../webhooks/describe.ts';
import type { LowBalanceAlert } from '../low-credits/rules/low-balance-alert.ts';
import { storedDelivery } from '../webhooks/rules/delivery.ts';
import type { PrivacyDeps } from './deps.ts';

export type CollectPersonalDataDeps = Pick<
  PrivacyDeps,
  | 'accounts'
  | 'adjustments'
  | 'clock'
  | 'endpoints'
  | 'factors'
  | 'keyUse'
  | 'ledger'
  | 'lists'
  | 'namedKeys'
  | 'personalItems'
  | 'purchases'
  | 'sessions'
  | 'lowBalanceAlerts'
>;

const iso = (at: number): string => new Date(at).toISOString();

const memberData = ({ email, role, since }: Member) => ({ email, role, since });

/**
 * Returns other people's accounts that the person has joined, with the data that they contain about
 * the person, but not their other members.
 */
async function joinedData({ accounts }: Pick<PrivacyDeps, 'accounts'>, { id, joined = [] }: User) {
  const found = await Promise.all(joined.map((accountId) => accounts.get(accountId)));
  return found.flatMap((account) => {
    const membership = account?.members?.find((each) => each.id === id);
    if (!account || !membership) return [];
    const { email, role, since, subject } = membership;
    const usesSso = subject !== undefined;
    return { name: accountNameOf(account), email, role, since, single_sign_on: usesSso };
  });
}

const listData = (list: List) => ({
  ...toListRow(list),
  reasons: list.reasons,
  credits_charged: list.charged,
});

const alertData = ({ warnBelow, topUp }: LowBalanceAlert) => ({
  warn_below: warnBelow ?? null,
  top_up: topUp
    ? { plan_id: topUp.planId, below: topUp.below, times_a_month: topUp.timesAMonth }
    : null,
});

const factorData = ({
  totp,
  passkeys,
}: Awaited<ReturnType<CollectPersonalDataDeps['factors']['list']>>) => ({
  totp: totp ? { created_at: totp.createdAt } : null,
  passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
    name,
    created_at: createdAt,
    last_used_at: lastUsedAt ?? null,
  })),
});

function deliveryData(item: Item) {
  const delivery = storedDelivery.parse(item);
  return { ...toDeliveryRow(delivery), payload: delivery.payload };
}

const checkData = ({ email, state, verdict = null }: Item) => ({ email, state, verdict });

const entryOfLog = ({ id, at, kind, what, name, who, by }: Item) => ({
  id,
  at,
  kind,
  what,
  name,
  who,
  by,
});

/** Sessions and factors before a transfer are those of the former owner. */
const isOfOwner = ({ owner }: User, { kind }: Item): boolean =>
  owner === undefined || !ACCESS_KINDS.some((each) => each === kind && isPersonalAccess(each));

/** Returns the id after the prefix of the sort key. */
const idOf = ({ SK }: Item): string => String(SK).split('#')[1] ?? '';

const usageData = (item: Item) => ({
  day: item['day'],
  subject: item['subject'],
  amounts: Object.fromEntries(
    ENTRY_KINDS.filter((kind) => kind in item).map((kind) => [kind, item[kind]]),
  ),
});

const entryData = ({ id, kind, from, to, amount, asked, why, by }: Item) => ({
  id,
  kind,
  from,
  to,
  amount,
  asked,
  why,
  by,
});

/**
 * Builds the data export of an account and its owner, or of a person without an account (GDPR
 * articles 15 and 20). It contains no secrets or hashes.
 * For lists, it includes only statistics, because results can be downloaded separately. Collections
 * that grow with usage are `StreamedRows`.
 */
export async function collectPersonalData(deps: CollectPersonalDataDeps, user: User) {
  const [balance, sessions] = await Promise.all([
    deps.ledger.balance(user.id),
    deps.sessions.list(user.id),
  ]);
  const namedKeys = await deps.namedKeys.list(user);
  const hashes = [...namedKeys.map(({ keyHash }) => keyHash), ...sessions.map(({ id }) => id)];
  const lastUses = await deps.keyUse.read(hashes);
  const adjustments = (await deps.adjustments.read(user.id)).all;
  const readForOwners = async <T>(read: (owner: string) => Promise<readonly T[]>): Promise<T[]> =>
    (await Promise.all(ownersOf(user.id).map((owner) => read(owner)))).flat();
  const { rows } = deps.personalItems;
  const lists = await readForOwners(deps.lists.listWithRechecks);
  const endpoints = await readForOwners(deps.endpoints.list);
  return {
    exported_at: iso(deps.clock.now()),
    profile: {
      id: user.id,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      language: user.language,
      status: user.status,
      created_at: user.createdAt,
      paid: user.paid,
      has_api_key: user.apiKeyHash !== undefined,
      plan_id: user.planId ?? null,
      stripe_customer_id: user.stripeCustomerId ?? null,
      account_name: user.accountName ?? null,
      company: user.company ?? null,
      single_sign_on_domain: user.sso?.domain ?? null,
      partner_key: user.partnerKey ?? null,
    },
    api_keys: namedKeys.map(({ keyHash, name, scopes, createdAt }) => ({
      name,
      scopes,
      created_at: createdAt,
      last_used_at: lastUses.get(keyHash) ?? null,
    })),
    members: (user.members ?? []).map(memberData),
    joined_accounts: await joinedData(deps, user),
    second_factors: factorData(await deps.factors.list(user.id)),
    terms: user.terms ?? null,
    sessions: sessions.map(({ id, createdAt, expiresAt, from = null }) => ({
      created_at: iso(createdAt),
      expires_at: iso(expiresAt),
      browser_and_network: from,
      last_used_at: lastUses.get(id) ?? null,
    })),
    credits: { balance, entries: rows([user.id], 'ENTRY#', entryData) },
    low_credits: alertData(await deps.lowBalanceAlerts.find(user.id)),
    purchases: await listPurchases(deps, user.id, Number.POSITIVE_INFINITY),
    adjustments: adjustments.map(({ kind, at, credits, cents = null, reason }) => ({
      kind,
      at,
      credits,
      cents,
      reason,
    })),
    lists: lists.map(listData),
    webhooks: endpoints.map(toEndpointRow),
    bounce_reports: rows(ownersOf(user.id), 'BOUNCES#', (item) =>
      toBounceReport(storedReport.parse(item)),
    ),
    deliveries: rows(ownersOf(user.id), 'DELIVERY#', deliveryData),
    checks: rows(ownersOf(user.id), 'CHECK#', checkData),
    // Add new streamed collections at the end, because an export in progress refers to them by
    // their position. Otherwise, increase EXPORT_LAYOUT.
    forms: rows([user.id], 'FORM#', (item) => form.parse(item)),
    form_days: rows([user.id], 'FORMDAY#', (item) => ({
      form_id: idOf(item),
      ...dailyFormCounts.parse(item),
    })),
    usage: rows([user.id], 'USAGE#', usageData),
    access_changes: rows([user.id], 'ACCESS#', (item) =>
      isOfOwner(user, item) ? entryOfLog(item) : undefined,
    ),
    invitations: rows([user.id], 'INVITATION#', ({ email, role, sentAt, expiresAt }) => ({
      email,
      role,
      sent_at: iso(Number(sentAt)),
      expires_at: iso(Number(expiresAt)),
    })),
    activity: rows([user.id], 'ACTIVITY#', entryOfLog),
    networks: rows([user.id], 'NETWORK#', (item) =>
      isOfOwner(user, item) ? { id: idOf(item), network: item['network'] } : undefined,
    ),
    connections: rows([user.id], 'CONNECTION#', ({ id, service, name, state, createdAt }) => ({
      id,
      service,
      name,
      state,
      created_at: createdAt,
    })),
    imports: rows(
      [user.id],
      'IMPORT#',
      ({ importId, service, audience, state, read, createdAt }) => ({
        id: importId,
        service,
        audience,
        state,
        read,
        created_at: createdAt,
      }),
    ),
    applied: rows([user.id], 'APPLY#', ({ jobId, listId, service, state, changed, createdAt }) => ({
      id: jobId,
      list: listId,
      service,
      state,
      changed,
      created_at: createdAt,
    })),
  };
}
