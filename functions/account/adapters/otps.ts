import type { Otps } from '../ports.ts';
import { OTP_TRIES, type OtpHistory, withIssue } from '../rules/otp.ts';
import type { Db, Item } from '../../platform/dynamo/db.ts';
import { otpKey } from './keys.ts';

/** The history outlives the unverified account it belongs to, then goes by itself. */
const HISTORY_DAYS = 8;

const ttl = (now: number): number => Math.ceil(now / 1000) + HISTORY_DAYS * 24 * 3600;

const historyOf = (item: Item | undefined): OtpHistory => ({
  issuedAt: Array.isArray(item?.['issuedAt']) ? item['issuedAt'].map(Number) : [],
  total: Number(item?.['total'] ?? 0),
  ...(item?.['passwordAt'] !== undefined && { passwordAt: Number(item['passwordAt']) }),
});

/** One item an account: the live challenge, and what was sent before. */
export function createOtps(db: Db): Otps {
  return {
    async history(userId) {
      return historyOf(await db.get(otpKey(userId)));
    },

    async issue(userId, challenge, since, now) {
      const { issuedAt, total } = withIssue(since, now);
      const stored = await db.update(
        otpKey(userId),
        {
          text:
            'SET challengeId = :id, mac = :mac, expiresAt = :expires, tries = :none, ' +
            'issuedAt = :issued, #total = :total, #ttl = :ttl',
          names: { '#total': 'total', '#ttl': 'ttl' },
          values: {
            ':id': challenge.id,
            ':mac': challenge.mac,
            ':expires': challenge.expiresAt,
            ':none': 0,
            ':issued': issuedAt,
            ':total': total,
            ':ttl': ttl(now),
          },
        },
        {
          text:
            since.total === 0
              ? '(attribute_not_exists(#total) OR #total = :since)'
              : '#total = :since',
          values: { ':since': since.total },
        },
      );
      return stored !== undefined;
    },

    async takeTry(userId, now) {
      const item = await db.update(
        otpKey(userId),
        { text: 'SET tries = tries + :one', values: { ':one': 1 } },
        {
          text: 'attribute_exists(challengeId) AND tries < :most AND expiresAt > :now',
          values: { ':most': OTP_TRIES, ':now': now },
        },
      );
      return (
        item && {
          id: String(item['challengeId']),
          mac: String(item['mac']),
          expiresAt: Number(item['expiresAt']),
        }
      );
    },

    async notePassword(userId, now) {
      await db.update(otpKey(userId), {
        text: 'SET passwordAt = :now, #ttl = :ttl',
        names: { '#ttl': 'ttl' },
        values: { ':now': now, ':ttl': ttl(now) },
      });
    },
  };
}
