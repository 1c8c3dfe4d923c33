import { beforeEach, describe, expect, it } from 'vitest';
import {
  runUntilRefundsConfirmed,
  expectSoundLedger,
  createMailing,
  createNoSuchMailboxBounce,
  fetchReport,
  fetchRefunds,
  notifyOfReport,
  submitReport,
  submitReportFile,
} from '../../tests/support/bounce-reports.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import {
  createPipelineHarness,
  type PipelineHarness,
} from '../../tests/support/pipeline-harness.ts';
import { exhaustFreeAnswers, readFreeAnswers } from '../../tests/support/free-answers.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { deleteList } from '../lists/history/delete-list.ts';
import { claimVerdicts } from './claim-verdicts.ts';
import { maxExaminations } from './rules/refund.ts';
import type { Report } from './rules/report.ts';

let world: PipelineHarness;

const table = await startFileTable();
beforeEach(async () => {
  world = await createPipelineHarness(table, { paid: true });
});

/** Uploads and verifies a list, so that its conclusive verdicts are charged. */
async function verify(content: string, credits = 10): Promise<string> {
  await world.grant(credits);
  const listId = await world.upload(content);
  await world.drain();
  expect(await world.list(listId)).toMatchObject({ status: 7 });
  return listId;
}

const LIST = 'gone1@a.fr\nok1@a.fr\nmute1@b.fr\nany1@c.fr\nbad1@a.fr\n';
const mails = () => world.sent.filter(({ subject }) => subject.includes('added to your account'));
const grants = async () =>
  (await Array.fromAsync(world.context.ledger.entries(world.userId))).filter(({ id }) =>
    id.startsWith('grant:replacement:'),
  );

/** Returns a delivery report as an email from a mail server. */
const deliveryReport = (email: string, server: string): string =>
  [
    'From: MAILER-DAEMON@sender.test',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    'MIME-Version: 1.0',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Undelivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; out.sender.test',
    '',
    `Final-Recipient: rfc822; ${email}`,
    'Action: failed',
    'Status: 5.1.1',
    `Remote-MTA: dns; ${server}`,
    `Diagnostic-Code: smtp; 550 5.1.1 <${email}>: no such user`,
    '',
    '--b--',
    '',
  ].join('\r\n');

