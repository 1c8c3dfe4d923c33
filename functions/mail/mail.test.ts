import { beforeEach, describe, expect, it } from 'vitest';
import type { MailMessage } from '../../shared/messages/mail.ts';
import type { MailFeedback } from '../../shared/messages/mail-feedback.ts';
import { composeDeps } from '../../tests/support/compose.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { lambdaContext } from '../../tests/support/api-event.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { createPerson } from '../../tests/support/people.ts';
import { sqsRecord } from '../../tests/support/sqs-event.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import { testContext } from '../../tests/support/test-context.ts';
import { testEnv } from '../../tests/support/test-env.ts';
import type { Mail, MailOutcome } from '../platform/ses/mailer.ts';
import { mailFeedback } from '../account/workers.ts';
import { systemIds } from '../platform/system.ts';
import { mailKey } from './adapters/keys.ts';
import { mail as handler } from './workers.ts';

const table = await startFileTable();

const sent: Mail[] = [];
/** Outcome by address, because the emails of a batch are sent in no particular order. */
let outcomes: Record<string, MailOutcome> = {};
beforeEach(() => {
  sent.length = 0;
  feedback.length = 0;
  outcomes = {};
});

const feedback: MailFeedback[] = [];

const context = () =>
  testContext(table, {
    mailFeedbackQueue: { send: async (event) => void feedback.push(event) },
    mailer: {
      send: async (mail) => {
        sent.push(mail);
        const outcome = outcomes[mail.to] ?? 'sent';
        delete outcomes[mail.to];
        return outcome;
      },
    },
  });

let mails = 0;
const message = (more: Partial<MailMessage> = {}): MailMessage => {
  mails += 1;
  return {
    kind: 'mail',
    v: 1,
    id: `mail-${mails}`,
    to: 'ada@mail.example',
    firstName: 'Ada',
    language: 'en',
    content: { template: 'otp', params: { code: '0042', minutes: 10 } },
    ...more,
  };
};

const deliver = async (...messages: MailMessage[]): Promise<string[]> => {
  const Records = messages.map((each, at) => sqsRecord(each, { messageId: String(at) }));
  const { batchItemFailures } = await invoke(handler, context(), { Records });
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
};

describe('an email', () => {
  it('is composed, sent and logged', async () => {
    const mail = message();
    expect(await deliver(mail)).toEqual([]);
    expect(sent).toMatchObject([{ to: 'ada@mail.example', subject: '0042 is your Tamis code' }]);
    expect(await context().mailJournal.has(mail.id)).toBe(true);
  });

  it('is sent once, however often its message is delivered and with whatever others', async () => {
    const mail = message();
    expect(await deliver(mail, mail, mail)).toEqual([]);
    expect(await deliver(mail)).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  it('is retried if it was postponed, without the others of its batch', async () => {
    outcomes = { 'first@mail.example': 'postponed' };
    const [first, second] = [message({ to: 'first@mail.example' }), message()];
    expect(await deliver(first, second)).toEqual(['0']);
    const { mailJournal } = context();
    expect(await Promise.all([mailJournal.has(first.id), mailJournal.has(second.id)])).toEqual([
      false,
      true,
    ]);
    expect(await deliver(first)).toEqual([]);
    expect(sent).toHaveLength(3);
  });

  it.each(['rejected', 'deliveryUnknown'] as const)(
    'that is %s is not retried',
    async (outcome) => {
      const mail = message();
      outcomes = { [mail.to]: outcome };
      expect(await deliver(mail)).toEqual([]);
      expect(await deliver(mail)).toEqual([]);
      expect(sent).toHaveLength(1);
      expect(await context().mailJournal.has(mail.id)).toBe(true);
    },
  );

  it('that is rejected marks its account, as a bounce does', async () => {
    const { user } = await createPerson(context());
    outcomes = { [user.email]: 'rejected' };
    await deliver(message({ to: user.email }));
    const Records = feedback.splice(0).map((event) => sqsRecord(event));
    expect(Records).toHaveLength(1);
    await invoke(mailFeedback, context(), { Records });
    expect(await context().accounts.get(user.id)).toMatchObject({
      mailUndeliverable: { reason: 'bounce' },
    });
  });
});

it('stores the emails of a stage without a domain in the table for a day, including codes', async () => {
  const clock = testClock();
  const worker = handler.withDeps(
    composeDeps({
      env: () => testEnv({ MAILS_TO_TABLE: 'true', LOG_LEVEL: 'silent' }),
      db: () => table.db(clock),
      clock: () => clock,
      ids: () => ({ ...systemIds, ulid: () => 'KEPT' }),
    }),
  );
  expect(await worker({ Records: [sqsRecord(message())] }, lambdaContext())).toEqual({
    batchItemFailures: [],
  });
  const storedMail = await table.db(clock).get(mailKey('KEPT'));
  expect(storedMail).toMatchObject({
    to: 'ada@mail.example',
    text: expect.stringContaining('0042'),
  });
  expect(Number(storedMail?.['ttl']) - clock.now() / 1000).toBe(86_400);
});
