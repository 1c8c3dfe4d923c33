/** One-time codes: four digits are few, so that everything around them has to be narrow. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const OTP_LIFE_MS = 10 * MINUTE_MS;
/** Wrong codes after which a challenge is dead. */
export const OTP_TRIES = 5;
const OTP_PAUSE_MS = MINUTE_MS;
const OTP_CODES_A_DAY = 5;
/** Codes an account gets without proving its password: 50 guesses, a chance of 0.5 %. */
const OTP_CODES_FOR_LIFE = 10;
/** How long a proven password lifts the cap for life. */
const OTP_PASSWORD_GRACE_MS = 10 * MINUTE_MS;

/** Codes an unverified account was sent, whatever became of them. Epoch milliseconds. */
export interface OtpHistory {
  /** Of at most the last `OTP_CODES_A_DAY` codes, oldest first. */
  readonly issuedAt: readonly number[];
  readonly total: number;
  /** When the password was last proven. */
  readonly passwordAt?: number;
}

/**
 * Whether another code may be sent. `paced` says that something else, a captcha, already keeps
 * the caller from asking in a loop, so that no pause is needed since the last code.
 */
export function mayIssue(history: OtpHistory, now: number, { paced = false } = {}): boolean {
  const today = history.issuedAt.filter((at) => at > now - DAY_MS);
  const last = history.issuedAt.at(-1);
  if (today.length >= OTP_CODES_A_DAY) return false;
  if (!paced && last !== undefined && last > now - OTP_PAUSE_MS) return false;
  const proven =
    history.passwordAt !== undefined && history.passwordAt > now - OTP_PASSWORD_GRACE_MS;
  return history.total < OTP_CODES_FOR_LIFE || proven;
}

export const withIssue = (history: OtpHistory, now: number): OtpHistory => ({
  ...history,
  issuedAt: [...history.issuedAt, now].slice(-OTP_CODES_A_DAY),
  total: history.total + 1,
});
