import * as z from 'zod/mini';
import { LANGUAGES } from '../../../shared/model/account.ts';
import type { Registration } from '../../access/adapters/accounts.ts';
import { type CodeRequester, historyFor, type OtpHistory, recordIssuedCode } from '../rules/otp.ts';
import type { Db, Item, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  deleteWrite,
  itemExists,
  where,
} from '../../platform/dynamo/expression.ts';
import { registrationKey, registrationPartition } from './keys.ts';

/** Days until an unconfirmed registration expires. */
export const REGISTRATION_RETENTION_DAYS = 7;

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
  byAnybody: z.optional(z.object({ issuedAt: z.array(z.number()), total: z.number() })),
});

const storedChallenge = z.object({
  id: z.string(),
  /** HMAC-SHA256 of challenge and code, in hex. */
  mac: z.string(),
  /** Epoch milliseconds. */
  expiresAt: z.number(),
  tries: z.number(),
});
export type OtpChallenge = Readonly<z.infer<typeof storedChallenge>>;

/** A registration without a confirmed code. Nobody can log in with it. */
export interface PendingRegistration extends Registration {
  /** Id that the account will have. */
  readonly id: string;
  /** Normal form of the email address. */
  readonly address: string;
  readonly history: OtpHistory;
}

type RegistrationKey = Pick<PendingRegistration, 'address' | 'id'>;

function registrationOf(item: Item): PendingRegistration {
  const { issuedAt, total, passwordAt, byAnybody, ...registration } = stored.parse(item);
  const passwordProof = passwordAt === undefined ? {} : { passwordAt };
  return { ...registration, history: { issuedAt, total, ...passwordProof, byAnybody } };
}

/**
 * Pending registrations, one item each, in the partition of their address. An item contains the
 * data of the future account, one live challenge per kind of requester with its remaining tries,
 * and the history of codes. A new registration never changes an existing one. Items expire after a
 * week. Reads are strongly consistent.
 */
export interface Registrations {
  find(address: string, id: string): Promise<PendingRegistration | undefined>;
  /** Unexpired registrations of an address, oldest first. */
  list(address: string): Promise<readonly PendingRegistration[]>;
  create(registration: PendingRegistration, challenge: OtpChallenge, now: number): Promise<void>;
  /**
   * Replaces the requester's challenge, or both challenges if the requester is the owner. Returns
   * false and stores nothing if the registration is gone or, for the owner, if another code was
   * sent to the owner since the registration was read.
   */
  replaceChallenge(
    registration: PendingRegistration,
    requester: CodeRequester,
    challenge: OtpChallenge,
    now: number,
  ): Promise<boolean>;
  /**
   * Uses up a try before codes are compared, so that concurrent guesses count. Returns the
   * challenge to compare with, or undefined if the challenge has expired or fewer than `minTries`
   * tries are left.
   */
  takeTry(
    key: RegistrationKey,
    requester: CodeRequester,
    now: number,
    minTries?: number,
  ): Promise<OtpChallenge | undefined>;
  /**
   * Records a proof of the password, which suspends the lifetime limit on codes for ten minutes.
   */
  recordPasswordProof(key: RegistrationKey, now: number): Promise<void>;
  /** The write fails if the challenge was replaced or the registration is gone. */
  deleteRegistration(key: RegistrationKey, challengeId: string): TransactionStep;
  deleteAll(address: string): Promise<void>;
}

export function createRegistrations(db: Db): Registrations {
  const registrations: Registrations = {
    async find(address, id) {
      const item = await db.get(registrationKey(address, id));
      return item && registrationOf(item);
    },

    list(address) {
      const query = { partition: registrationPartition(address), prefix: 'REGISTRATION#' };
      return Array.fromAsync(db.query(query), registrationOf);
    },

    async create({ history, ...registration }, challenge, now) {
      await db.put({
        ...registrationKey(registration.address, registration.id),
        ...registration,
        ...recordIssuedCode(history, now),
        owner: challenge,
        anybody: challenge,
        ttl: Math.ceil(now / 1000) + REGISTRATION_RETENTION_DAYS * 24 * 3600,
      });
    },

    async replaceChallenge({ address, id, history }, requester, challenge, now) {
      const { issuedAt, total } = recordIssuedCode(historyFor(history, requester), now);
      const issued = { issuedAt, total };
      const ownerFields =
        requester === 'owner' ? { owner: challenge, ...issued } : { byAnybody: issued };
      const updated = await db.update(
        registrationKey(address, id),
        updateExpression({ anybody: challenge, ...ownerFields }),
        requester === 'owner' ? where({ total: history.total }) : itemExists,
      );
      return updated !== undefined;
    },

    async takeTry({ address, id }, requester, now, minTries = 1) {
      const item = await db.update(
        registrationKey(address, id),
        {
          text: 'SET #asker.tries = #asker.tries - :one',
          names: { '#asker': requester },
          values: { ':one': 1 },
        },
        {
          text: '#asker.tries >= :left AND #asker.expiresAt > :now',
          values: { ':left': minTries, ':now': now },
        },
      );
      return item && storedChallenge.parse(item[requester]);
    },

    async recordPasswordProof({ address, id }, now) {
      await db.update(
        registrationKey(address, id),
        updateExpression({ passwordAt: now }),
        itemExists,
      );
    },

    deleteRegistration: ({ address, id }, challengeId) =>
      deleteWrite(registrationKey(address, id), {
        text: '#owner.id = :challenge OR #anybody.id = :challenge',
        names: { '#owner': 'owner', '#anybody': 'anybody' },
        values: { ':challenge': challengeId },
      }),

    async deleteAll(address) {
      for (const { id } of await registrations.list(address))
        await db.delete(registrationKey(address, id));
    },
  };
  return registrations;
}
