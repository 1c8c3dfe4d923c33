import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeKlaviyo } from '../../lab/fake-services/src/klaviyo/fake-klaviyo.ts';
import type { RouteName } from '../../shared/contract/index.ts';
import type { ListDetail } from '../../shared/contract/list-detail.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/model/duration.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { newSourceIp } from '../../tests/support/account-harness.ts';
import { callHandler } from '../../tests/support/call.ts';
import { crashAtSomeCalls } from '../../tests/support/crash-at-each-call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { expectInvariants } from '../../tests/support/invariants.ts';
import { addMember, createPerson } from '../../tests/support/people.ts';
import { createPipelineHarness } from '../../tests/support/pipeline-harness.ts';
import { routes } from '../../tests/support/routes.ts';
import { startServices } from '../../tests/support/service-call.ts';
import { testClock } from '../../tests/support/test-clock.ts';

const KEY = 'pk_test';
const table = await startFileTable();
const MARK_BAD = { undeliverable: ['mark'], risky: [], unknown: [] };
const NOTHING = { undeliverable: [], risky: [], unknown: [] };

/** A finished list of three contacts, one of which is unknown, imported from Klaviyo. */
async function createWatchableList() {
  const names = ['ok0', 'odd1', 'bad2', 'bad3', 'ok4', 'odd5'];
  const fake = createFakeKlaviyo({
    apiKey: KEY,
    profiles: names.length,
    emailAt: (index) => `${names[index]}@mail.test`,
  });
  const { account } = fake;
  const newsletter = account.lists.get('LIST01');
  if (!newsletter) throw new Error('the list is missing');
  const later = [3, 4, 5].map((index) => account.profileAt(index));
  for (const { id } of later) newsletter.members.delete(id);
  const calls = await startServices(testClock(), fake);
  onTestFinished(() => calls[Symbol.asyncDispose]());
  const world = await createPipelineHarness(table, { paid: true }, { serviceCalls: calls });
  const { context } = world;
  let session = { at: -Infinity, headers: world.headers };
  /**
   * Uses another administrator, because connecting requires a recent login, and sessions expire.
   */
  async function login() {
    const at = context.clock.now();
    if (at - session.at > 60_000) {
      const person = await createPerson(context);
      session = { at, headers: await addMember(context, world.owner, person, 'admin') };
    }
    return session.headers;
  }
  const call = async (name: RouteName, parts: object = {}, headers?: typeof world.headers) => {
    const given = { headers: headers ?? (await login()), sourceIp: newSourceIp(), ...parts };
    return callHandler(context, routes[name], given);
  };
  const connect = () => call('connect', { body: { service: 'klaviyo', key: KEY } });
  await world.grant(50);
  const connectionId = String((await connect()).body.data?.['id']);
  const { body } = await call('importContacts', {
    params: { id: connectionId },
    body: { audience_id: 'list/LIST01', audience: 'Newsletter' },
  });
  const listId = String(body.data?.['id']);
  await world.drain();
  await world.advanceMinutes(30, 30);
  expect(await world.list(listId)).toMatchObject({ status: LIST_STATUS.finished, total: 3 });
  world.engine.attempts.clear();
  world.sent.length = 0;
  const params = { id: listId };
  return {
    ...world,
    account,
    service: fake.faults,
    call,
    connect,
    connectionId,
    listId,
    /** Makes contacts join that the import did not read: `bad3`, `ok4` and `odd5`. */
    join: (count = 3) => {
      for (const { id } of later.slice(0, count)) account.join(newsletter, id);
    },
    watch: (options: object = {}, headers?: typeof world.headers) =>
      call('watchList', { params, body: { every: 'week', max_credits: 10, ...options } }, headers),
    detail: async () => (await call('getFile', { params })).body.data as ListDetail,
    /** Waits until the next check is due, and runs the whole pipeline. */
    async checkAfterWeek(): Promise<void> {
      context.clock.advance(7 * DAY_MS);
      await world.advanceMinutes(150, 5);
    },
    attempted: () => Object.fromEntries(world.engine.attempts),
    marked: () =>
      [...account.lists.values()]
        .filter(({ name }) => name.startsWith('Tamis: '))
        .flatMap(({ members }) => [...members.keys()].map((id) => account.profiles.get(id)?.email)),
    subjects: () => world.sent.map(({ subject }) => subject),
  };
}

const rowsOf = (result: string): string[] =>
  [...result.matchAll(/^"(\w+)@mail\.test","(\w+)","(\w+)"/gm)].map(
    ([, name, id, status]) => `${name} ${Number(id?.slice(-1))} ${status}`,
  );
type World = Awaited<ReturnType<typeof createWatchableList>>;
const resultOf = async (world: World) =>
  rowsOf(world.result((await world.list(world.listId))?.result ?? world.listId));

const OLD_ROWS = ['ok0 0 deliverable', 'odd1 1 unknown', 'bad2 2 undeliverable'];
const NEW_ROWS = ['bad3 3 undeliverable', 'ok4 4 deliverable', 'odd5 5 unknown'];

