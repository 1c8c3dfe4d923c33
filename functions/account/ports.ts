import type { Language, Role, UserStatus } from '../../shared/model/account.ts';
import type { AccountMessage } from '../../shared/messages/account.ts';
import type { WriteItem } from '../platform/dynamo/db.ts';
import type { DirectoryRow } from './rules/directory-row.ts';
import type { OtpHistory } from './rules/otp.ts';
import type { SessionsEnded } from './rules/session-ended.ts';

/** An account, whose address is proven. Times are ISO 8601 UTC. */
export interface User {
  readonly id: string;
  /** As typed at registration; compared by its normal form. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly status: UserStatus;
  readonly language: Language;
  readonly passwordHash: string;
  /** Set by a change of the password. */
  readonly sessionsEnded?: SessionsEnded;
  readonly createdAt: string;
  readonly terms?: TermsAcceptance;
  /** Has bought something that was not refunded, or subscribes: what opens the API. */
  readonly paid: boolean;
  /** SHA-256 of the API key in hex, and the key sealed; both absent without a key. */
  readonly apiKeyHash?: string;
  readonly apiKeySealed?: string;
  /** The same of the test key, which every customer has. */
  readonly testKeyHash?: string;
  readonly testKeySealed?: string;
  readonly planId?: string;
  readonly stripeCustomerId?: string;
  readonly mailUndeliverable?: MailUndeliverable;
  /** Where the user says to come from; stored, never trusted. */
  readonly partnerKey?: string;
}

