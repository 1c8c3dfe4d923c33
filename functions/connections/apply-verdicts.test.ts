import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../shared/model/duration.ts';
import { callHandler } from '../../tests/support/call.ts';
import { crashAtEachCall, crashAtSomeCalls } from '../../tests/support/crash-at-each-call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import {
  createImportedList,
  EVERYTHING,
  MARK_ALL,
  NAMES,
  NOTHING,
} from '../../tests/support/imported-list.ts';
import { addMember, createPerson } from '../../tests/support/people.ts';
import { routes } from '../../tests/support/routes.ts';

const table = await startFileTable();

const UNTOUCHED = Object.fromEntries(NAMES.map((name) => [name, 'field']));
const APPLIED = {
  ...UNTOUCHED,
  bad0: 'undeliverable, field undeliverable, USER_SUPPRESSED',
  any2: 'risky, field',
  odd3: 'field unknown',
  bad4: 'undeliverable, field undeliverable, USER_SUPPRESSED',
  bad5: 'undeliverable, field undeliverable, USER_SUPPRESSED',
  any7: 'risky, field',
  bad8: 'undeliverable, field undeliverable, USER_SUPPRESSED',
};

describe('applying verdicts', () => {
  it('does with each contact what was chosen for its verdict, and undoes all of it', async () => {
    const list = await createImportedList(table);
    list.context.clock.advance(1000);
    const started = await list.apply(EVERYTHING);
    expect(started.body.data).toMatchObject({ state: 'working', service: 'klaviyo', total: 7 });
    await list.work();
    expect(list.contacts()).toEqual(APPLIED);
    expect(await list.job()).toMatchObject({
      id: list.jobId(),
      state: 'finished',
      total: 7,
      done: 7,
      changed: 7,
      unsubscribed: 0,
      missing: 0,
      raced: 0,
    });

    list.context.clock.advance(1000);
    expect((await list.undo()).body.data).toMatchObject({ state: 'undoing', done: 0 });
    await list.work();
    expect(list.contacts()).toEqual(UNTOUCHED);
    expect(await list.job()).toMatchObject({ state: 'undone', done: 7, raced: 0 });
    expect(await list.endedStates()).toEqual(['finished', 'undone']);
    const activity = await list.call('listActivity', { query: {} });
    const entries = (activity.body.data as { entries: { name: string; kind: string }[] }).entries;
    expect(entries.filter(({ kind }) => kind === 'list').map(({ name }) => name)).toEqual([
      'Newsletter ← Klaviyo (Example Shop)',
      'Newsletter → Klaviyo (Example Shop)',
      'Newsletter',
    ]);
  });

  it('leaves whoever was unsubscribed alone, and reports contacts that are gone', async () => {
    const list = await createImportedList(table);
    list.account.unsubscribe(list.account.profileAt(0).id);
    list.account.delete(list.account.profileAt(4).id);
    await list.apply(EVERYTHING);
    await list.work();
    const { bad4: _gone, ...others } = APPLIED;
    expect(list.contacts()).toEqual({ ...others, bad0: 'field, UNSUBSCRIBE' });
    expect(await list.job()).toMatchObject({ done: 7, changed: 5, unsubscribed: 1, missing: 1 });
    await list.undo();
    await list.work();
    expect(list.contacts()['bad0']).toBe('field, UNSUBSCRIBE');
    expect(await list.job()).toMatchObject({ state: 'undone', raced: 0 });
  });

  it('changes nothing that is right already, nor contacts whose verdict has no action', async () => {
    const list = await createImportedList(table);
    await list.apply(MARK_ALL);
    await list.work();
    await list.apply(MARK_ALL, 'second');
    await list.work();
    expect(await list.job()).toMatchObject({ state: 'finished', done: 7, changed: 0 });
    await list.apply(NOTHING, 'third');
    await list.work();
    expect(await list.job()).toMatchObject({ state: 'finished', total: 0, done: 0 });
  });

  it('starts one job at a time per list, and one per request', async () => {
    const list = await createImportedList(table);
    const first = await list.apply(MARK_ALL);
    expect((await list.apply(MARK_ALL)).body).toEqual(first.body);
    expect((await list.apply(EVERYTHING)).body.code).toBe('request_reused');
    expect((await list.apply(EVERYTHING, 'second')).body.code).toBe('wrong_state');
    expect((await list.undo()).body.code).toBe('wrong_state');
    await list.work();
    const both = [list.apply(EVERYTHING, 'second'), list.apply(NOTHING, 'third')];
    const codes = (await Promise.all(both)).map(({ body }) => body.code ?? 'started');
    expect(codes.toSorted()).toEqual(['started', 'wrong_state']);
    expect((await list.undo()).body.code).toBe('wrong_state');
  });

  it('needs a proof', async () => {
    const list = await createImportedList(table);
    const headers = await list.admin();
    list.context.clock.advance(11 * MINUTE_MS);
    const body = { list_id: list.listId, actions: MARK_ALL };
    const refused = await list.call('applyVerdicts', { body }, headers);
    expect(refused.body.code).toBe('reauthentication_required');
    expect(await list.job()).toBeUndefined();
  });

  it('is for administrators, and for imported lists', async () => {
    const list = await createImportedList(table);
    const person = await createPerson(list.context);
    const member = await addMember(list.context, list.owner, person, 'member');
    const body = { list_id: list.listId, actions: MARK_ALL };
    expect((await list.call('applyVerdicts', { body }, member)).status).toBe(403);
    expect((await list.call('undoApply', { params: { id: list.jobId() } }, member)).status).toBe(
      403,
    );
    const stranger = await createPerson(list.context);
    for (const headers of [stranger.headers]) {
      expect((await list.call('applyVerdicts', { body }, headers)).status).toBe(404);
      expect((await list.call('undoApply', { params: { id: list.jobId() } }, headers)).status).toBe(
        404,
      );
    }
    list.listId = await list.upload('email\nok@a.test');
    await list.drain();
    expect((await list.apply(MARK_ALL)).status).toBe(404);
  });

  it('returns to the queue after its time, and continues where it was', async () => {
    const list = await createImportedList(table);
    const { clock } = list.context;
    // Each change takes so long that a run has time for one batch.
    list.service.before = (operation) => {
      if (operation === 'add_profiles_to_list') clock.advance(71_000);
    };
    await list.apply(MARK_ALL);
    await list.work();
    expect(await list.job()).toMatchObject({ state: 'finished', done: 7, changed: 7 });
    expect(
      list.context.lines.filter((line) => /"job":.*"requeued"|"requeued".*"job":/.test(line))
        .length,
    ).toBe(3);
  });

  it('waits for a limit, for another job of the account, and for a new key', async () => {
    const list = await createImportedList(table);
    Object.assign(list.service, { after: 12, limited: 100 });
    await list.apply(EVERYTHING);
    await list.work();
    const done = (await list.job())?.done;
    expect(await list.job()).toMatchObject({ state: 'working' });
    expect(list.waiting.filter(({ message }) => !('unlessBegun' in message))).toHaveLength(1);
    list.service.limited = 0;
    list.service.revoked = true;
    await list.workMinutes(2);
    expect(await list.job()).toMatchObject({ state: 'paused', done });
    expect((await list.apply(MARK_ALL, 'second')).body.code).toBe('service_failed');
    list.service.revoked = false;
    expect(await list.connect()).toMatchObject({ status: 200 });
    await list.workMinutes(4);
    expect(await list.job()).toMatchObject({ state: 'finished', done: 7 });
    expect(list.contacts()).toEqual(APPLIED);
  });

  it('fails visibly, and what it had changed can be undone', async () => {
    const list = await createImportedList(table);
    let changes = 0;
    list.service.before = (operation) => {
      if (operation === 'add_profiles_to_list') changes += 1;
      if (changes === 2) list.account.scopes.delete('profiles:read');
    };
    await list.apply(MARK_ALL);
    await list.work();
    expect(await list.job()).toMatchObject({ state: 'failed', error: 'forbidden' });
    expect(
      Object.values(list.contacts()).filter((each) => each !== 'field').length,
    ).toBeGreaterThan(0);
    list.service.before = () => undefined;
    expect((await list.undo()).body.data).toMatchObject({ state: 'undoing', error: null });
    await list.work();
    expect(await list.job()).toMatchObject({ state: 'failed', error: 'forbidden' });
    list.account.scopes.add('profiles:read');
    await list.undo();
    await list.work();
    expect(await list.job()).toMatchObject({ state: 'undone', raced: 0 });
    expect(list.contacts()).toEqual(UNTOUCHED);
    expect((await list.endedStates()).toSorted()).toEqual(['failed', 'failed', 'undone']);
    expect(await list.undo()).toMatchObject({ status: 200, body: { data: { state: 'undone' } } });
  });

  it('gives up after the service was broken for too long', async () => {
    const list = await createImportedList(table);
    list.service.broken = 10_000;
    await list.apply(MARK_ALL);
    await list.workMinutes(60);
    expect(await list.job()).toMatchObject({ state: 'failed', error: 'unavailable' });
  });

  it('fails once the account is disconnected or the list is deleted', async () => {
    const list = await createImportedList(table);
    await list.apply(MARK_ALL);
    await list.call('disconnect', { params: { id: list.connectionId } });
    await list.work();
    expect(await list.job()).toMatchObject({ state: 'failed', error: 'revoked' });
    expect((await list.apply(MARK_ALL, 'second')).status).toBe(404);
    expect((await list.undo()).status).toBe(404);
    expect(await list.connect()).toMatchObject({ status: 200 });
    expect(await list.apply(MARK_ALL, 'third')).toMatchObject({ status: 200 });
    await callHandler(list.context, routes.deleteFile, {
      params: { id: list.listId },
      headers: list.headers,
    });
    await list.work();
    const stored = await list.context.applyJobs.list(list.userId);
    expect(stored.map(({ error }) => error)).toEqual(['not_found', 'revoked']);
    expect(list.contacts()).toEqual(UNTOUCHED);
  });
});

