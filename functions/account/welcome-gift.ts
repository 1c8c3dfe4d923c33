import { getDomain } from 'tldts';
import { kindsOf } from '../../packages/verifier/src/address/kinds.ts';
import { parseAddress } from '../../packages/verifier/src/address/parse-address.ts';
import { utcDate } from '../../shared/model/duration.ts';
import type { AccountDeps } from './deps.ts';
import { giftDomainHmac } from './hashes.ts';

type GiftDeps = Pick<AccountDeps, 'clock' | 'limits' | 'log' | 'secrets'>;

/**
 * Whether a new account gets welcome credits; counts the gift. Whoever owns a domain can make any
 * number of mailboxes, so outside the free providers gifts are limited per registrable domain, of
 * which only an HMAC is kept. Disposable domains get none.
 * @param address in normal form
 */
export async function takeWelcomeGift(
  { clock, limits, log, secrets }: GiftDeps,
  address: string,
): Promise<boolean> {
  const parsed = parseAddress(address);
  if (!parsed.valid) return false;
  const { disposable, free } = kindsOf(parsed);
  if (disposable) return false;
  if (!free) {
    const hmac = await giftDomainHmac(secrets, getDomain(parsed.ascii) ?? parsed.ascii);
    if (!(await limits.consume('gift_domain', hmac)).allowed) return false;
  }
  const { allowed } = await limits.consume('gift_day', utcDate(clock.now()));
  if (!allowed) log.alarm('welcome_gifts_exhausted', 'no more welcome credits for now');
  return allowed;
}
