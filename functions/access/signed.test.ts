import { expect, it } from 'vitest';
import { testClock } from '../../tests/support/test-clock.ts';
import { createTestSecrets } from '../../tests/support/test-context.ts';
import type { MailMessage } from '../../shared/messages/mail.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { systemIds as ids } from '../platform/system.ts';
import { deriveCsrfToken, isValidCsrfToken } from './signed.ts';
import { isMatchingCode, sendCode } from '../account/one-time-code.ts';
import type { OtpChallenge, PendingRegistration } from '../account/adapters/registrations.ts';
import {
  deriveRegistrationSecret,
  verifyRegistrationSecret,
} from '../account/registration-proof.ts';
import { signLink, verifyLink } from './signed.ts';

const clock = testClock();
const address = 'ada@mail.example';
const id = ids.ulid(clock.now());

/**
 * Creates a signed value with the secrets `made`. The returned function tests whether the secrets
 * `read` accept that value.
 */
type Make = (made: Secrets) => Promise<(read: Secrets) => Promise<boolean>>;

const makers: readonly (readonly [name: string, make: Make])[] = [
  [
    'a mailed link',
    async (made) => {
      const target = { purpose: 'export', subject: 'export-1' } as const;
      const token = await signLink({ secrets: made, clock }, target, id, 60);
      return async (read) => (await verifyLink({ secrets: read, clock }, target, token)) === id;
    },
  ],
  [
    'the secret of a registration',
    async (made) => {
      const secret = await deriveRegistrationSecret(made, { address, id });
      return async (read) => (await verifyRegistrationSecret(read, address, secret)) === id;
    },
  ],
  [
    'a one-time code',
    async (made) => {
      let challenge: OtpChallenge | undefined;
      let code = '';
      const registration: PendingRegistration = {
        id,
        address,
        email: address,
        firstName: 'Ada',
        lastName: 'Martin',
        language: 'en',
        passwordHash: '',
        history: { issuedAt: [], total: 0 },
      };
      const mailQueue = {
        send: async ({ content }: MailMessage) => {
          if (content.template === 'otp') code = content.params.code;
        },
      };
      await sendCode({ secrets: made, mailQueue, clock, ids }, registration, 5, async (stored) => {
        challenge = stored;
        return true;
      });
      return async (read) => challenge !== undefined && isMatchingCode(read, id, challenge, code);
    },
  ],
  [
    'a CSRF token',
    async (made) => {
      const token = await deriveCsrfToken(made, 'session');
      return (read) => isValidCsrfToken(read, 'session', token);
    },
  ],
];

it.each(makers)('%s stays valid for one change of the application secret', async (_, make) => {
  const isTakenBy = await make(createTestSecrets('first'));
  expect(await isTakenBy(createTestSecrets('first'))).toBe(true);
  expect(await isTakenBy(createTestSecrets('second', 'first'))).toBe(true);
  expect(await isTakenBy(createTestSecrets('third', 'second'))).toBe(false);
});

it('rejects a mailed link from the second at which it expires, and for another target', async () => {
  const target = { purpose: 'export', subject: 'export-1' } as const;
  const link = { secrets: createTestSecrets('first'), clock: testClock() };
  const token = await signLink(link, target, id, 60);
  link.clock.advance(59_999);
  expect(await verifyLink(link, target, token)).toBe(id);
  expect(await verifyLink(link, { ...target, subject: 'export-2' }, token)).toBeUndefined();
  link.clock.advance(1);
  expect(await verifyLink(link, target, token)).toBeUndefined();
});