/** Mail to an account does not arrive any more. */
export interface MailUndeliverable {
  readonly reason: 'bounce' | 'complaint';
  /** ISO 8601 UTC. */
  readonly at: string;
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

/** A new password in the place of one that was proven, or forgotten. Both are hashes. */
export interface PasswordChange {
  readonly from: string;
  readonly to: string;
  /** All sessions opened before have ended, but the excepted one. Epoch milliseconds. */
  readonly at: number;
  readonly except?: string;
}

/** What a customer changes in the settings. */
export interface ProfileChange {
  readonly firstName: string;
  readonly lastName: string;
  readonly password?: PasswordChange;
}

/**
 * The form under which all spellings of one mailbox meet, by the engine's parser. Undefined for
 * what it takes for no address.
 */
export type NormalAddress = (address: string) => string | undefined;

/**
 * The accounts of the product: each has a proven address, and no other has the same one. Reads are
 * strongly consistent.
 */
export interface Accounts {
  get(userId: string): Promise<User | undefined>;
  /** The account that holds an address, in whatever spelling. */
  findByEmail(email: string): Promise<User | undefined>;
  /**
   * Creates an account, a customer's where no role is given. Undefined when the address is taken.
   * Throws a TypeError for what is no address.
   */
  create(userId: string, registration: Registration, role?: Role): Promise<User | undefined>;
  /**
   * The account that `create` makes, and the writes that make it, for a transaction of more. Their
   * conditions hold as long as the address and the id are free.
   */
  draft(
    userId: string,
    registration: Registration,
    role?: Role,
  ): { readonly user: User; readonly writes: readonly WriteItem[] };
  /** False when the account is gone or its hash is no longer `from`. */
  replacePasswordHash(userId: string, from: string, to: string): Promise<boolean>;
  /** The account afterwards. Undefined when it is gone, or its password no longer the one of the change. */
  edit(user: User, profile: ProfileChange): Promise<User | undefined>;
  /** The account afterwards; undefined when it is gone. */
  setLanguage(userId: string, language: Language): Promise<User | undefined>;
  /** The account afterwards; the first acceptance of a version stays as it was. */
  acceptTerms(userId: string, terms: TermsAcceptance): Promise<User | undefined>;
  /** Notes that mail to the account does not arrive. Nothing when it is gone. */
  setMailUndeliverable(userId: string, mark: MailUndeliverable): Promise<void>;
  /** Activates or deactivates a customer. False when there is no customer of this id. */
  setStatus(userId: string, status: UserStatus): Promise<boolean>;
  /** The id of the account that is this customer at Stripe. */
  findByCustomer(stripeCustomerId: string): Promise<string | undefined>;
  /**
   * Gives the account its customer at Stripe, once: the account afterwards, with the customer it
   * had before where there was one. Undefined when the account is gone.
   */
  setCustomer(userId: string, stripeCustomerId: string): Promise<User | undefined>;
  /** Removes this customer, which exists no longer, from an account; nothing when it has another. */
  clearCustomer(userId: string, stripeCustomerId: string): Promise<void>;
  /**
   * A condition for the transactions of others: it holds while there is an account of this id, which
   * was not closed.
   */
  whileThere(userId: string): WriteItem;
  /** A condition for the transactions of others: it holds while an account has this customer. */
  whileCustomer(stripeCustomerId: string): WriteItem;
  /**
   * A condition for the transactions of others: it holds while this is the hash of the account's
   * password, and the account is active.
   */
  whileOpenTo(user: Pick<User, 'id' | 'passwordHash'>): WriteItem;
  /** The plan the account subscribes to; undefined for none. Nothing when the account is gone. */
  setPlan(userId: string, planId: string | undefined): Promise<void>;
}

/** Customers that are made all at once, for demo data: what has the same id or address is replaced. */
export interface BulkAccounts {
  put(users: readonly User[]): Promise<void>;
  /** Has every function read the directory again. */
  announce(): Promise<void>;
}

/** That something about a customer in the directory was changed, not what. */
export interface DirectoryChange {
  /** Another one for each change; they sort by their time. */
  readonly mark: string;
  /** `all`: many at once, so that the whole directory has to be read again. */
  readonly userId: string | 'all';
}

/**
 * Every customer in brief, kept in the transactions that change them: one who was created, renamed,
 * switched or erased is so in the very next read. Reads are strongly consistent.
 */
export interface Directory {
  all(): Promise<DirectoryRow[]>;
  /** The changes that were begun at `since` (epoch milliseconds) or later, kept for a day. */
  changes(since: number): Promise<DirectoryChange[]>;
  /** Customers by id, in no particular order; who is gone is left out. */
  read(userIds: readonly string[]): Promise<DirectoryRow[]>;
}

/**
 * API keys: looked up by their hash, shown again from a sealed copy. The live key is there while the
 * user is paid; every customer has a test key.
 */
export interface ApiKeys {
  /** The id of the user a key belongs to; undefined for a key that is wrong or no longer valid. */
  findUser(key: string): Promise<string | undefined>;
  /**
   * The user's live key in the clear, or null without one. Null also when the sealed copy cannot be
   * opened any more, after the application secret was replaced twice: the key still works.
   */
  reveal(user: User): Promise<string | null>;
  /** The user's test key in the clear; null where the live one would be. */
  revealTest(user: User): Promise<string | null>;
  /** Becoming paid makes a live key, ceasing to be paid ends it; saying it again changes nothing. */
  setPaid(userId: string, paid: boolean): Promise<void>;
  /** Puts a new live key in the place of the one before. Undefined for a user who is not paid. */
  reset(userId: string): Promise<string | undefined>;
  /** Makes the test key of a customer who has none. */
  ensureTest(userId: string): Promise<void>;
  /**
   * Seals the copies of the user's keys with the application secret in use, where they are not.
   * Answers how many it sealed, and how many cannot be opened any more.
   */
  reseal(userId: string): Promise<{ readonly resealed: number; readonly unreadable: number }>;
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
  /**
   * Stores a session; of more than `MAX_SESSIONS` live ones of a user the oldest end. False when
   * the condition did not hold; nothing was written.
   */
  create(session: Session, condition: WriteItem): Promise<boolean>;
  /** Undefined when it has ended, expired, or never was. */
  find(id: string): Promise<Session | undefined>;
  end(userId: string, id: string): Promise<void>;
  /** The sessions of a user that have not expired, in no particular order. */
  ofUser(userId: string): Promise<readonly Session[]>;
  /** Ends every session of the user but, when given, one. */
  endAll(userId: string, except?: string): Promise<void>;
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
