import { DAY_MS, MINUTE_MS } from '../../../shared/model/duration.ts';

/** One-time codes: four digits are few, so that everything around them has to be narrow. */

export const OTP_LIFE_MS = 10 * MINUTE_MS;
/** Wrong codes after which a challenge is dead. */
export const OTP_TRIES = 5;
/** The same for an address that was sent very many codes, so that these are not many guesses. */
export const OTP_TRIES_CROWDED = 1;
const OTP_PAUSE_MS = MINUTE_MS;
const OTP_CODES_A_DAY = 5;
/** Codes a registration gets without its password: 50 guesses, a chance of 0.5 %. */
const OTP_CODES_FOR_LIFE = 10;
/** How long a proven password lifts the cap for life. */
const OTP_PASSWORD_GRACE_MS = 10 * MINUTE_MS;

/** Codes a registration was sent, whatever became of them. Epoch milliseconds. */
export interface OtpHistory {
  /** Of at most the last `OTP_CODES_A_DAY` codes, oldest first. */
  readonly issuedAt: readonly number[];
  readonly total: number;
  /** When the password was last proven. */
  readonly passwordAt?: number;
  /** The codes that were asked for without the secret of the registration. */
  readonly byAnybody?: Pick<OtpHistory, 'issuedAt' | 'total'> | undefined;
}

/**
 * Who asks for a code or tries one: somebody who shows that the registration is his own, or somebody
 * who shows nothing. Each has tries and a pace of his own, so that a stranger uses up nothing of the
 * owner's.
 */
export type Asker = 'owner' | 'anybody';

/** The codes that count for who asks. */
export const historyFor = (history: OtpHistory, asker: Asker): OtpHistory =>
  asker === 'owner' ? history : { ...history, ...history.byAnybody };

export const isProven = ({ passwordAt }: OtpHistory, now: number): boolean =>
  passwordAt !== undefined && passwordAt > now - OTP_PASSWORD_GRACE_MS;

export function mayIssue(history: OtpHistory, now: number): boolean {
  const today = history.issuedAt.filter((at) => at > now - DAY_MS);
  const last = history.issuedAt.at(-1);
  if (today.length >= OTP_CODES_A_DAY) return false;
  if (last !== undefined && last > now - OTP_PAUSE_MS) return false;
  return history.total < OTP_CODES_FOR_LIFE || isProven(history, now);
}

export const withIssue = (history: OtpHistory, now: number): OtpHistory => ({
  ...history,
  issuedAt: [...history.issuedAt, now].slice(-OTP_CODES_A_DAY),
  total: history.total + 1,
});
