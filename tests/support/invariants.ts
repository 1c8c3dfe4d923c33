import assert from 'node:assert/strict';
import {
  awaitsCredits,
  awaitsActiveOwner,
  isAtDailyLimit,
  creditsNeeded,
  isRunning,
  isTestList,
} from '../../functions/lists/rules/list.ts';
import { sumEntries } from '../../functions/credits/rules/ledger.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { userIdOf } from '../../functions/access/rules/owner.ts';
import type { ClosedAccounts } from '../../functions/account/adapters/closed-accounts.ts';
import type { Ledger } from '../../functions/credits/adapters/ledger.ts';
import type { ListsDeps } from '../../functions/lists/deps.ts';

/** A user with lists and credits, and the adapters that store them. */
export interface AccountContext {
  readonly context: {
    readonly closedAccounts: Pick<ClosedAccounts, 'find'>;
    readonly ledger: Ledger;
    readonly lists: ListsDeps['lists'];
  };
  readonly userId: string;
}

/** Expects the invariants of a user's credits and lists that hold at every moment. */
export async function expectInvariants({ context, userId }: AccountContext): Promise<void> {
  const [balance, entries, lists, page, closed] = await Promise.all([
    context.ledger.balance(userId),
    Array.fromAsync(context.ledger.entries(userId)),
    context.lists.listWithRechecks(userId),
    context.lists.page(userId, { page: 1, size: 1, newestFirst: true }),
    context.closedAccounts.find(userIdOf(userId)),
  ]);
  // The entries add up to the balance, no account is negative, and no entry is recorded twice.
  assert.deepEqual(balance, sumEntries(entries));
  for (const account of Object.values(balance)) assert.ok(account >= 0);
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);

  // Closing an account deletes the count an hour before the lists that were created meanwhile.
  if (!closed) assert.equal(page.total, lists.filter(({ recheckOf }) => !recheckOf).length);

  // All reserved credits belong to lists.
  assert.equal(
    balance.reserved,
    lists.reduce((sum, { reserved }) => sum + reserved, 0),
  );
  for (const list of lists) {
    const { status, reserved, charged, processed } = list;
    // A list that waits until its owner is active again keeps its reservation if it had started.
    const began = awaitsActiveOwner(list) && (list.startDate !== null || list.open > 0);
    const waits = awaitsCredits(list) ? (list.look ?? 0) : 0;
    assert.equal(
      reserved,
      isRunning(list) || isAtDailyLimit(list) || began ? creditsNeeded(list) : waits,
    );
    assert.equal(list.valid + list.invalid + list.risky + list.unknown, processed);
    assert.ok(processed <= list.total);
    assert.equal(
      Object.values(list.reasons).reduce((sum, times) => sum + times, 0),
      processed,
    );
    const answers = list.valid + list.invalid - list.badSyntax + list.risky;
    const isRead =
      list.reason === 'too_many_refusals' ||
      (list.look !== undefined && list.reason === 'paused_too_long');
    const isFree = isTestList(list) || (status === LIST_STATUS.canceled && !isRead);
    // The verdicts of a finished recheck are part of its list, and were charged with the recheck.
    const rechecks = lists.filter(
      (each) => each.recheckOf?.listId === list.listId && each.status === LIST_STATUS.finished,
    );
    const later = rechecks.reduce(
      (sum, { recheckOf: of, total, unknown }) => sum + (of?.corrections ? 0 : total - unknown),
      0,
    );
    // The number of verdicts that a list had before it was watched is not stored.
    if (!rechecks.some(({ recheckOf }) => recheckOf?.span))
      assert.equal(charged, isFree ? 0 : answers - later);
    // If there were no other rechecks, the corrections were verified at most once.
    const corrections = rechecks.filter(({ recheckOf }) => recheckOf?.corrections);
    if (rechecks.length === corrections.length) assert.ok(corrections.length <= 1);
    // The newest recheck comes first.
    assert.equal(list.result, rechecks[0]?.listId);
    assert.ok(list.open >= 0);
    if (status === LIST_STATUS.finished) assert.deepEqual([processed, list.open], [list.total, 0]);
  }

  // The credits that were reserved for a list, for its preview and for the rest, were either
  // charged or released.
  const amount = (kind: string, list: string) =>
    entries
      .filter(({ id }) => id.startsWith(`${kind}:${list}:`))
      .reduce((sum, entry) => sum + entry.amount, 0);
  const reservations = entries.filter(({ kind }) => kind === 'reserve');
  for (const listId of new Set(reservations.map(({ id }) => id.split(':')[1] ?? ''))) {
    const reserved = amount('reserve', listId);
    const live = lists.find((list) => list.listId === listId);
    const ended = amount('settle', listId) + amount('release', listId);
    assert.equal(ended, live && live.reserved > 0 ? 0 : reserved);
    if (live?.status === LIST_STATUS.finished) assert.equal(amount('settle', listId), live.charged);
  }
}
