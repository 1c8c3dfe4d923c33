import { describe, expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { TEST_NOW, testClock } from '../../../tests/support/test-clock.ts';
import { createUsedCaptchas } from '../../account/adapters/used-captchas.ts';
import { createMailJournal } from '../../mail/adapters/mail-journal.ts';
import { createSessions, MAX_SESSIONS } from './sessions.ts';
import { conditionCheck, itemNotExists } from '../../platform/dynamo/expression.ts';

const table = await startFileTable();

const WEEK = 7 * 24 * 3600 * 1000;

function stage(userId: string) {
  const clock = testClock();
  const sessions = createSessions(table.db(clock));
  const requireAbsent = (PK: string) => conditionCheck({ PK, SK: 'CONDITION' }, itemNotExists);
  const open = (id: string) =>
    sessions.create(
      { id, userId, createdAt: clock.now(), expiresAt: clock.now() + WEEK },
      requireAbsent(`STOP#${userId}`),
    );
  const live = async (ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => sessions.find(id)));
    return ids.filter((_, at) => found[at] !== undefined);
  };
  return { clock, sessions, open, live };
}

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}-${at}`);

describe('sessions', () => {
  it('are found until they end or expire', async () => {
    const { clock, sessions, open } = stage('u1');
    const createdAt = clock.now();
    await open('s1');
    expect(await sessions.find('s1')).toEqual({
      id: 's1',
      userId: 'u1',
      createdAt,
      expiresAt: createdAt + WEEK,
    });
    clock.advance(WEEK);
    expect(await sessions.find('s1')).toBeUndefined();
    await open('s2');
    await sessions.delete('u1', 's2');
    await sessions.delete('u1', 's2');
    expect(await sessions.find('s2')).toBeUndefined();
  });

  it('are not stored, and end no others, if their condition fails', async () => {
    const { clock, open, live } = stage('u6');
    const ids = names('u6', MAX_SESSIONS);
    for (const id of ids) expect(await open(id)).toBe(true);
    clock.advance(1);
    await table.db(clock).put({ PK: 'STOP#u6', SK: 'CONDITION' });
    expect(await open('late')).toBe(false);
    expect(await live([...ids, 'late'])).toEqual(ids);
  });

  it('are limited to the ten newest, even if opened concurrently', async () => {
    const { clock, open, live } = stage('u2');
    const ids = names('u2', 13);
    for (const id of ids) {
      await open(id);
      clock.advance(1);
    }
    expect(await live(ids)).toEqual(ids.slice(-MAX_SESSIONS));
    const more = names('more', 8);
    await Promise.all(more.map(open));
    expect((await live([...ids, ...more])).length).toBeLessThanOrEqual(MAX_SESSIONS);
    expect((await live(more)).length).toBeGreaterThan(0);
  });

  it('stay ten if ten more are opened concurrently', async () => {
    const { clock, open, live } = stage('u5');
    const before = names('before', 10);
    for (const id of before) await open(id);
    clock.advance(1);
    const atOnce = names('at-once', 10);
    await Promise.all(atOnce.map(open));
    expect(await live([...before, ...atOnce])).toEqual(atOnce);
    clock.advance(1);
    const more = names('more', 14);
    await Promise.all(more.map(open));
    expect(await live(more)).toHaveLength(MAX_SESSIONS);
  });

  it('of one user can all be ended together, or all except one', async () => {
    const { sessions, open, live } = stage('u3');
    const other = stage('u4');
    await other.open('other');
    const ids = names('u3', 4);
    for (const id of ids) await open(id);
    await sessions.deleteAll('u3', 'u3-2');
    expect(await live(ids)).toEqual(['u3-2']);
    await sessions.deleteAll('u3');
    expect(await live([...ids, 'other'])).toEqual(['other']);
  });
});

it('a captcha can be used once, even concurrently', async () => {
  const replays = createUsedCaptchas(table.db());
  const until = TEST_NOW / 1000 + 600;
  const uses = await Promise.all([1, 2, 3].map(() => replays.markUsed('signature', until)));
  expect(uses.filter(Boolean)).toHaveLength(1);
  expect(await replays.markUsed('other', until)).toBe(true);
});

it('the id of an email can be reserved once until it is released', async () => {
  const journal = createMailJournal(table.db(), testClock());
  const reserved = await Promise.all([1, 2, 3].map(() => journal.reserve('mail')));
  expect(reserved.filter(Boolean)).toHaveLength(1);
  await journal.release('mail');
  expect(await journal.reserve('mail')).toBe(true);
  expect(await journal.reserve('mail')).toBe(false);
});
