import { expect } from 'vitest';
import { creditsNeeded, isRunning, isStopped } from '../../functions/lists/rules/list.ts';
import { fold } from '../../functions/credits/rules/ledger.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import type { World } from './pipeline-world.ts';

/** What holds of a user's credits and lists at every moment, whatever has failed before. */
export async function expectInvariants({ context, userId }: World): Promise<void> {
  const [balance, entries, lists, page] = await Promise.all([
    context.ledger.balance(userId),
    context.ledger.entries(userId),
    context.lists.all(userId),
    context.lists.page(userId, { page: 1, size: 1, newestFirst: true }),
  ]);
  // The journal is the balance, nothing is negative, and no movement happened twice.
  expect(balance).toEqual(fold(entries));
  for (const account of Object.values(balance)) expect(account).toBeGreaterThanOrEqual(0);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);

  // The kept number of lists is right.
  expect(page.total).toBe(lists.length);

  // What is reserved belongs to lists that run.
  expect(balance.reserved).toBe(lists.reduce((sum, { reserved }) => sum + reserved, 0));
  for (const list of lists) {
    const { status, reserved, charged, processed } = list;
    // A list that was stopped while it ran keeps what it had; one that was stopped before has nothing.
    const began = isStopped(list) && (list.startDate !== null || list.open > 0);
    expect(reserved).toBe(isRunning(list) || began ? creditsNeeded(list) : 0);
    expect(list.valid + list.invalid + list.risky + list.unknown).toBe(processed);
    expect(processed).toBeLessThanOrEqual(list.total);
    expect(Object.values(list.reasons).reduce((sum, times) => sum + times, 0)).toBe(processed);
    const answers = list.valid + list.invalid - list.badSyntax + list.risky;
    expect(charged).toBe(status === LIST_STATUS.canceled ? 0 : answers);
    expect(list.open).toBeGreaterThanOrEqual(0);
    if (status === LIST_STATUS.finished) expect([processed, list.open]).toEqual([list.total, 0]);
  }

  // A reservation that ended was settled and released to the unit.
  const amount = (kind: string, list: string) =>
    entries.find(({ id }) => id.startsWith(`${kind}:${list}:`))?.amount ?? 0;
  for (const { id, amount: reserved } of entries.filter(({ kind }) => kind === 'reserve')) {
    const listId = id.split(':')[1] ?? '';
    const live = lists.find((list) => list.listId === listId);
    const ended = amount('settle', listId) + amount('release', listId);
    expect(ended).toBe(live && live.reserved > 0 ? 0 : reserved);
    if (live?.status === LIST_STATUS.finished) expect(amount('settle', listId)).toBe(live.charged);
  }
}
