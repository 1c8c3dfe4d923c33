import type { Language, Role, UserStatus } from '../../../shared/model/account.ts';

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
}
