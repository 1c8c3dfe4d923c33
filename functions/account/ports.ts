import type { Language } from '../../shared/model/account.ts';
import type { AccountMessage } from '../../shared/messages/account.ts';
import type { PasswordChange, Registration, TermsAcceptance, User } from '../access/ports.ts';
import type { WriteItem } from '../platform/dynamo/db.ts';
import type { OtpHistory } from './rules/otp.ts';

/** Proof that a form was not filled in by a cheap program. */
export interface Captcha {
  /** What the browser has to solve. */
  challenge(): Promise<Record<string, unknown>>;
  /** Whether the solution is right, in time, and was never used before. Uses it up. */
  redeem(solution: string): Promise<boolean>;
}

/** A one-time code that was sent, without the code. */
export interface OtpChallenge {
  readonly id: string;
  /** HMAC-SHA256 of challenge and code, in hex. */
  readonly mac: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** How many codes may still be compared with it. */
  readonly tries: number;
}

/** A registration that waits for its code. It is no account: nobody can sign in to it. */
export interface PendingRegistration extends Registration {
  /** Becomes the account's. */
  readonly id: string;
  /** Normal form of the email address. */
  readonly address: string;
  readonly history: OtpHistory;
}

type RegistrationName = Pick<PendingRegistration, 'address' | 'id'>;

/**
 * Registrations side by side: whoever registers an address touches no registration that is there.
 * Each has at most one live challenge, and is kept for a week. Reads are strongly consistent.
 */
export interface Registrations {
  find(address: string, id: string): Promise<PendingRegistration | undefined>;
  /** Those of an address that are alive, oldest first. */
  of(address: string): Promise<readonly PendingRegistration[]>;
  add(registration: PendingRegistration, challenge: OtpChallenge, now: number): Promise<void>;
  /**
   * Stores a challenge in place of the one before. False when another code was issued since the
   * registration was read; nothing is stored then.
   */
  issue(registration: PendingRegistration, challenge: OtpChallenge, now: number): Promise<boolean>;
  /**
   * Takes one of the tries of the live challenge, before the code is compared, so that parallel
   * guesses count. Undefined when there is no live challenge or no try is left.
   */
  takeTry(registration: RegistrationName, now: number): Promise<OtpChallenge | undefined>;
  /** Notes that the password was proven, which lifts the life cap of codes for a while. */
  notePassword(registration: RegistrationName, now: number): Promise<void>;
  /** The write that uses a registration up; its condition holds while the challenge is the live one. */
  using(registration: RegistrationName, challengeId: string): WriteItem;
  /** Removes all of an address. */
  drop(address: string): Promise<void>;
}

/** A reset link that can be used. */
export interface PasswordReset {
  /** SHA-256 of the token in hex. */
  readonly tokenHash: string;
  readonly userId: string;
  /** Whether this is the hash of the password that was forgotten: the link replaces no other. */
  readonly replaces: (passwordHash: string) => boolean;
}

/** Links by which a forgotten password is replaced. */
export interface PasswordResets {
  /** Stores a token for the password an account has now; one that is known stays as it is. */
  add(token: {
    readonly tokenHash: string;
    readonly userId: string;
    readonly passwordHash: string;
    /** Epoch milliseconds. */
    readonly expiresAt: number;
  }): Promise<void>;
  /** Undefined for a token that is unknown, used or expired. */
  find(tokenHash: string, now: number): Promise<PasswordReset | undefined>;
  /** Uses the token and changes the password, together. False when either is no longer as it was. */
  redeem(reset: PasswordReset, change: PasswordChange): Promise<boolean>;
}

/** Where calls leave what must not take their own time. */
export interface AccountQueue {
  /** @param delaySeconds from 0 to MAX_DELAY_SECONDS */
  send(message: AccountMessage, delaySeconds?: number): Promise<void>;
}

/** Slow, salted password hashes. */
export interface Passwords {
  /** @param salt 16 bytes; random ones where none are given */
  hash(password: string, salt?: Uint8Array): Promise<string>;
  /**
   * Whether the password is the one that was hashed. Without a hash, for an account that does not
   * exist, the same work is done and the answer is no.
   */
  matches(password: string, hash: string | undefined): Promise<boolean>;
  /** Whether the hash was made with weaker parameters than those in use. */
  isWeak(hash: string): boolean;
}

/** Whom a closed account belonged to, as far as its closing still needs to know. */
export interface FormerOwner {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
  readonly stripeCustomerId?: string | undefined;
}

/** What stays of a closed account, under an id that leads to nobody. Times are ISO 8601 UTC. */
export interface Tombstone {
  readonly userId: string;
  readonly closedAt: string;
  /** HMAC-SHA256 of the address's normal form, in hex: whether an address had an account. */
  readonly emailHmac: string;
  readonly terms?: TermsAcceptance | undefined;
  /** The steps of the closing that are done, each with its time. */
  readonly steps: Readonly<Record<string, string>>;
}

/** Accounts that were closed. `Accounts` does not know them any more. */
export interface ClosedAccounts {
  /**
   * Takes an account out of use: profile, address and API keys go and a tombstone stands in their
   * place, in one transaction, so that nobody can sign in from then on and the address is free. What
   * the closing needs of the owner is kept apart until `forgetOwner`. False when the account has
   * changed in the meantime, or is gone; nothing was written.
   */
  close(user: User, tombstone: Omit<Tombstone, 'userId' | 'terms' | 'steps'>): Promise<boolean>;
  find(userId: string): Promise<Tombstone | undefined>;
  /** Whether an address had an account, by its HMAC, as long as the tombstone is kept. */
  hadAddress(emailHmac: string): Promise<boolean>;
  /** A condition for the transactions of others: it holds while `hadAddress` says no. */
  unlessHadAddress(emailHmac: string): WriteItem;
  all(): AsyncIterable<Tombstone>;
  owner(userId: string): Promise<FormerOwner | undefined>;
  forgetOwner(userId: string): Promise<void>;
  /** Notes a step as done; what was noted before keeps its time. */
  noteStep(userId: string, step: string, at: string): Promise<void>;
  /** Closings that are not at their end. */
  pendingItems(): AsyncIterable<{ readonly userId: string }>;
  /** The closing is at its end. */
  removePending(userId: string): Promise<void>;
}
