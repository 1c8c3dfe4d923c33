import type { Language, Role, UserStatus } from '../../shared/model/account.ts';
import type { WriteItem } from '../platform/dynamo/db.ts';
import type { DirectoryRow } from './rules/directory-row.ts';
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
  /**
   * The writes that take an account away, for a transaction of more: profile, address and API keys.
   * Their conditions hold as long as the account is as it was read.
   */
  removal(user: User): readonly WriteItem[];
  /** The write of another password, for a transaction of more; it holds while the one of the change is in use. */
  passwordWrite(userId: string, change: PasswordChange): WriteItem;
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