describe('undoing', () => {
  it('keeps what somebody else has changed since, and reports it', async () => {
    const list = await createImportedList(table);
    list.account.profileAt(0).properties = { TAMIS_STATUS: 'former' };
    await list.apply(EVERYTHING);
    await list.work();
    list.account.profileAt(4).properties['TAMIS_STATUS'] = 'mine';
    list.account.unsubscribe(list.account.profileAt(5).id);
    const marked = [...list.account.lists.values()].find(({ name }) => name === 'Tamis: risky');
    marked?.members.delete(list.account.profileAt(2).id);
    list.account.delete(list.account.profileAt(7).id);
    list.account.profileAt(8).suppression = [];
    await list.undo();
    await list.work();
    expect(list.contacts()).toEqual({
      bad0: 'field former',
      ok1: 'field',
      any2: 'field',
      odd3: 'field',
      bad4: 'field mine',
      bad5: 'field, USER_SUPPRESSED, UNSUBSCRIBE',
      ok6: 'field',
      bad8: 'field',
    });
    // The value of 4, the consent of 5 and the contact 7.
    expect(await list.job()).toMatchObject({ state: 'undone', raced: 3 });
  });

  it('keeps unsubscribed contacts where nobody can be subscribed again', async () => {
    const list = await createImportedList(table, { service: { canResubscribe: false } });
    await list.apply(EVERYTHING);
    await list.work();
    await list.undo();
    await list.work();
    expect(list.contacts()).toMatchObject({ bad0: 'field, USER_SUPPRESSED', any2: 'field' });
    expect(await list.job()).toMatchObject({ state: 'undone', raced: 0 });
  });

  it('undoes each of two jobs, the last first', async () => {
    const list = await createImportedList(table);
    await list.apply({ ...NOTHING, undeliverable: ['field'] });
    await list.work();
    await list.apply(EVERYTHING, 'second');
    await list.work();
    for (const number of ['0002', '0001']) {
      await list.undo(`${list.listId}-${number}`);
      await list.work();
    }
    expect((await list.job(0))?.raced).toBe(0);
    expect((await list.job(1))?.raced).toBe(0);
    expect(list.contacts()).toEqual(UNTOUCHED);
  });

  it('is possible for 30 days', async () => {
    const list = await createImportedList(table);
    await list.apply(MARK_ALL);
    await list.work();
    list.context.clock.advance(30 * DAY_MS);
    const headers = await list.admin();
    const params = { id: list.jobId() };
    expect((await list.call('undoApply', { params }, headers)).body.code).toBe('expired');
  });
});

