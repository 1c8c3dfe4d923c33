import {
  LANGUAGES,
  USER_STATUS,
  type Language,
  type UserStatus,
} from '../../../shared/model/account.ts';
import { PLAN_VERSIONS, type PlanVersion } from '../../../functions/billing/rules/plans.ts';
import { fold } from '../../../functions/admin/rules/fold.ts';
import { FIRST_NAMES, LAST_NAMES } from './sample-names.ts';

/** A customer of the demo data, who does not exist. Times are epoch milliseconds. */
export interface SampleCustomer {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  readonly status: UserStatus;
  readonly createdAt: number;
  /** Oldest first. */
  readonly purchases: readonly { readonly plan: PlanVersion; readonly at: number }[];
  /** The share of the credits that were used, from 0 to 1. */
  readonly used: number;
}

/** Accounts are from two years up to here. */
const LATEST = Date.parse('2026-11-01T00:00:00Z');
const SPAN_MS = 2 * 365 * 24 * 3600 * 1000;

const INACTIVE = 0.04;
const BUYERS = 0.25;
const MAX_PURCHASES = 12;

/** Crockford's alphabet of ULIDs. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

type Random = () => number;

function pick<T>(random: Random, from: readonly T[]): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new RangeError('There is nothing to pick from.');
  return picked;
}

/** A ULID of a moment: ten letters of time and sixteen of chance. */
function ulidOf(at: number, random: Random): string {
  const time = Array.from(at.toString(32).padStart(10, '0'), (digit) =>
    ALPHABET.charAt(Number.parseInt(digit, 32)),
  );
  const chance = Array.from({ length: 16 }, () => ALPHABET.charAt(Math.floor(random() * 32)));
  return [...time, ...chance].join('');
}

const mailName = (name: string): string => fold(name).replaceAll(/[^a-z]+/g, '-');

function purchasesOf(random: Random, since: number): SampleCustomer['purchases'] {
  if (random() >= BUYERS) return [];
  // Most buy once or twice, few often.
  const count = 1 + Math.floor(random() ** 3 * MAX_PURCHASES);
  return Array.from({ length: count }, () => ({
    plan: pick(random, PLAN_VERSIONS),
    at: Math.floor(since + random() * (LATEST - since)),
  })).toSorted((a, b) => a.at - b.at);
}

/**
 * @param random numbers in [0, 1): the same ones make the same customer
 * @param number makes the address unlike any other
 */
export function sampleCustomer(random: Random, number: number): SampleCustomer {
  const [firstName, lastName] = [pick(random, FIRST_NAMES), pick(random, LAST_NAMES)];
  const createdAt = LATEST - Math.floor(random() * SPAN_MS);
  return {
    id: ulidOf(createdAt, random),
    email: `${mailName(firstName)}.${mailName(lastName)}.${number}@${pick(random, ['mail', 'courrier', 'company', 'societe'])}.test`,
    firstName,
    lastName,
    language: pick(random, LANGUAGES),
    status: random() < INACTIVE ? USER_STATUS.inactive : USER_STATUS.active,
    createdAt,
    purchases: purchasesOf(random, createdAt),
    used: random(),
  };
}
