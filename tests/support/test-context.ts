import { hkdfSync } from 'node:crypto';
import { createCaptcha } from '../../functions/adapters/captcha.ts';
import { createCaptchaReplays } from '../../functions/adapters/dynamo/captcha-replays.ts';
import { createPasswords } from '../../functions/adapters/passwords.ts';
import { systemIds } from '../../functions/adapters/system.ts';
import type { Queues } from '../../functions/app/ports/queues.ts';
import type { Passwords } from '../../functions/app/ports/passwords.ts';
import type { Secrets } from '../../functions/app/ports/secrets.ts';
import type { Clock, Ids } from '../../functions/app/ports/system.ts';
import { type Context, createContext } from '../../functions/context.ts';
import { readEnv } from '../../functions/env.ts';
import { createLog } from '../../functions/log.ts';
import type { MailMessage } from '../../shared/messages.ts';
import type { TestTable } from './dynamo.ts';

/** A clock that stands still until it is told. It starts at the real time, rounded to a second. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function testClock(start = Math.ceil(Date.now() / 1000) * 1000): TestClock {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

/** Scrypt that takes no time, with the count of its calls. */
function countedPasswords(): Passwords & { calls(): number } {
  const passwords = createPasswords(systemIds, { ln: 4, r: 1, p: 1 });
  let calls = 0;
  return {
    hash: (password) => {
      calls += 1;
      return passwords.hash(password);
    },
    matches: (password, hash) => {
      calls += 1;
      return passwords.matches(password, hash);
    },
    isWeak: passwords.isWeak,
    calls: () => calls,
  };
}

/** Real ids, but one-time codes that count up, so that no two are equal by chance. */
function testIds(): Ids {
  let codes = 0;
  return {
    ...systemIds,
    code: (digits) => {
      codes += 1;
      return String(codes).padStart(digits, '0');
    },
  };
}

export const testSecrets: Secrets = {
  key: async (purpose) => new Uint8Array(hkdfSync('sha256', 'test secret', '', purpose, 32)),
};

export const testEnv = (settings: Readonly<Record<string, string>> = {}) =>
  readEnv({
    STAGE: 'dev',
    TABLE_NAME: 'tamis-test',
    UPLOADS_BUCKET: 'uploads',
    FILES_BUCKET: 'files',
    LIST_QUEUE_URL: 'http://queue.test/list',
    VERIFY_EXPRESS_QUEUE_URL: 'http://queue.test/express',
    VERIFY_BULK_QUEUE_URL: 'http://queue.test/bulk',
    FINALIZE_QUEUE_URL: 'http://queue.test/finalize',
    MAIL_QUEUE_URL: 'http://queue.test/mail',
    APP_SECRET_ID: 'secret',
    MAIL_FROM: 'no-reply@tamis.example',
    PUBLIC_ORIGIN: 'https://app.tamis.example',
    SMTP_HELO: 'probe.tamis.example',
    SMTP_MAIL_FROM: 'probe@tamis.example',
    SMTP_EGRESS: 'off',
    CHECK_OUTPUT: 'true',
    ...settings,
  });

export interface TestContext extends Context {
  readonly clock: TestClock;
  readonly passwords: Passwords & { calls(): number };
  /** Mails that were queued, oldest first. */
  readonly mails: MailMessage[];
  /** Lines that were logged. */
  readonly lines: string[];
}

/**
 * The real context on a real table, with time, cost and secrets in the test's hand. Queues keep
 * mails and drop the rest; `given` takes the place of any part.
 */
export function testContext(
  table: TestTable,
  given: Parameters<typeof createContext>[1] = {},
  settings: Readonly<Record<string, string>> = {},
): TestContext {
  const clock = testClock();
  const db = table.db(clock);
  const mails: MailMessage[] = [];
  const lines: string[] = [];
  const passwords = { ...countedPasswords(), ...given.passwords };
  const queues: Queues = {
    sendList: async () => undefined,
    sendVerify: async () => undefined,
    sendFinalize: async () => undefined,
    sendMail: async (message) => {
      mails.push(message);
    },
  };
  const context = createContext(testEnv(settings), {
    db,
    clock,
    ids: testIds(),
    queues,
    secrets: testSecrets,
    log: createLog(
      'debug',
      () => clock.now(),
      (line) => lines.push(line),
    ),
    captcha: createCaptcha(testSecrets, createCaptchaReplays(db), clock, {
      cost: 1,
      from: 1,
      to: 20,
    }),
    ...given,
    passwords,
  });
  return Object.assign(context, { clock, passwords, mails, lines });
}