describe('a crash at any call', () => {
  it('changes each contact as if there had been none, and keeps the former values', async () => {
    await crashAtSomeCalls(async (crash) => {
      const list = await createImportedList(table, {
        names: ['bad0', 'any1', 'ok2', 'bad3', 'odd4'],
      });
      list.account.profileAt(0).properties = { TAMIS_STATUS: 'former' };
      const former = list.contacts();
      await list.apply(EVERYTHING);
      await crash(list.faults, () => list.work());
      await list.workMinutes(5);
      expect(await list.job()).toMatchObject({ state: 'finished', done: 4, changed: 4 });
      expect(list.contacts()).toEqual({
        bad0: 'undeliverable, field undeliverable, USER_SUPPRESSED',
        any1: 'risky, field',
        ok2: 'field',
        bad3: 'undeliverable, field undeliverable, USER_SUPPRESSED',
        odd4: 'field unknown',
      });
      await list.undo();
      await list.work();
      expect(list.contacts()).toEqual(former);
      expect(await list.job()).toMatchObject({ state: 'undone', raced: 0 });
    });
  }, 120_000);

  it('undoes as if there had been none', async () => {
    await crashAtSomeCalls(async (crash) => {
      const list = await createImportedList(table, {
        names: ['bad0', 'any1', 'ok2', 'bad3', 'odd4'],
      });
      const former = list.contacts();
      await list.apply(EVERYTHING);
      await list.work();
      await list.undo();
      await crash(list.faults, () => list.work());
      await list.workMinutes(5);
      expect(list.contacts()).toEqual(former);
      expect(await list.job()).toMatchObject({ state: 'undone', raced: 0 });
    });
  }, 120_000);

  it('of a request that nobody repeats leaves no job that never ends', async () => {
    const ends: unknown[] = [];
    await crashAtEachCall(async (crash) => {
      const list = await createImportedList(table, { names: ['bad0', 'ok1'] });
      await crash(list.faults, () => list.apply(MARK_ALL));
      await list.workMinutes(3);
      ends.push((await list.job())?.state);
    });
    expect(new Set(ends)).toEqual(new Set([undefined, 'finished']));
    ends.length = 0;
    await crashAtEachCall(async (crash) => {
      const list = await createImportedList(table, { names: ['bad0', 'ok1'] });
      await list.apply(MARK_ALL);
      await list.workMinutes(2);
      await crash(list.faults, () => list.undo());
      await list.workMinutes(3);
      ends.push((await list.job())?.state);
    });
    expect(new Set(ends)).toEqual(new Set(['finished', 'undone']));
  }, 120_000);

  it('leaves whoever opted out before the repetition alone', async () => {
    await crashAtSomeCalls(async (crash) => {
      const list = await createImportedList(table, { names: ['any0', 'any1'] });
      await list.apply(MARK_ALL);
      await crash(list.faults, () => list.work());
      const before = list.contacts()['any0'];
      list.account.unsubscribe(list.account.profileAt(0).id);
      await list.workMinutes(5);
      expect(list.contacts()['any0']).toBe(`${before}, UNSUBSCRIBE`);
      const job = await list.job();
      expect(job).toMatchObject({ state: 'finished', done: 2 });
      expect((job?.changed ?? 0) + (job?.unsubscribed ?? 0)).toBe(2);
    });
  }, 120_000);
});
