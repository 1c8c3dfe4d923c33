import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESClient } from '@aws-sdk/client-ses';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createCaptcha } from './adapters/captcha.ts';
import { createAccounts } from './adapters/dynamo/accounts.ts';
import { createApiKeys } from './adapters/dynamo/api-keys.ts';
import { createCaptchaReplays } from './adapters/dynamo/captcha-replays.ts';
import { createChecks } from './adapters/dynamo/checks.ts';
import { createDb, type Db } from './adapters/dynamo/db.ts';
import { createFacts } from './adapters/dynamo/facts.ts';
import { createLedger, type DynamoLedger } from './adapters/dynamo/ledger.ts';
import { createLimits } from './adapters/dynamo/limits.ts';
import { createLists } from './adapters/dynamo/lists.ts';
import { createMailJournal } from './adapters/dynamo/mail-journal.ts';
import { createOtps } from './adapters/dynamo/otps.ts';
import { createSessions } from './adapters/dynamo/sessions.ts';
import { createTasks } from './adapters/dynamo/tasks.ts';
import { createEngine } from './adapters/engine.ts';
import { createPasswords } from './adapters/passwords.ts';
import { createS3Blobs } from './adapters/s3-blobs.ts';
import { createSecrets } from './adapters/secrets.ts';
import { createSesMailer } from './adapters/ses-mailer.ts';
import { createSqsQueues } from './adapters/sqs-queues.ts';
import { systemClock, systemIds } from './adapters/system.ts';
import type { Accounts } from './app/ports/accounts.ts';
import type { ApiKeys } from './app/ports/api-keys.ts';
import type { Blobs } from './app/ports/blobs.ts';
import type { Captcha } from './app/ports/captcha.ts';
import type { Checks } from './app/ports/checks.ts';
import type { Engine } from './app/ports/engine.ts';
import type { Facts } from './app/ports/facts.ts';
import type { Ledger } from './app/ports/ledger.ts';
import type { Limits } from './app/ports/limits.ts';
import type { Lists } from './app/ports/lists.ts';
import type { Log } from './app/ports/log.ts';
import type { Mailer, MailJournal } from './app/ports/mailer.ts';
import type { Otps } from './app/ports/otps.ts';
import type { Passwords } from './app/ports/passwords.ts';
import type { Queues } from './app/ports/queues.ts';
import type { Secrets } from './app/ports/secrets.ts';
import type { Sessions } from './app/ports/sessions.ts';
import type { Tasks } from './app/ports/tasks.ts';
import type { Clock, Ids } from './app/ports/system.ts';
import { type Env, readEnv } from './env.ts';
import { createLog } from './log.ts';

/** Everything a handler can hand to a use case, by name. */
export interface Context {
  readonly env: Env;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly blobs: Blobs;
  readonly captcha: Captcha;
  readonly checks: Checks;
  readonly engine: Engine;
  readonly ledger: Ledger;
  readonly limits: Limits;
  readonly lists: Lists;
  readonly mailJournal: MailJournal;
  readonly mailer: Mailer;
  readonly otps: Otps;
  readonly passwords: Passwords;
  readonly queues: Queues;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  readonly tasks: Tasks;
}

/** The context and what its adapters share among themselves. */
interface Parts extends Context {
  readonly db: Db;
  readonly facts: Facts;
  readonly ledger: DynamoLedger;
}

type Makers = { readonly [Name in Exclude<keyof Parts, 'env'>]: (parts: Parts) => Parts[Name] };

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** Emulators serve buckets by path, whatever their host is called. */
const isEmulated = (service: string): boolean =>
  Boolean(process.env[`AWS_ENDPOINT_URL_${service}`] ?? process.env['AWS_ENDPOINT_URL']);

/** How tries that were only unlucky are repeated. */
const backoffOf = (ids: Ids) => ({
  attempts: 8,
  baseMs: 20,
  capMs: 1000,
  sleep,
  random: () => ids.random(),
});

const makers: Makers = {
  clock: () => systemClock,
  ids: () => systemIds,
  log: ({ env, clock }) => createLog(env.LOG_LEVEL, () => clock.now()),
  db: ({ env, clock, ids }) =>
    createDb(new DynamoDBClient(), env.TABLE_NAME, clock, backoffOf(ids)),
  ledger: ({ db, clock }) => createLedger(db, clock),
  accounts: ({ db, clock }) => createAccounts(db, clock),
  apiKeys: ({ db, accounts, secrets, ids, log }) => createApiKeys(db, accounts, secrets, ids, log),
  blobs: ({ env }) =>
    createS3Blobs(new S3Client({ forcePathStyle: isEmulated('S3') }), {
      uploads: env.UPLOADS_BUCKET,
      files: env.FILES_BUCKET,
    }),
  checks: ({ db, ledger }) => createChecks(db, ledger),
  engine: ({ env, facts, clock, ids }) => createEngine(env, facts, clock, ids),
  facts: ({ db, clock }) => createFacts(db, clock),
  lists: ({ db, ledger }) => createLists(db, ledger),
  queues: ({ env, ids }) => createSqsQueues(new SQSClient(), env, backoffOf(ids)),
  tasks: ({ db }) => createTasks(db),
  captcha: ({ db, secrets, clock }) => createCaptcha(secrets, createCaptchaReplays(db), clock),
  limits: ({ db, clock, log, env }) => createLimits(db, clock, log, env.LIMIT_FACTOR),
  mailJournal: ({ db, clock }) => createMailJournal(db, clock),
  mailer: ({ env, log }) => createSesMailer(new SESClient({ maxAttempts: 1 }), env.MAIL_FROM, log),
  otps: ({ db }) => createOtps(db),
  passwords: ({ ids }) => createPasswords(ids),
  secrets: ({ env, clock }) => createSecrets(new SecretsManagerClient(), env.APP_SECRET_ID, clock),
  sessions: ({ db }) => createSessions(db),
};

/**
 * Builds each part when it is first touched, so that a function pays only for what it uses.
 * `given` takes the place of parts, in tests.
 */
export function createContext(env: Env, given: Partial<Parts> = {}): Context {
  const parts = { ...given, env } as Parts;
  for (const [name, make] of Object.entries(makers)) {
    if (name in given) continue;
    Object.defineProperty(parts, name, {
      configurable: true,
      enumerable: true,
      get() {
        const value = make(parts);
        Object.defineProperty(parts, name, { value });
        return value;
      },
    });
  }
  return parts;
}

let shared: Context | undefined;

/** The context of this process, made from its environment at the first call. */
export function context(): Context {
  shared ??= createContext(readEnv());
  return shared;
}