describe('a refund', () => {
  it('is not made, and its report is deleted, if the list is deleted before the last examination', async () => {
    const listId = await verify('gone1@a.fr\ngone2@a.fr\nmute1@b.fr\n');
    await submitReport(world, {
      rows: ['gone1@a.fr', 'mute1@b.fr'].map(createNoSuchMailboxBounce),
      sent: createMailing(world, listId),
    });
    await world.drain();
    await deleteList(world.context, world.userId, listId);
    await runUntilRefundsConfirmed(world);
    expect(world.dead).toEqual([]);
    expect(world.blobs.keysWithContent().filter((key) => key.startsWith('reports/'))).toEqual([]);
    expect(await world.context.reports.list(world.userId)).toEqual([]);
    await expectSoundLedger(world);
  });

  it('returns the credit of each verdict that a new verification proves wrong, with one email', async () => {
    const listId = await verify(LIST);
    const before = await world.context.ledger.balance(world.userId);
    const rows = ['gone1@a.fr', 'ok1@a.fr', 'mute1@b.fr', 'any1@c.fr', 'bad1@a.fr', 'x@z.fr'];
    const id = await submitReport(world, {
      rows: rows.map(createNoSuchMailboxBounce),
      sent: createMailing(world, listId),
    });
    await world.drain();
    expect(await fetchReport(world, id)).toMatchObject({
      state: 'checking',
      refunds: { checking: 1, refunded: 1, still_accepts: 1, not_deliverable: 3 },
    });
    await runUntilRefundsConfirmed(world);

    expect(await fetchRefunds(world, id)).toEqual({
      'gone1@a.fr': 'refunded',
      'ok1@a.fr': 'still_accepts',
      'mute1@b.fr': 'review',
      'any1@c.fr': 'not_deliverable',
      'bad1@a.fr': 'not_deliverable',
      'x@z.fr': 'not_deliverable',
    });
    expect(await fetchReport(world, id)).toMatchObject({
      state: 'done',
      addresses: 6,
      matched: 5,
      rates: [{ status: 'deliverable', sent: 3, bounced: 3 }],
    });
    const after = await expectSoundLedger(world);
    expect(after.available).toBe(before.available + 1);
    expect(await grants()).toMatchObject([
      { id: expect.stringMatching(`^grant:replacement:${listId}:bounce-`), amount: 1 },
    ]);
    expect(mails()).toHaveLength(1);
    expect(world.dead).toEqual([]);
  });

  it('is shown although a duplicate run that was delayed stores its rows last', async () => {
    const listId = await verify(LIST);
    const id = await submitReport(world, {
      rows: [createNoSuchMailboxBounce('gone1@a.fr'), createNoSuchMailboxBounce('ok1@a.fr')],
      sent: createMailing(world, listId),
    });
    const { put } = world.context.blobs;
    world.context.blobs.put = async (...args) => {
      if (args[0].startsWith('reports/')) {
        world.context.blobs.put = put;
        notifyOfReport(world, id);
        await runUntilRefundsConfirmed(world);
      }
      await put(...args);
    };
    await runUntilRefundsConfirmed(world);
    expect(await fetchReport(world, id)).toMatchObject({ state: 'done' });
    expect(await fetchRefunds(world, id)).toEqual({
      'gone1@a.fr': 'refunded',
      'ok1@a.fr': 'still_accepts',
    });
  });

  it('is left to an administrator without a clear answer, even if a delivery report names the server', async () => {
    const emails = ['mute1@b.fr', 'mute2@c.fr', 'ok1@a.fr'];
    await verify(emails.join('\n'));
    const servers = ['mx7.b.fr', 'mx.elsewhere.test', 'mx1.a.fr'];
    const mbox = emails.map(
      (email, index) =>
        `From MAILER-DAEMON Thu Nov 26 10:00:00 2026\r\n${deliveryReport(email, servers[index] ?? '')}`,
    );
    const id = await submitReportFile(world, 'bounces.mbox', mbox.join('\r\n'));
    await runUntilRefundsConfirmed(world);
    expect(await fetchRefunds(world, id)).toEqual({
      'mute1@b.fr': 'review',
      'mute2@c.fr': 'review',
      'ok1@a.fr': 'still_accepts',
    });
    await expectSoundLedger(world);
  });

  it('is made for single checks, and starts a list that waits for it', async () => {
    await world.grant(1);
    const { chargeAndVerify } = await import('../checks/check-email.ts');
    await chargeAndVerify(world.context, { userId: world.userId, email: 'gone1@a.fr', by: 'web' });
    const listId = await world.upload('ok5@a.fr\n');
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 5 });
    const id = await submitReport(world, { rows: [createNoSuchMailboxBounce('gone1@a.fr')] });
    await runUntilRefundsConfirmed(world);
    expect(await fetchReport(world, id)).toMatchObject({ matched: 1, refunds: { refunded: 1 } });
    expect(await world.list(listId)).toMatchObject({ status: 7, charged: 1 });
    await expectSoundLedger(world);
  });

  it('waits for an administrator beyond one percent of what was charged or twenty addresses', async () => {
    const emails = Array.from({ length: 30 }, (_, index) => `gone${index}@a.fr`);
    const listId = await verify(emails.join('\n'), 30);
    const id = await submitReport(world, {
      rows: emails.map(createNoSuchMailboxBounce),
      sent: createMailing(world, listId),
    });
    await runUntilRefundsConfirmed(world);
    expect((await fetchReport(world, id)).refunds).toEqual({ refunded: 20, review: 10 });
    expect([0, 1999, 2100, 150_000].map(maxExaminations)).toEqual([20, 20, 21, 1500]);
    // An administrator may refund other verdicts, but all refunds together cannot exceed the list's
    // charge.
    const { giveCreditsToUser } = await import('../admin/give-credits.ts');
    const gift = { reason: 'bounces', by: 'admin', listId };
    const give = (credits: number) =>
      giveCreditsToUser(world.context, world.owner.user, {
        ...gift,
        id: `gift-${credits}`,
        credits,
      });
    await expect(give(11)).rejects.toMatchObject({ code: 'validation' });
    await give(10);
    expect((await expectSoundLedger(world)).available).toBe(30);
  });

  it('waits for an administrator if the account has no free answer left', async () => {
    const emails = Array.from({ length: 9 }, (_, index) => `gone${index}@a.fr`);
    await verify(emails.join('\n'), 9);
    await exhaustFreeAnswers(world, undefined, 5);
    const id = await submitReport(world, { rows: emails.map(createNoSuchMailboxBounce) });
    await notifyOfReport(world, id);
    await world.drain();
    expect((await fetchReport(world, id)).refunds).toEqual({ refunded: 5, review: 4 });
    // The refunds add credits, but fewer than the report used answers.
    expect(await readFreeAnswers(world)).toEqual({ used: 209, limit: 214 });
  });

  it('is examined for 20 verdicts, however many runs read reports at once', async () => {
    const { userId, context } = world;
    const row = { subject: 'recipient', reason: 'no_such_mailbox', cause: null, text: '' } as const;
    const verdict = {
      reason: 'accepted',
      evidence: 0,
      at: '',
      listId: 'l',
      charged: true,
    } as const;
    const runs = await Promise.all(
      ['one', 'two', 'three'].map((reportId) =>
        claimVerdicts(
          context,
          { userId, reportId } as Report,
          Array.from({ length: 15 }, (_, at) => ({
            ...row,
            email: `${reportId}${at}@a.fr`,
            verdict,
            refund: 'checking' as const,
          })),
        ),
      ),
    );
    const states = runs.flat().map(({ refund }) => refund);
    expect(states.filter((state) => state === 'checking')).toHaveLength(20);
    expect(states.filter((state) => state === 'review')).toHaveLength(25);
    expect((await readFreeAnswers(world)).used).toBe(20);
  });

  it('is not made beyond what earlier replacements have left of the charge', async () => {
    const listId = await verify('gone1@a.fr\ngone2@a.fr\n');
    const { giveCreditsToUser } = await import('../admin/give-credits.ts');
    const gift = { id: 'gift', credits: 1, reason: 'wrong', by: 'admin', listId };
    await giveCreditsToUser(world.context, world.owner.user, gift);
    const rows = ['gone1@a.fr', 'gone2@a.fr'].map(createNoSuchMailboxBounce);
    const id = await submitReport(world, { rows, sent: createMailing(world, listId) });
    await runUntilRefundsConfirmed(world);
    expect((await fetchReport(world, id)).refunds).toEqual({ refunded: 1, already_refunded: 1 });
    expect((await expectSoundLedger(world)).available).toBe(10);
  });
});

