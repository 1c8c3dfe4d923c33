import assert from 'node:assert/strict';
import { auditLedger } from '../../../functions/credits/audit-ledger.ts';
import type { List } from '../../../functions/lists/rules/list.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import type { Simulation, Visitor } from '../simulation.ts';
import { runCheck, type CheckCounts } from '../violation.ts';
import {
  expectFewExaminations,
  expectFreeWithinBudget,
  FIRST_LIST_UNKNOWNS,
} from './free-answers.ts';
import type { ListFacts } from './list-facts.ts';
import { expectSameMemberships } from './team.ts';

/** Maximum gifts of welcome credits that the accounts of one domain may get within a month. */
const MAX_GIFTS = 3;

/** Expects that a recheck of a watched list neither waits for credits nor buys a pack. */
function expectNoWait({ table, answerFacts }: Simulation): void {
  const waiting = table.all().flatMap((item) => {
    const { entry } = (item['waiting'] ?? {}) as { entry?: string };
    return entry === undefined ? [] : [entry];
  });
  for (const [id, { list, isDeleted }] of answerFacts.lists) {
    if (isDeleted || !list.recheckOf?.span) continue;
    const isWaiting = list.status === LIST_STATUS.paused && list.reason === 'insufficient_credit';
    assert.ok(!isWaiting, `${id} waits for credits`);
    assert.ok(!waiting.some((entry) => entry.includes(id)), `a pack may be bought for ${id}`);
  }
}

/** Expects that no form uses more credits than its owner allows per day. */
function expectFormLimits({ table }: Simulation): void {
  const items = table.all();
  for (const { PK, SK, credits } of items) {
    const [, id] = /^FORMDAY#(.+)#/.exec(String(SK)) ?? [];
    const form = items.find((item) => item['PK'] === PK && item['SK'] === `FORM#${id}`);
    if (form) assert.ok(Number(credits) <= Number(form['daily_checks']), `${credits} of ${id}`);
  }
}

/** Checks the guarantees that hold at every moment. */
export async function expectGuarantees(world: Simulation, checked: CheckCounts): Promise<void> {
  await runCheck(checked, 'watched lists neither wait nor buy', () => expectNoWait(world));
  await runCheck(checked, 'daily limits of forms', () => expectFormLimits(world));
  await runCheck(checked, 'few verdicts are examined', () => expectFewExaminations(world));
  await runCheck(checked, 'memberships agree', () => expectSameMemberships(world));
}

/**
 * Whether a list is free: it was canceled, except for too many rejected addresses or because it was
 * paused too long after its preview.
 */
const isFree = ({ status, reason, look }: List): boolean =>
  status === LIST_STATUS.canceled &&
  reason !== 'too_many_refusals' &&
  !(look !== undefined && reason === 'paused_too_long');

/** Expects that the verdicts of every list were charged, even if the list was deleted. */
async function expectAnswersPaid({ answerFacts, faultFree }: Simulation): Promise<void> {
  for (const userId of new Set(Array.from(answerFacts.lists.values(), ({ list }) => list.userId))) {
    const settled = new Map<string, number>();
    for await (const { kind, id, amount } of faultFree.ledger.entries(userId)) {
      const listId = id.split(':')[1] ?? '';
      if (kind === 'settle') settled.set(listId, (settled.get(listId) ?? 0) + amount);
    }
    for (const [id, { list, answered }] of answerFacts.lists)
      if (list.userId === userId)
        assert.equal(settled.get(id) ?? 0, isFree(list) ? 0 : answered, `the price of ${id}`);
  }
}

const idOf = async ({ faultFree }: Simulation, { email }: Visitor): Promise<string | undefined> =>
  (await faultFree.accounts.findByEmail(email))?.id;

/** Expects that the accounts of one domain got few gifts of welcome credits. */
async function expectFewGifts(world: Simulation): Promise<void> {
  let gifts = 0;
  for (const rider of world.riders) {
    const userId = await idOf(world, rider);
    if (userId === undefined) continue;
    for await (const { id } of world.faultFree.ledger.entries(userId))
      if (id.startsWith('grant:welcome:')) gifts += 1;
  }
  assert.ok(gifts <= MAX_GIFTS, `${gifts} gifts for one domain`);
}

