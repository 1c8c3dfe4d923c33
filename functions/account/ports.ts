import type { Language, Role, UserStatus } from '../../shared/model/account.ts';
import type { WriteItem } from '../platform/dynamo/db.ts';
import type { OtpHistory } from './rules/otp.ts';

/** An account. Times are ISO 8601 UTC. */
export interface User {
  readonly id: string;
  /** As typed at registration; compared without regard to case. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly status: UserStatus;
  /** The address was proven by a one-time code. */
  readonly verified: boolean;
  readonly language: Language;
  readonly passwordHash: string;
  readonly createdAt: string;
  readonly terms?: TermsAcceptance;
  /** Has bought something that was not refunded, or subscribes: what opens the API. */
  readonly paid: boolean;
  /** SHA-256 of the API key in hex, and the key sealed; both absent without a key. */
  readonly apiKeyHash?: string;
  readonly apiKeySealed?: string;
  readonly planId?: string;
  readonly stripeCustomerId?: string;
  /** Where the user says to come from; stored, never trusted. */
  readonly partnerKey?: string;
}

/** Proof that the general conditions were accepted. */
export interface TermsAcceptance {
  readonly version: string;
  readonly at: string;
  readonly ip: string;
}

/** What a registration brings; the rest of the account is given by the rules. */
export interface Registration {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  readonly passwordHash: string;
  readonly partnerKey?: string;
}

/** The accounts of the product. Reads are strongly consistent. An unverified account is kept for a week. */
export interface Accounts {
  get(userId: string): Promise<User | undefined>;
  /** The account that holds an address, in whatever spelling. */
  findByEmail(email: string): Promise<User | undefined>;
  /** Creates an unverified customer. Undefined when the address was taken in the meantime. */
  create(userId: string, registration: Registration): Promise<User | undefined>;
  /**
   * Creates an account of either role whose address needs no proof, for operators' commands.
   * Undefined when the address is taken.
   */
  createProven(userId: string, registration: Registration, role: Role): Promise<User | undefined>;
  /**
   * Replaces everything an unverified account was registered with and ends its one-time code;
   * only the administrators' switch stays as it is.
   * Undefined when it has been verified, or is gone, in the meantime.
   */
  reregister(user: User, registration: Registration): Promise<User | undefined>;
  /**
   * Marks the account verified and uses up the challenge, together. False when the account is not
   * waiting for verification or the challenge is no longer the live one.
   */
  verify(userId: string, challengeId: string): Promise<boolean>;
  /** False when the account is gone or its hash is no longer `from`. */
  replacePasswordHash(userId: string, from: string, to: string): Promise<boolean>;
  /** The account afterwards; the first acceptance of a version stays as it was. */
  acceptTerms(userId: string, terms: TermsAcceptance): Promise<User | undefined>;
  /** The id of the account that is this customer at Stripe. */
  findByCustomer(stripeCustomerId: string): Promise<string | undefined>;
  /**
   * Ties the account to its customer at Stripe, once: the account afterwards, with the customer it
   * had before where there was one. Undefined when the account is gone.
   */
  setCustomer(userId: string, stripeCustomerId: string): Promise<User | undefined>;
  /** Unties an account from this customer, which exists no longer; nothing when it has another. */
  clearCustomer(userId: string, stripeCustomerId: string): Promise<void>;
  /**
   * A condition for the transactions of others: it holds while there is an account of this id, which
   * was not closed.
   */
  whileThere(userId: string): WriteItem;
  /** The plan the account subscribes to; undefined for none. Nothing when the account is gone. */
  setPlan(userId: string, planId: string | undefined): Promise<void>;
}

/** API keys: looked up by their hash, shown again from a sealed copy, there while the user is paid. */
export interface ApiKeys {
  /** The id of the user a key belongs to; undefined for a key that is wrong or no longer valid. */
  findUser(key: string): Promise<string | undefined>;
  /**
   * The user's key in the clear, or null without one. Null also when the sealed copy cannot be
   * opened any more, after the application secret was replaced: the key still works.
   */
  reveal(user: User): Promise<string | null>;
  /** Becoming paid makes a key, ceasing to be paid ends it; saying it again changes nothing. */
  setPaid(userId: string, paid: boolean): Promise<void>;
}

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

/** Slow, salted password hashes. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one that was hashed. Without a hash, for an account that does not
   * exist, the same work is done and the answer is no.
   */
  matches(password: string, hash: string | undefined): Promise<boolean>;
  /** Whether the hash was made with weaker parameters than those in use. */
  isWeak(hash: string): boolean;
}

export interface Session {
  /** SHA-256 of the token in hex: what is stored, and the session's name everywhere but the client. */
  readonly id: string;
  readonly userId: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Who is signed in. Reads are strongly consistent, so that an ended session ends at once. */
export interface Sessions {
  /** Stores a session; of more than `MAX_SESSIONS` live ones of a user the oldest end. */
  create(session: Session): Promise<void>;
  /** Undefined when it has ended, expired, or never was. */
  find(id: string): Promise<Session | undefined>;
  end(userId: string, id: string): Promise<void>;
  /** Ends every session of the user but, when given, one. */
  endAll(userId: string, except?: string): Promise<void>;
}
