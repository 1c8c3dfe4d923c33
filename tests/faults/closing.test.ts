import { describe, expect, it } from 'vitest';
import { testOwnerOf } from '../../functions/access/rules/owner.ts';
import { dispatchEvents } from '../../functions/webhooks/dispatch-events.ts';
import { openSession } from '../../functions/access/open-session.ts';
import { RESET_LINK_MINUTES } from '../../functions/account/forget-password.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { uploadBlobKey } from '../../functions/lists/rules/blob-keys.ts';
import { deleteList } from '../../functions/lists/history/delete-list.ts';
import { recheckList } from '../../functions/lists/recheck/recheck-list.ts';
import { formatRecheckId } from '../../functions/lists/rules/recheck-id.ts';
import { ingestList } from '../../functions/lists/run/ingest-list.ts';
import { closeAccount } from '../../functions/privacy/close-account.ts';
import { startClosing } from '../../functions/privacy/delete-account.ts';
import { chargeAndVerify } from '../../functions/checks/check-email.ts';
import { createNoSuchMailboxBounce, submitReport } from '../support/bounce-reports.ts';
import { startFileTable } from '../support/file-table.ts';
import { crashAtEachCall } from '../support/crash-at-each-call.ts';
import { expectInvariants } from '../support/invariants.ts';
import { addMember, createPerson } from '../support/people.ts';
import { createPipelineHarness, type PipelineHarness } from '../support/pipeline-harness.ts';
import { findPlacesContaining } from '../support/traces.ts';

/** Row 33 of docs/operators/faults.md: an account is closed in the middle of any activity. */

const table = await startFileTable();

const LIST = 'ok1@customers.test;x\nbad1@customers.test;y\ngrey@clients.test;v\n';

let worlds = 0;

async function customerAtWork(): Promise<{ world: PipelineHarness; secrets: readonly string[] }> {
  worlds += 1;
  const world = await createPipelineHarness(table, { paid: true, firstName: `Zoë${worlds}` });
  const { context, owner, userId } = world;
  const { user, passwordHash, token, sessionId, apiKey } = owner;
  for (const traits of [{}, { memberOnly: true, language: 'fr' }] as const)
    await addMember(context, owner, await createPerson(context, traits), 'member');
  await world.grant(20);
  await world.upload(LIST, { name: `Guests of ${user.firstName}` });
  await world.drain(async () => (await context.lists.list(userId)).some(isQueued));
  const { email, firstName, apiKeyHash } = user;
  const secrets = [email, firstName, passwordHash, token, sessionId, apiKey, apiKeyHash];
  return { world, secrets: secrets.filter((secret) => typeof secret === 'string') };
}

/**
 * Counts the emails to members. Their profiles no longer list the account, because `expectClosed`
 * finds its id nowhere.
 */
const mailsToMembers = ({ sent }: PipelineHarness): number =>
  sent.filter(({ subject }) =>
    /^The account .* was closed$|^Le compte .* a été fermé$/.test(subject),
  ).length;

const isQueued = ({ status }: { status: number }): boolean => status === LIST_STATUS.wait_on_queue;

/** Creates a customer with data in every place where the product stores any. */
async function customerWithEverything(): Promise<{
  world: PipelineHarness;
  secrets: readonly string[];
}> {
  const { world, secrets } = await customerAtWork();
  const { context, userId } = world;
  await world.drain();
  await world.advanceMinutes(40, 8);
  await chargeAndVerify(context, {
    userId,
    email: `friend-of-${userId}@elsewhere.test`,
    by: 'web',
  });
  const { id, passwordHash } = world.owner.user;
  const expiresAt = context.clock.now() + RESET_LINK_MINUTES * 60_000;
  await context.passwordResets.create({ tokenHash: id, userId, passwordHash, expiresAt });
  const rows = [createNoSuchMailboxBounce(`friend-of-${userId}@elsewhere.test`)];
  await submitReport(world, { rows });
  await world.drain();
  await submitReport(world, { rows, name: `Not read yet, of ${world.owner.user.firstName}` });
  await context.privacyQueue.send({ kind: 'export', v: 1, userId, exportId: 'export-1' });
  await world.upload(LIST, { name: 'Second list' });
  await world.drain(async () => (await context.lists.list(userId)).some(isQueued));
  return { world, secrets: [...secrets, `friend-of-${userId}`] };
}