describe('watching an imported list', () => {
  it('verifies new contacts and due addresses, and adds them to the list', async () => {
    const world = await createWatchableList();
    expect((await world.watch()).status).toBe(200);
    world.join();
    await world.checkAfterWeek();
    expect(world.attempted()).toEqual({
      'odd1@mail.test': 1,
      'bad3@mail.test': 1,
      'ok4@mail.test': 1,
      'odd5@mail.test': 1,
    });
    expect(await resultOf(world)).toEqual([...OLD_ROWS, ...NEW_ROWS]);
    expect(await world.detail()).toMatchObject({
      total_email: 6,
      valid: 2,
      invalid: 2,
      unknown: 2,
      watch: { stopped: null },
      checks: [{ credits_charged: 2, joined: 3, changed: 0 }],
    });
    // A later check does not verify the contacts of the previous check again.
    world.engine.attempts.clear();
    await world.checkAfterWeek();
    expect(world.attempted()).toEqual({ 'odd1@mail.test': 1, 'odd5@mail.test': 1 });
    expect(await world.detail()).toMatchObject({
      total_email: 6,
      checks: [{ joined: 3 }, { joined: 0, credits_charged: 0 }],
    });
    expect(world.marked()).toEqual([]);
    const { body } = await world.call('listConnections');
    expect(body.data?.['imports']).toHaveLength(1);
    await expectInvariants(world);
  });

  it('rechecks no address whose contact has left, and keeps its row', async () => {
    const world = await createWatchableList();
    await world.watch();
    world.account.delete(world.account.profileAt(1).id);
    await world.checkAfterWeek();
    expect(world.attempted()).toEqual({});
    for (const index of [0, 2]) world.account.delete(world.account.profileAt(index).id);
    await world.checkAfterWeek();
    expect(await resultOf(world)).toEqual(OLD_ROWS);
    expect(await world.detail()).toMatchObject({ total_email: 3, watch: { stopped: null } });
  });

  it('verifies nothing if the new contacts exceed the agreed maximum', async () => {
    const world = await createWatchableList();
    await world.watch({ max_credits: 3 });
    world.join();
    await world.checkAfterWeek();
    expect(world.attempted()).toEqual({});
    expect(await world.detail()).toMatchObject({
      total_email: 3,
      watch: { stopped: 'too_many_credits' },
    });
    expect(world.sent.map(({ text }) => text)).toEqual([
      expect.stringContaining('could take more credits than you allowed'),
    ]);
    await world.checkAfterWeek();
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({
      consumed: 2,
      reserved: 0,
    });
    // A higher limit makes the same check due immediately.
    await world.watch({ max_credits: 4 });
    await world.advanceMinutes(60, 5);
    expect(await resultOf(world)).toEqual([...OLD_ROWS, ...NEW_ROWS]);
  });

  it('never buys or awaits credits', async () => {
    const world = await createWatchableList();
    await world.context.ledger.clawBack(world.userId, { id: 'ch:1', amount: 45, why: 'refund' });
    await world.watch();
    world.join();
    await world.checkAfterWeek();
    expect(world.attempted()).toEqual({});
    expect(await world.detail()).toMatchObject({ watch: { stopped: 'insufficient_credit' } });
    expect(world.subjects()).toHaveLength(1);
  });

  it('waits with one email for a new key, then checks once', async () => {
    const world = await createWatchableList();
    await world.watch();
    world.join();
    world.service.revoked = true;
    await world.checkAfterWeek();
    await world.checkAfterWeek();
    expect(world.subjects()).toEqual([expect.stringContaining('must be connected again')]);
    expect(await world.detail()).toMatchObject({ watch: { stopped: null } });
    world.service.revoked = false;
    await world.connect();
    await world.advanceMinutes(60, 5);
    expect(await world.detail()).toMatchObject({ total_email: 6 });
    expect(world.attempted()['bad3@mail.test']).toBe(1);
    expect(world.subjects()).toHaveLength(1);
    await expectInvariants(world);
  });

  it('ends after 30 days without a key', async () => {
    const world = await createWatchableList();
    await world.watch();
    world.service.revoked = true;
    await world.checkAfterWeek();
    await world.advanceMinutes(31 * 24 * 60, 12 * 60);
    expect(await world.detail()).toMatchObject({ watch: { stopped: 'connection_failed' } });
    world.service.revoked = false;
    await world.connect();
    await world.advanceMinutes(60, 5);
    expect(world.attempted()).toEqual({});
  });

  it('waits for no key once the watch has ended', async () => {
    const world = await createWatchableList();
    await world.watch();
    world.service.revoked = true;
    await world.checkAfterWeek();
    const recheck = () => world.call('recheckFile', { params: { id: world.listId } });
    expect((await recheck()).body.code).toBe('being_updated');
    await world.call('unwatchList', { params: { id: world.listId } });
    await world.advanceMinutes(60, 10);
    expect((await recheck()).status).toBe(200);
    expect(world.subjects()).toHaveLength(1);
  });

  it.each<[string, (world: World) => unknown]>([
    [
      'the account is disconnected',
      ({ call, connectionId }) => call('disconnect', { params: { id: connectionId } }),
    ],
    ['the audience disappears', ({ account }) => account.lists.delete('LIST01')],
  ])('says so, and stops, if %s', async (_, prepare) => {
    const world = await createWatchableList();
    await world.watch();
    await prepare(world);
    world.sent.length = 0;
    await world.checkAfterWeek();
    expect(world.attempted()).toEqual({});
    expect(await world.detail()).toMatchObject({
      total_email: 3,
      watch: { stopped: 'connection_failed', next_at: null },
    });
    const stopped = world.sent.filter(({ subject }) => subject.includes('no longer watched'));
    expect(stopped.map(({ text }) => text)).toEqual([
      expect.stringContaining('could not be read from the service'),
    ]);
    await expectInvariants(world);
  });

  it('leaves nothing behind if the list is deleted while its contacts are read', async () => {
    const world = await createWatchableList();
    await world.watch();
    world.context.clock.advance(7 * DAY_MS);
    await world.reconcile();
    await world.call('deleteFile', { params: { id: world.listId } });
    await world.advanceMinutes(60, 5);
    expect(world.attempted()).toEqual({});
    expect(world.blobs.keysWithContent().filter((key) => key.includes(world.listId))).toEqual([]);
  });
});

