import { getDomain } from 'tldts';
import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import { classifyDomain, mailHostKindOf } from '../../packages/verifier/src/address/kinds.ts';
import { parseAddress } from '../../packages/verifier/src/address/parse-address.ts';
import { WELCOME_CREDITS } from '../../shared/model/credits.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { formatUtcDate } from '../../shared/model/duration.ts';
import type { User } from '../access/adapters/user.ts';
import type { RateLimiter } from '../access/limits/limits.ts';
import type { LedgerOutcome } from '../credits/adapters/ledger.ts';
import type { TransactionStep } from '../platform/dynamo/db.ts';
import type { AccountDeps } from './deps.ts';
import { computeFormerAddressHmacs, computeGiftDomainHmac } from './hashes.ts';

type WelcomeGiftDeps = Pick<AccountDeps, 'clock' | 'log' | 'publicDns' | 'secrets'> & {
  readonly limits: Pick<RateLimiter, 'consume'>;
};

/**
 * Creates an account, usually with welcome credits. A mailbox that already had credits or an
 * account gets none, because otherwise tagged addresses or deleting an account would yield more.
 * Gifts are also limited per domain, per mail host and per day.
 */
export async function createWithWelcomeCredits(
  deps: Omit<WelcomeGiftDeps, 'limits'> & Pick<AccountDeps, 'closedAccounts' | 'ledger' | 'limits'>,
  { id, address }: { readonly id: string; readonly address: string },
  opening: readonly TransactionStep[],
): Promise<LedgerOutcome> {
  const { closedAccounts, ledger, secrets } = deps;
  const hmacs = await computeFormerAddressHmacs(secrets, address);
  for (const hmac of hmacs)
    if (await closedAccounts.hadAddress(hmac)) return ledger.transact(id, [], opening);
  const counted: Parameters<RateLimiter['refund']>[] = [];
  const limits: Pick<RateLimiter, 'consume'> = {
    async consume(name, subject) {
      const consumed = await deps.limits.consume(name, subject);
      if (consumed.allowed) counted.push([name, subject]);
      return consumed;
    },
  };
  const outcome = (await consumeWelcomeGift({ ...deps, limits }, address))
    ? await ledger.grant(
        id,
        { source: `welcome:${id}`, amount: WELCOME_CREDITS, why: 'welcome credits' },
        // The address writes detect concurrent opening or closing of an account for this mailbox.
        [...opening, ...hmacs.map((hmac) => closedAccounts.addressWrite(hmac))],
      )
    : await ledger.transact(id, [], opening);
  // A concurrent call has created the account, and counted its own gift.
  if (outcome !== 'applied') for (const each of counted) await deps.limits.refund(...each);
  return outcome;
}

/**
 * Counts a gift and returns whether a new account gets welcome credits. A domain's owner can create
 * any number of mailboxes, and domains are cheap. Gifts are therefore limited per registrable
 * domain and per mail host, except at the free providers. A daily limit applies to all gifts.
 * Disposable domains get none.
 * @param address in normal form
 */
async function consumeWelcomeGift(deps: WelcomeGiftDeps, address: string): Promise<boolean> {
  const { clock, limits, log } = deps;
  const parsed = parseAddress(address);
  if (!parsed.valid) return false;
  const { disposable, free } = classifyDomain(parsed.ascii);
  if (disposable) return false;
  if (!free && !(await consumeGift(deps, 'gift_domain', parsed.ascii))) return false;
  if (!free && !(await isMailHostAllowed(deps, parsed.ascii))) return false;
  const { allowed } = await limits.consume('gift_day', formatUtcDate(clock.now()));
  if (!allowed) log.alarm('welcome_gifts_exhausted', 'no more welcome credits for now');
  return allowed;
}

/** Counts the gift by an HMAC of the name's registrable domain. Returns whether it is allowed. */
async function consumeGift(
  { limits, secrets }: WelcomeGiftDeps,
  limit: 'gift_domain' | 'gift_mail_host',
  name: string,
): Promise<boolean> {
  const hmac = await computeGiftDomainHmac(secrets, getDomain(name) ?? name);
  return (await limits.consume(limit, hmac)).allowed;
}

/**
 * Whether another gift is allowed for the mail host of a domain. Counts the gift, unless a provider
 * runs the host for many customers. All domains whose lookup fails share one limit, because the
 * owner of a domain can make its lookups fail.
 */
async function isMailHostAllowed(deps: WelcomeGiftDeps, domain: string): Promise<boolean> {
  const [host = ''] = await deps.publicDns.exchanges(domain).catch(() => []);
  const kind = mailHostKindOf(host);
  if (kind === 'disposable') return false;
  return kind === 'provider' || consumeGift(deps, 'gift_mail_host', host);
}

/**
 * Opens an account, with the welcome credits of a new customer, for a person who only joined other
 * people's accounts. @throws {AppError} `wrong_state` if the person has an account
 */
export async function openOwnAccount(
  deps: Parameters<typeof createWithWelcomeCredits>[0] &
    Pick<AccountDeps, 'accounts' | 'apiKeys' | 'figures'>,
  person: User,
): Promise<void> {
  const { accounts, apiKeys, clock, figures } = deps;
  const { id, email } = person;
  if (!person.memberOnly) throw new AppError('wrong_state');
  const outcome = await createWithWelcomeCredits(
    deps,
    { id, address: normalizeAddress(email) ?? email },
    [...accounts.openWrites(person), ...figures.writes(clock.now(), id, { signups: 1 })],
  );
  if (outcome !== 'applied') throw new AppError('wrong_state');
  await apiKeys.ensureTest(id);
}
