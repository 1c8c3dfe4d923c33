import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailMessage } from '../../../shared/messages.ts';
import { lambdaContext } from '../../../tests/support/api-event.ts';
import { startTable, type TestTable } from '../../../tests/support/dynamo.ts';
import { sqsRecord } from '../../../tests/support/sqs-event.ts';
import { testContext } from '../../../tests/support/test-context.ts';
import type { Mail, MailOutcome } from '../../app/ports/mailer.ts';
import { createContext } from '../../context.ts';
import { handler } from './mail.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const sent: Mail[] = [];
const cleared: string[] = [];
/** What becomes of the next mail to an address; two of one batch are sent in no certain order. */
let outcomes: Record<string, MailOutcome> = {};
beforeEach(() => {
  sent.length = 0;
  cleared.length = 0;
  outcomes = {};
});

function worker() {
  const context = testContext(table);
  const { env, mailJournal, log, lists } = context;
  return handler.on(
    createContext(env, {
      mailJournal,
      log,
      mailer: {
        send: async (mail) => {
          sent.push(mail);
          const outcome = outcomes[mail.to] ?? 'sent';
          delete outcomes[mail.to];
          return outcome;
        },
      },
      lists: {
        ...lists,
        clearMailDue: async (userId, listId, mailId) => {
          cleared.push(`${userId}/${listId}/${mailId}`);
        },
      },
    }),
  );
}

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
    list: { userId: 'u', listId: 'l' },
    ...more,
  };
};

const deliver = async (...messages: MailMessage[]): Promise<string[]> => {
  const Records = messages.map((each, at) => sqsRecord(each, { messageId: String(at) }));
  const { batchItemFailures } = await worker()({ Records }, lambdaContext());
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
};

describe('a mail', () => {
  it('is composed and sent, and its list is told', async () => {
    const mail = message();
    expect(await deliver(mail)).toEqual([]);
    expect(sent).toMatchObject([{ to: 'ada@mail.example', subject: '0042 is your Tamis code' }]);
    expect(cleared).toEqual([`u/l/${mail.id}`]);
  });

  it('is sent once, however often and in whatever company its message comes', async () => {
    const mail = message();
    expect(await deliver(mail, mail, mail)).toEqual([]);
    expect(await deliver(mail)).toEqual([]);
    expect(sent).toHaveLength(1);
    expect(cleared).toHaveLength(4);
  });

  it('is offered again when it was postponed, and only it', async () => {
    outcomes = { 'first@mail.example': 'postponed' };
    const [first, second] = [message({ to: 'first@mail.example' }), message()];
    expect(await deliver(first, second)).toEqual(['0']);
    expect(cleared).toEqual([`u/l/${second.id}`]);
    expect(await deliver(first)).toEqual([]);
    expect(sent).toHaveLength(3);
  });

  it.each(['rejected', 'unsure'] as const)('that is %s is done with', async (outcome) => {
    const mail = message();
    outcomes = { [mail.to]: outcome };
    expect(await deliver(mail)).toEqual([]);
    expect(await deliver(mail)).toEqual([]);
    expect(sent).toHaveLength(1);
    expect(cleared).toHaveLength(2);
  });

  it('that concerns no list tells none', async () => {
    expect(await deliver(message({ list: undefined }))).toEqual([]);
    expect(cleared).toEqual([]);
  });
});
