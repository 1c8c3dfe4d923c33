import type { OtpHistory } from '../../domain/otp.ts';

/** A one-time code that was sent, without the code. */
export interface OtpChallenge {
  readonly id: string;
  /** HMAC-SHA256 of challenge and code, in hex. */
  readonly mac: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** One-time codes: at most one live challenge an account. */
export interface Otps {
  /** What was sent before, live or not: what the pace of new codes depends on. */
  history(userId: string): Promise<OtpHistory>;
  /**
   * Stores a challenge in place of the one before. `since` is the history the decision was made
   * on: false when another code was issued in the meantime, and nothing is stored.
   */
  issue(userId: string, challenge: OtpChallenge, since: OtpHistory, now: number): Promise<boolean>;
  /**
   * Takes one of the tries of the live challenge, before the code is compared, so that parallel
   * guesses count. Undefined when there is no live challenge or no try is left.
   */
  takeTry(userId: string, now: number): Promise<OtpChallenge | undefined>;
  /** Notes that the password was proven, which lifts the life cap of codes for a while. */
  notePassword(userId: string, now: number): Promise<void>;
}
