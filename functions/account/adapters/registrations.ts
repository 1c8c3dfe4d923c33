import * as z from 'zod/mini';
import { LANGUAGES } from '../../../shared/model/account.ts';
import type { OtpChallenge, PendingRegistration, Registrations } from '../ports.ts';
import { withIssue } from '../rules/otp.ts';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import { changes } from '../../platform/dynamo/expression.ts';
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
 * One item a registration, in the partition of its address: what the account will be made from,
 * the live challenge with the tries that are left, and what was sent before.
 */
export function createRegistrations(db: Db): Registrations {
  const registrations: Registrations = {
    async find(address, id) {
      const item = await db.get(registrationKey(address, id));
      return item && registrationOf(item);
    },

    async of(address) {
      const rows = db.query({ partition: registrationPartition(address), prefix: 'REGISTRATION#' });
      const alive: PendingRegistration[] = [];
      for await (const row of rows) alive.push(registrationOf(row));
      return alive;
    },

    async add({ history, ...registration }, challenge, now) {
      await db.put({
        ...registrationKey(registration.address, registration.id),
        ...registration,
        ...withIssue(history, now),
        ...challengeFields(challenge),
        ttl: Math.ceil(now / 1000) + DAYS * 24 * 3600,
      });
    },

    async issue({ address, id, history }, challenge, now) {
      const { issuedAt, total } = withIssue(history, now);
      const updated = await db.update(
        registrationKey(address, id),
        changes({ ...challengeFields(challenge), issuedAt, total }),
        { text: '#total = :since', values: { ':since': history.total } },
      );
      return updated !== undefined;
    },

    async takeTry({ address, id }, now) {
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

    async notePassword({ address, id }, now) {
      await db.update(registrationKey(address, id), changes({ passwordAt: now }), {
        text: 'attribute_exists(PK)',
      });
    },

    using: ({ address, id }, challengeId) => ({
      Delete: {
        TableName: db.table,
        Key: { ...registrationKey(address, id) },
        ConditionExpression: 'challengeId = :challenge',
        ExpressionAttributeValues: { ':challenge': challengeId },
      },
    }),

    async drop(address) {
      for (const { id } of await registrations.of(address))
        await db.remove(registrationKey(address, id));
    },
  };
  return registrations;
}