describe('abuse gains nothing:', () => {
  const balanceAfter = async (action: () => Promise<string>) => {
    const before = await expectSoundLedger(world);
    const id = await action();
    await runUntilRefundsConfirmed(world);
    const after = await expectSoundLedger(world);
    return { gained: after.available - before.available, id };
  };

  it('invented bounces', async () => {
    const emails = Array.from({ length: 9 }, (_, index) => `ok${index}@a.fr`);
    const listId = await verify(emails.join('\n'));
    const { gained, id } = await balanceAfter(() =>
      submitReport(world, {
        rows: [...emails, 'never-verified@a.fr'].map(createNoSuchMailboxBounce),
        sent: createMailing(world, listId),
      }),
    );
    expect(gained).toBe(0);
    expect((await fetchReport(world, id)).refunds).toEqual({
      still_accepts: 9,
      not_deliverable: 1,
    });
  });

  it('old bounces', async () => {
    const listId = await verify('gone1@a.fr\ngone2@a.fr\n');
    const verifiedAt = Date.parse((await world.list(listId))?.startDate ?? '');
    // The mailing precedes the verification, so no verdict of the list caused the bounces.
    const early = {
      ...createMailing(world, listId),
      at: new Date(verifiedAt - 1000).toISOString(),
    };
    const rows = ['gone1@a.fr', 'gone2@a.fr'].map(createNoSuchMailboxBounce);
    const first = await balanceAfter(() => submitReport(world, { rows, sent: early }));
    expect(first.gained).toBe(0);
    world.context.clock.advance(31 * DAY_MS);
    const late = await balanceAfter(() =>
      submitReport(world, { rows, sent: createMailing(world, listId) }),
    );
    expect(late.gained).toBe(0);
    expect((await fetchReport(world, late.id)).refunds).toEqual({ too_old: 2 });
  });

  it('closed mailboxes, which are no wrong verdicts', async () => {
    const listId = await verify('gone1@a.fr\ngone2@a.fr\n');
    world.context.clock.advance(15 * DAY_MS);
    const rows = ['gone1@a.fr', 'gone2@a.fr'].map(createNoSuchMailboxBounce);
    const { gained, id } = await balanceAfter(() =>
      submitReport(world, { rows, sent: createMailing(world, listId) }),
    );
    expect(gained).toBe(0);
    expect((await fetchReport(world, id)).refunds).toEqual({ review: 2 });
  });

  it.each(['one report', 'a report per list, at the same time'])(
    'many small lists in %s',
    async (way) => {
      const lists = [0, 1, 2].map((list) =>
        Array.from({ length: 15 }, (_, index) => `ok${list}-${index}@a.fr`),
      );
      for (const emails of lists) await verify(emails.join('\n'), 15);
      const groups = way === 'one report' ? [lists.flat()] : lists;
      const ids = await Promise.all(
        groups.map((emails) =>
          submitReport(world, { rows: emails.map(createNoSuchMailboxBounce) }),
        ),
      );
      await Promise.all(ids.map(async (id) => notifyOfReport(world, id)));
      await runUntilRefundsConfirmed(world);
      const states = await Promise.all(
        ids.map(async (id) => (await fetchReport(world, id)).refunds),
      );
      const sum = (values: Iterable<number | undefined>) =>
        Array.from(values, (value) => value ?? 0).reduce((a, b) => a + b, 0);
      expect(sum(states.map(({ review }) => review))).toBe(25);
      expect(sum(states.map(({ still_accepts }) => still_accepts))).toBe(20);
      // The lists asked about 45 addresses, and the reports about 20 of them again.
      expect(sum(world.engine.attempts.values())).toBe(45 + 20);
    },
  );

  it('the list of a competitor', async () => {
    const listId = await verify('gone1@a.fr\n');
    const victim = world;
    world = await createPipelineHarness(table, { paid: true });
    await expect(
      submitReport(world, {
        rows: [createNoSuchMailboxBounce('gone1@a.fr')],
        sent: createMailing(victim, listId),
      }),
    ).rejects.toThrow('invalid_type');
    const { gained, id } = await balanceAfter(() =>
      submitReport(world, { rows: [createNoSuchMailboxBounce('gone1@a.fr')] }),
    );
    expect(gained).toBe(0);
    expect(await fetchReport(world, id)).toMatchObject({
      matched: 0,
      refunds: { not_deliverable: 1 },
    });
    expect(world.engine.attempts.size).toBe(0);
  });

  it('the same report twice, and two at the same time', async () => {
    const listId = await verify('gone1@a.fr\ngone2@a.fr\n');
    const rows = ['gone1@a.fr', 'gone2@a.fr'].map(createNoSuchMailboxBounce);
    const again = () => submitReport(world, { rows, sent: createMailing(world, listId) });
    const both = await balanceAfter(async () => {
      const first = await again();
      await again();
      return first;
    });
    expect(both.gained).toBe(2);
    const third = await balanceAfter(again);
    expect(third.gained).toBe(0);
    expect((await fetchReport(world, third.id)).refunds).toEqual({ already_refunded: 2 });
    expect(world.engine.attempts).toEqual(
      new Map([
        ['gone1@a.fr', 2],
        ['gone2@a.fr', 2],
      ]),
    );
  });
});