/**
 * Expects that each list of guesses was canceled for too many rejected addresses, and that lists
 * created later on the same day were charged nothing.
 */
async function expectGuessesRefused(world: Simulation): Promise<void> {
  const guessed = Array.from(world.answerFacts.lists.values()).filter(
    ({ list, isDeleted }) => world.guessLists.has(list.name) && !isDeleted,
  );
  const dayOf = ({ endDate }: List): string => endDate?.slice(0, 10) ?? '';
  for (const { list } of guessed) {
    if (world.faultyMessages.has(list.listId)) continue;
    assert.equal(list.reason, 'too_many_refusals', `${list.listId} is in ${list.status}`);
    const isLate = guessed.some(
      ({ list: other }) =>
        other.reason === 'too_many_refusals' &&
        (other.endDate ?? '') < list.createdAt &&
        dayOf(other) === dayOf(list),
    );
    if (isLate) assert.equal(list.charged, 0, `${list.listId} was answered`);
  }
}

/** Expects that every list of an honest customer finishes, and never waits for free answers. */
async function expectHonestLists(world: Simulation): Promise<void> {
  const honest = [world.agency, world.importer, world.keeper, world.sender, world.starter];
  const userIds = await Promise.all(honest.map((each) => idOf(world, each)));
  for (const { list, isDeleted, wasExhausted } of world.answerFacts.lists.values()) {
    if (!userIds.includes(list.userId)) continue;
    assert.ok(!wasExhausted, `${list.listId} waited for free answers`);
    if (list.userId === userIds[0] && !list.recheckOf && !isDeleted)
      assert.equal(list.status, LIST_STATUS.finished, `${list.listId}: ${list.reason}`);
  }
}

async function expectAudited({ faultFree }: Simulation): Promise<void> {
  const audited = await Array.fromAsync(auditLedger(faultFree));
  const wrong = audited.filter(
    ({ balance, entries }) => balance.outcome !== 'equal' || !entries.isEqual,
  );
  assert.deepEqual(wrong, []);
}

/**
 * Counters of attempts, each with a predicate for the lists that it counts. Without attempts, a
 * guarantee would hold merely because nobody tried to break it.
 */
export const ATTEMPT_COUNTERS = {
  'rechecks of watched lists': ({ list }) => list.recheckOf?.span !== undefined,
  'verified corrections': ({ list }) => list.recheckOf?.corrections === true,
  'deleted lists with answers': ({ isDeleted, answered }) => isDeleted && answered > 0,
  'lists canceled for guesses': ({ list }) => list.reason === 'too_many_refusals',
  'lists paused for the day': ({ wasExhausted }) => wasExhausted,
  'rechecks of a large first list': ({ list }) =>
    list.recheckOf !== undefined && list.unknown === FIRST_LIST_UNKNOWNS,
} satisfies Readonly<Record<string, (facts: ListFacts) => boolean>>;

function countAttempts({ answerFacts, team }: Simulation, checked: CheckCounts): void {
  for (const [name, count] of team.attempts) checked.set(name, (checked.get(name) ?? 0) + count);
  for (const [name, isOne] of Object.entries(ATTEMPT_COUNTERS)) {
    const count = [...answerFacts.lists.values()].filter(isOne).length;
    if (count > 0) checked.set(name, (checked.get(name) ?? 0) + count);
  }
}

/** Checks the guarantees that hold a month after the last action. */
export async function expectMonthEndGuarantees(
  world: Simulation,
  checked: CheckCounts,
): Promise<void> {
  countAttempts(world, checked);
  for (const [name, expectKept] of [
    ['all answers are paid', expectAnswersPaid],
    ['a domain gets few gifts', expectFewGifts],
    ['free answers stay within the budget', expectFreeWithinBudget],
    ['guesses are refused', expectGuessesRefused],
    ['honest lists finish', expectHonestLists],
    ['the audit finds nothing', expectAudited],
  ] as const)
    await runCheck(checked, name, () => expectKept(world));
}
