import { createHmac } from 'node:crypto';
import { getDomain } from 'tldts';
import { kindsOf } from '../../packages/verifier/src/address/kinds.ts';
import { parseAddress } from '../../packages/verifier/src/address/parse-address.ts';
import type { AccountDeps } from './deps.ts';

type GiftDeps = Pick<AccountDeps, 'clock' | 'limits' | 'log' | 'secrets'>;

const PURPOSE = 'closed-account';

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
    const key = await secrets.key(PURPOSE);
    const domain = getDomain(parsed.ascii) ?? parsed.ascii;
    const hmac = createHmac('sha256', key).update(domain).digest('hex');
    if (!(await limits.consume('gift_domain', hmac)).allowed) return false;
  }
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const { allowed } = await limits.consume('gift_day', today);
  if (!allowed) log.alarm('welcome_gifts_exhausted', 'no more welcome credits for now');
  return allowed;
}