const close = ({ context, userId }: PipelineHarness): Promise<void> =>
  startClosing(context, userId);

/** Advances the clock by the hours in which the account closure completes. */
async function finishClosure(world: PipelineHarness): Promise<void> {
  await world.drain();
  for (let hour = 0; hour < 3; hour += 1) {
    await world.advanceMinutes(61, 61);
    await world.sweep();
    await world.drain();
  }
  // The next scheduled run deletes events without a recipient.
  for (const owner of [world.userId, testOwnerOf(world.userId)])
    await dispatchEvents(world.context, owner);
}

/**
 * Items and empty objects that may still contain a closed account's id. The first five kinds expire
 * within 60 days.
 */
const RETAINED =
  /^(answers\/\S+|DIRECTORYCHANGE \S+|MAIL#\S+ MAIL|RATE#\S+ RATE|RESET#\S+ RESET|USER#\S+ (BALANCE|ENTRY#.*|USAGE#.*))$/;

async function expectClosed(world: PipelineHarness, secrets: readonly string[]): Promise<void> {
  const { context, userId } = world;
  const places = { table, blobs: world.blobs };
  expect(await findPlacesContaining(places, secrets)).toEqual([]);
  expect(world.blobs.keysWithContent()).toEqual([]);

  // Only the tombstone remains, and accounting records that expire.
  const remaining = await findPlacesContaining(places, [userId]);
  expect(remaining[0]).toBe(`CLOSED USER#${userId}`);
  for (const item of remaining.slice(1)) expect(item).toMatch(RETAINED);
  for await (const item of context.db.query({ partition: `USER#${userId}` }))
    expect(Number(item['ttl']) * 1000).toBeGreaterThan(
      context.clock.now() + 9.9 * 365 * 86_400_000,
    );

  const tombstone = await context.closedAccounts.find(userId);
  expect(Object.keys(tombstone?.steps ?? {}).toSorted()).toEqual([
    'billing',
    'end',
    'files',
    'items',
    'lists',
    'mail',
    'members',
    'sessions',
    'webhooks',
  ]);
  expect(tombstone?.terms?.version).toBe('2024-10-10');
  for await (const pending of context.closedAccounts.pendingItems())
    expect(pending.userId).not.toBe(userId);
  expect((await context.ledger.balance(userId)).reserved).toBe(0);
}

describe('a closed account', () => {
  it('leaves a tombstone and accounting records, and its owner gets a final email', async () => {
    const { world, secrets } = await customerWithEverything();
    expect(
      (await findPlacesContaining({ table, blobs: world.blobs }, secrets)).length,
    ).toBeGreaterThan(7);
    await close(world);
    await finishClosure(world);
    await expectClosed(world, secrets);
    expect(world.sent.filter(({ subject }) => subject.includes('was deleted'))).toHaveLength(1);
    expect(world.sent.at(-1)?.to).toBe(world.email);
    expect(mailsToMembers(world)).toBe(2);
  });

  it('is closed once, even if closed twice and with a late message', async () => {
    const { world, secrets } = await customerWithEverything();
    await Promise.all([close(world), close(world)]);
    await close(world);
    await finishClosure(world);
    const steps = (await world.context.closedAccounts.find(world.userId))?.steps;
    await world.context.privacyQueue.send({ kind: 'close', v: 1, userId: world.userId });
    await world.drain();
    await expectClosed(world, secrets);
    expect((await world.context.closedAccounts.find(world.userId))?.steps).toEqual(steps);
    expect(world.sent.filter(({ subject }) => subject.includes('was deleted'))).toHaveLength(1);
    expect(mailsToMembers(world)).toBe(2);
  });

  it('is closed by two concurrent runs, one of which deletes lists that the other has read', async () => {
    const { world, secrets } = await customerWithEverything();
    const { context, userId } = world;
    await close(world);
    let deleted = 0;
    const slow = {
      ...context.lists,
      listWithRechecks: async (owner: string) => {
        const read = await context.lists.listWithRechecks(owner);
        for (const { listId } of read) await deleteList(context, owner, listId);
        deleted += read.length;
        return read;
      },
    };
    const { outcome } = await closeAccount(
      { ...context, lists: slow },
      { userId },
      Number.POSITIVE_INFINITY,
    );
    expect([outcome, deleted]).toEqual(['deferred', 2]);
    await finishClosure(world);
    await expectClosed(world, secrets);
  });

  it('rejects a login in progress, and deletes what an upload and a running list were about to write', async () => {
    const { world, secrets } = await customerWithEverything();
    const { context, userId, blobs } = world;
    const late = world.queues.waiting.slice();
    await close(world);
    await world.drain();
    // These calls passed the check for a closed account before the closure, and write afterwards.
    await expect(openSession(context, world.owner.user)).rejects.toMatchObject({
      code: 'wrong_credentials',
    });
    const listId = await world.upload(LIST, { notify: false });
    await blobs.put(`exports/${userId}/late.json`, 'late');
    await world.upload(LIST);
    await world.drain();
    for (const message of late) await world.deliver({ ...message, visibleAt: 0 });
    expect(await blobs.size(uploadBlobKey(userId, listId))).toBeDefined();
    await finishClosure(world);
    await expectClosed(world, secrets);
  });

  it('keeps lists and credits consistent if an upload becomes a list during the closure', async () => {
    const { world, secrets } = await customerWithEverything();
    const { context, userId } = world;
    const listId = await world.upload(LIST, { notify: false });
    await close(world);
    const { closedAccounts } = context;
    const recordStep: typeof closedAccounts.recordStep = async (id, step, at) => {
      await closedAccounts.recordStep(id, step, at);
      if (step === 'lists') await ingestList(context, { userId, listId });
    };
    const deps = { ...context, closedAccounts: { ...closedAccounts, recordStep } };
    const { outcome } = await closeAccount(deps, { userId }, Number.POSITIVE_INFINITY);
    expect([outcome, (await world.list(listId))?.reserved]).toEqual(['deferred', 3]);
    await expectInvariants(world);
    await finishClosure(world);
    await expectInvariants(world);
    await expectClosed(world, secrets);
  });

  it('never leaves a list whose result was deleted with its recheck', async () => {
    const world = await createPipelineHarness(table);
    const { context, userId } = world;
    await world.grant(2);
    const listId = await world.upload('odd1@customers.test\n');
    await world.drain();
    await recheckList(context, userId, listId, { by: 'web' });
    await world.drain();
    expect((await world.list(listId))?.result).toBe(formatRecheckId(listId, 1));
    await close(world);
    const remaining = async () => (await context.lists.listWithRechecks(userId)).length;
    for (let runs = 1; runs <= 2; runs += 1) {
      // A run after the deadline deletes one list, and the next run continues.
      await closeAccount(context, { userId }, 0);
      expect(await remaining()).toBe(2 - runs);
      await expectInvariants(world);
    }
  });
});

it('a crash at any call of an account closure leads to the same final state', async () => {
  let mails = 0;
  let toMembers = 0;
  const attempts = await crashAtEachCall(async (crash) => {
    const { world, secrets } = await customerAtWork();
    await crash(world.faults, async () => {
      await close(world);
      await world.drain();
    });
    // An owner who got no response and still has an account tries again.
    await close(world);
    await finishClosure(world);
    await expectClosed(world, secrets);
    mails += world.sent.filter(({ subject }) => subject.includes('was deleted')).length;
    toMembers += mailsToMembers(world);
  });
  expect(attempts).toBeGreaterThan(15);
  expect(mails).toBeGreaterThanOrEqual(attempts - 2);
  // A crash between the reservation of an email's id and its sending loses one of the two emails.
  expect(toMembers).toBeGreaterThanOrEqual(2 * attempts - 4);
  expect(toMembers).toBeLessThanOrEqual(2 * attempts);
});
