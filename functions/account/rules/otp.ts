import { DAY_MS, MINUTE_MS } from '../../../shared/model/duration.ts';

/** Limits of one-time codes. A code has only four digits, so its limits must be strict. */

export const OTP_LIFETIME_MS = 10 * MINUTE_MS;
export const MAX_OTP_TRIES = 5;
/** Tries per code after many codes to one address, to limit the total number of guesses. */
export const REDUCED_MAX_OTP_TRIES = 1;
const OTP_MIN_INTERVAL_MS = MINUTE_MS;
const OTP_CODES_PER_DAY = 5;
/**
 * Maximum codes without the registration's password. They allow 50 guesses of four digits, which
 * succeed with a probability of 0.5%.
 */
const OTP_LIFETIME_CODES = 10;
/** How long a proven password suspends the lifetime limit on codes. */
const OTP_PASSWORD_GRACE_MS = 10 * MINUTE_MS;

/** History of the codes sent to a registration, used or not. Times are epoch milliseconds. */
export interface OtpHistory {
  /** Times of the latest codes, at most `OTP_CODES_PER_DAY`, oldest first. */
  readonly issuedAt: readonly number[];
  readonly total: number;
  /** Time at which the password was last proven. */
  readonly passwordAt?: number;
  /** History of the codes requested without the secret of the registration. */
  readonly byAnybody?: Pick<OtpHistory, 'issuedAt' | 'total'> | undefined;
}

/**
 * Who requests or tries a code: the owner, who presents the registration's secret, or anybody else.
 * They have separate tries and rate limits, so that strangers cannot use up the owner's.
 */
export type CodeRequester = 'owner' | 'anybody';

export const historyFor = (history: OtpHistory, requester: CodeRequester): OtpHistory =>
  requester === 'owner' ? history : { ...history, ...history.byAnybody };

export const isPasswordProven = ({ passwordAt }: OtpHistory, now: number): boolean =>
  passwordAt !== undefined && passwordAt > now - OTP_PASSWORD_GRACE_MS;

export function mayIssueCode(history: OtpHistory, now: number): boolean {
  const today = history.issuedAt.filter((at) => at > now - DAY_MS);
  const last = history.issuedAt.at(-1);
  if (today.length >= OTP_CODES_PER_DAY) return false;
  if (last !== undefined && last > now - OTP_MIN_INTERVAL_MS) return false;
  return history.total < OTP_LIFETIME_CODES || isPasswordProven(history, now);
}

export const recordIssuedCode = (history: OtpHistory, now: number): OtpHistory => ({
  ...history,
  issuedAt: [...history.issuedAt, now].slice(-OTP_CODES_PER_DAY),
  total: history.total + 1,
});