describe('applying the verdicts of each check', () => {
  it('changes contacts after each check, only as the watch says, and can be undone', async () => {
    const world = await createWatchableList();
    expect((await world.watch({ actions: MARK_BAD })).body.data).toMatchObject({
      actions: MARK_BAD,
    });
    world.join();
    await world.checkAfterWeek();
    expect(world.marked()).toEqual(['bad2@mail.test', 'bad3@mail.test']);
    const query = { list_id: world.listId };
    const jobs = async () =>
      (await world.call('listApplyJobs', { query })).body.data?.['jobs'] as { id: string }[];
    expect(await jobs()).toMatchObject([{ state: 'finished', changed: 2, actions: MARK_BAD }]);
    await world.call('undoApply', { params: { id: (await jobs())[0]?.id ?? '' } });
    await world.advanceMinutes(60, 5);
    expect(world.marked()).toEqual([]);
    await world.checkAfterWeek();
    expect(world.marked()).toEqual(['bad2@mail.test', 'bad3@mail.test']);
    expect(await jobs()).toHaveLength(2);
  });

  it('changes nothing once the watch has ended', async () => {
    const world = await createWatchableList();
    await world.watch({ actions: MARK_BAD });
    world.context.clock.advance(7 * DAY_MS);
    await world.reconcile();
    await world.drain(async () => world.engine.attempts.size > 0);
    await world.call('unwatchList', { params: { id: world.listId } });
    await world.advanceMinutes(60, 5);
    expect(world.attempted()).toEqual({ 'odd1@mail.test': 1 });
    expect(world.marked()).toEqual([]);
  });

  it('needs a proof, which a watch without changes does not', async () => {
    const world = await createWatchableList();
    const person = await createPerson(world.context);
    const headers = await addMember(world.context, world.owner, person, 'admin');
    world.context.clock.advance(11 * MINUTE_MS);
    const refused = await world.watch({ actions: MARK_BAD }, headers);
    expect(refused.body.code).toBe('reauthentication_required');
    expect((await world.watch({}, headers)).status).toBe(200);
    expect((await world.detail()).watch).not.toHaveProperty('actions');
  });

  it('is for administrators, and for imported lists', async () => {
    const world = await createWatchableList();
    const person = await createPerson(world.context);
    const headers = await addMember(world.context, world.owner, person, 'member');
    expect((await world.watch({ actions: NOTHING }, headers)).body.code).toBe('role_required');
    await world.watch({ actions: MARK_BAD });
    // A role that may not agree to changes cannot keep them either.
    expect((await world.watch({}, headers)).body.data).not.toHaveProperty('actions');
    const id = await world.upload('ok@a.fr');
    await world.drain();
    const body = { every: 'week', max_credits: 10, actions: MARK_BAD };
    const response = await world.call('watchList', { params: { id }, body });
    expect(response.body.code).toBe('wrong_state');
  });
});

it('reads each contact, charges and changes it once, if it crashes at any call', async () => {
  const calls = await crashAtSomeCalls(async (crash) => {
    const world = await createWatchableList();
    await world.watch({ actions: MARK_BAD });
    world.join();
    world.context.clock.advance(7 * DAY_MS);
    await crash(world.faults, async () => {
      await world.reconcile();
      await world.drain();
      world.context.clock.advance(60_000);
      await world.reconcile();
      await world.drain();
    });
    await world.advanceMinutes(150, 10);
    expect(await resultOf(world)).toEqual([...OLD_ROWS, ...NEW_ROWS]);
    expect(world.marked()).toEqual(['bad2@mail.test', 'bad3@mail.test']);
    const { body } = await world.call('listApplyJobs', { query: { list_id: world.listId } });
    expect(body.data?.['jobs']).toMatchObject([{ state: 'finished', changed: 2 }]);
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({
      consumed: 2 + 2,
      reserved: 0,
    });
    await expectInvariants(world);
  });
  expect(calls).toBeGreaterThan(20);
});
