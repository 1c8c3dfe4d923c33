import * as z from 'zod/mini';
import { LANGUAGES } from '../../../shared/model/account.ts';
import type { Registration } from '../../access/adapters/accounts.ts';
import { type OtpHistory, withIssue } from '../rules/otp.ts';
import type { Db, Item, WriteItem } from '../../platform/dynamo/db.ts';
import { changes, deleteWrite, isThere, where } from '../../platform/dynamo/expression.ts';
import { registrationKey, registrationPartition } from './keys.ts';

/** How long a registration waits for its code. */
const DAYS = 7;

const stored = z.object({
  id: z.string(),
  address: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  language: z.enum(LANGUAGES),
  passwordHash: z.string(),
  partnerKey: z.optional(z.string()),
  issuedAt: z.array(z.number()),
  total: z.number(),
  passwordAt: z.optional(z.number()),
});

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

function registrationOf(item: Item): PendingRegistration {
  const { issuedAt, total, passwordAt, ...registration } = stored.parse(item);
  const proven = passwordAt === undefined ? {} : { passwordAt };
  return { ...registration, history: { issuedAt, total, ...proven } };
}

const challengeFields = ({ id, mac, expiresAt, tries }: OtpChallenge): Item => ({
  challengeId: id,
  mac,
  expiresAt,
  tries,
});

/**
 * One item a registration, in the partition of its address: what the account will be made from, the
 * live challenge with the tries that are left, and what was sent before. To register an address
 * changes no registration that is there. Each has at most one live challenge, and is kept for a
 * week. Reads are strongly consistent.
 */
export function createRegistrations(db: Db) {
  const registrations = {
    async find(address: string, id: string): Promise<PendingRegistration | undefined> {
      const item = await db.get(registrationKey(address, id));
      return item && registrationOf(item);
    },

    /** Those of an address that are alive, oldest first. */
    async list(address: string): Promise<readonly PendingRegistration[]> {
      const rows = db.query({ partition: registrationPartition(address), prefix: 'REGISTRATION#' });
      const alive: PendingRegistration[] = [];
      for await (const row of rows) alive.push(registrationOf(row));
      return alive;
    },

    async create(
      { history, ...registration }: PendingRegistration,
      challenge: OtpChallenge,
      now: number,
    ): Promise<void> {
      await db.put({
        ...registrationKey(registration.address, registration.id),
        ...registration,
        ...withIssue(history, now),
        ...challengeFields(challenge),
        ttl: Math.ceil(now / 1000) + DAYS * 24 * 3600,
      });
    },

    /**
     * Stores a challenge in place of the one before. False when another code was issued since the
     * registration was read; nothing is stored then.
     */
    async replaceChallenge(
      { address, id, history }: PendingRegistration,
      challenge: OtpChallenge,
      now: number,
    ): Promise<boolean> {
      const { issuedAt, total } = withIssue(history, now);
      const updated = await db.update(
        registrationKey(address, id),
        changes({ ...challengeFields(challenge), issuedAt, total }),
        where({ total: history.total }),
      );
      return updated !== undefined;
    },

    /**
     * Takes one of the tries of the live challenge, before the code is compared, so that parallel
     * guesses count. Undefined when there is no live challenge or no try is left.
     */
    async takeTry(
      { address, id }: RegistrationName,
      now: number,
    ): Promise<OtpChallenge | undefined> {
      const item = await db.update(
        registrationKey(address, id),
        { text: 'SET tries = tries - :one', values: { ':one': 1 } },
        { text: 'tries >= :one AND expiresAt > :now', values: { ':now': now } },
      );
      return (
        item && {
          id: String(item['challengeId']),
          mac: String(item['mac']),
          expiresAt: Number(item['expiresAt']),
          tries: Number(item['tries']),
        }
      );
    },

    /** Notes that the password was proven, which lifts the life cap of codes for a while. */
    async notePassword({ address, id }: RegistrationName, now: number): Promise<void> {
      await db.update(registrationKey(address, id), changes({ passwordAt: now }), isThere);
    },

    /** The write that deletes a registration, on condition that the challenge is the live one. */
    deleteRegistration: ({ address, id }: RegistrationName, challengeId: string): WriteItem =>
      deleteWrite(db.table, registrationKey(address, id), where({ challengeId })),

    /** Removes all of an address. */
    async deleteAll(address: string): Promise<void> {
      for (const { id } of await registrations.list(address))
        await db.delete(registrationKey(address, id));
    },
  };
  return registrations;
}
