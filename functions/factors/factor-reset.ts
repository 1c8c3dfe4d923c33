import { AppError } from '../../shared/contract/errors.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import type { User } from '../access/adapters/user.ts';
import { hasFactorReset } from '../access/second-factor.ts';
import { logSecurity } from '../access/security-log.ts';
import { type LinkTarget, signLink, verifyLink } from '../access/signed.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import type { FactorsDeps } from './deps.ts';

type Deps = Pick<FactorsDeps, 'accounts' | 'clock' | 'log' | 'secrets'>;

interface ResetRequest {
  readonly why: string;
  readonly by?: string;
  readonly sourceIp?: string;
}

/** Time in which the owner can cancel the removal. */
const RESET_DELAY_MS = DAY_MS;
const CANCEL_LINK: LinkTarget = { purpose: 'factor-reset', subject: '' };

/**
 * Schedules the removal of all second factors of an account in 24 hours, for an owner who has lost
 * them. Immediately emails the owner a link that can cancel the removal before then.
 * @param reset the reason, and the id of the administrator, if any
 * @returns the time at which the removal takes effect (ISO 8601); undefined if there is nothing to
 *   remove or a removal is pending, which must not be postponed
 */
export async function requestFactorReset(
  deps: Deps & Pick<FactorsDeps, 'mailQueue'>,
  user: User,
  { why, by, sourceIp }: ResetRequest,
): Promise<string | undefined> {
  const { accounts, clock, log, mailQueue } = deps;
  if (user.factorReset) return undefined;
  const effectiveAt = clock.now() + RESET_DELAY_MS;
  const isStored = await accounts.setFactorReset(user.id, { at: effectiveAt, why, by });
  if (!isStored) return undefined;
  logSecurity(log, { what: 'factor_reset_requested', account: user.id, by, sourceIp });
  const at = new Date(effectiveAt).toISOString();
  const path =
    `/keep-factors?t=${await signLink(deps, CANCEL_LINK, user.id, RESET_DELAY_MS / 1000)}` as const;
  const content = { template: 'factor_reset', params: { at, path } } as const;
  await mailQueue.send(createMailMessage(user, `factor-reset:${user.id}:${effectiveAt}`, content));
  return at;
}

/**
 * Cancels the pending removal from a session with a recent proof.
 * @throws {AppError} `expired` if none is pending, because the factors may already be removed
 */
export async function keepFactors(
  { accounts, clock, log }: Pick<Deps, 'accounts' | 'clock' | 'log'>,
  { person, sourceIp }: { readonly person: User; readonly sourceIp: string },
): Promise<void> {
  if (!person.factorReset || hasFactorReset(person, clock.now())) throw new AppError('expired');
  await accounts.setFactorReset(person.id, undefined);
  logSecurity(log, { what: 'factor_reset_canceled', account: person.id, sourceIp });
}

/**
 * Cancels the removal with the emailed link. No login is required, because the owner may read the
 * email on another device and canceling gives no access.
 * @throws {AppError} `expired`, also once the removal has taken effect
 */
export async function keepFactorsByLink(
  deps: Deps,
  { token, sourceIp }: { readonly token: string; readonly sourceIp: string },
): Promise<void> {
  const account = await verifyLink(deps, CANCEL_LINK, token);
  if (account === undefined) throw new AppError('expired');
  if (await deps.accounts.setFactorReset(account, undefined))
    logSecurity(deps.log, { what: 'factor_reset_canceled', account, sourceIp });
}
