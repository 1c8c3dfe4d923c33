import { expect, it } from 'vitest';
import { invoke } from '../../tests/support/invoke.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { createPerson } from '../../tests/support/people.ts';
import { sqsRecord } from '../../tests/support/sqs-event.ts';
import { testContext } from '../../tests/support/test-context.ts';
import { mailFeedback as handler } from './workers.ts';

const table = await startFileTable();

const timestamp = '2030-01-02T03:04:05.000Z';
const recipients = (...addresses: string[]) =>
  addresses.map((emailAddress) => ({ emailAddress, status: '5.1.1' }));
const bounce = (bounceType: string, ...addresses: string[]) => ({
  eventType: 'Bounce',
  bounce: { bounceType, bouncedRecipients: recipients(...addresses), timestamp, feedbackId: '1' },
  mail: { messageId: '2' },
});
const complaint = (...addresses: string[]) => ({
  eventType: 'Complaint',
  complaint: { complainedRecipients: recipients(...addresses), timestamp },
});

async function stage() {
  const context = testContext(table);
  const { user } = await createPerson(context);
  const deliverFeedback = async (...events: object[]) => {
    const Records = events.map((event, at) => sqsRecord(event, { messageId: String(at) }));
    const { batchItemFailures } = await invoke(handler, context, { Records });
    return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  };
  const mark = async () => (await context.accounts.get(user.id))?.mailUndeliverable;
  return { context, user, deliverFeedback, mark };
}

it('marks the account of a permanent bounce, in any spelling, and sends no email', async () => {
  const { context, user, deliverFeedback, mark } = await stage();
  expect(
    await deliverFeedback(bounce('Permanent', user.email.toUpperCase(), 'nobody@mail.example')),
  ).toEqual([]);
  expect(await mark()).toEqual({ reason: 'bounce', at: timestamp });
  expect(context.mails).toEqual([]);
  expect(JSON.parse(context.lines.at(-1) ?? '')).toMatchObject({
    event: 'mailFeedback',
    feedback: 'Bounce',
    recipients: 2,
    marked: [user.id],
  });
});

it('marks the account of a complaint, even if reported twice, and ignores a deleted account', async () => {
  const { user, deliverFeedback, mark } = await stage();
  expect(await deliverFeedback(complaint(user.email), complaint(user.email))).toEqual([]);
  expect(await mark()).toEqual({ reason: 'complaint', at: timestamp });
  expect(await deliverFeedback(complaint('gone@mail.example'))).toEqual([]);
});

it('ignores the validation message of SES, and fails for any other text', async () => {
  const { context } = await stage();
  const deliverRaw = async (body: string) =>
    invoke(handler, context, { Records: [{ ...sqsRecord({}), body }] });
  const validated = 'Successfully validated SNS topic for Amazon SES event publishing.';
  expect(await deliverRaw(validated)).toEqual({ batchItemFailures: [] });
  expect(JSON.parse(context.lines.at(-1) ?? '')).toMatchObject({
    event: 'mailFeedback',
    outcome: 'noop',
  });
  expect((await deliverRaw('Bounce')).batchItemFailures).toHaveLength(1);
});

it('does not mark the account of a full mailbox, and fails only for unknown events', async () => {
  const { user, deliverFeedback, mark } = await stage();
  expect(
    await deliverFeedback(
      bounce('Transient', user.email),
      { eventType: 'Open' },
      bounce('Undetermined'),
    ),
  ).toEqual(['1']);
  expect(await mark()).toBeUndefined();
});
