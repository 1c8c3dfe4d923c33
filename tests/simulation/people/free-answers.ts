import assert from 'node:assert/strict';
import { storedClaim } from '../../../functions/bounces/rules/claim.ts';
import { DAILY_FREE_ANSWERS } from '../../../shared/model/credits.ts';
import { DAY_MS, formatUtcDate } from '../../../shared/model/duration.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { routes } from '../../support/routes.ts';
import { type ActionHandler, FIRST_LIST_ROWS, type Simulation } from '../simulation.ts';
import { submitUpload } from '../webhooks/endpoints.ts';
import { findRandomList, isFinished } from './find-list.ts';
import { generateUpload } from './generate-upload.ts';

/** Unknown rows of the first list, 40%. */
export const FIRST_LIST_UNKNOWNS = 0.4 * FIRST_LIST_ROWS;
const REPEATED_ROWS = 250;
const SMALL_ROWS = 8;
const REPORTS_AT_ONCE = 4;
/**
 * Number of verdicts that are examined automatically in 30 days for an account with few charges.
 */
const MIN_EXAMINED = 20;
const EXAMINED_SHARE = 0.01;

/** Submits many small lists, then reports all of their addresses in parallel, without a list. */
const forgeReports: ActionHandler = async (world, _who, random) => {
  const { headers = {} } = world.forger;
  const list = await findRandomList(world, world.forger, random, isFinished);
  if (!list || random() < 0.4) {
    for (let made = 0; made < 3; made += 1)
      await submitUpload(
        world,
        headers,
        generateUpload(world, SMALL_ROWS, (at, token) => `ok${at}@${token}.forged.test`),
      );
    return;
  }
  const rows = [...world.uploads.values()]
    .flatMap(([upload]) => upload?.rows ?? [])
    .filter(({ address }) => address.endsWith('.forged.test'))
    .map(({ address: email }) => ({ email, text: `550 5.1.1 <${email}>: no such user` }));
  const size = Math.ceil(rows.length / REPORTS_AT_ONCE);
  await Promise.all(
    Array.from({ length: REPORTS_AT_ONCE }, (_, at) => rows.slice(at * size, (at + 1) * size))
      .filter((part) => part.length > 0)
      .map((part) => world.call(routes.reportBounces, { headers, body: { rows: part } })),
  );
};

/** Has the same unknown addresses checked again and again, in lists, rechecks and single checks. */
const repeatUnknown: ActionHandler = async (world, _who, random) => {
  const { headers = {} } = world.repeater;
  const list = await findRandomList(world, world.repeater, random, isFinished);
  if (!list)
    return submitUpload(
      world,
      headers,
      generateUpload(world, REPEATED_ROWS, (at, token) => `odd${at}@${token}.test`),
    );
  await world.call(routes.recheckFile, { headers, params: { id: list.file_id } });
  for (let made = 0; made < 3; made += 1)
    await world.call(routes.checkEmail, { headers, body: { email: 'odd@a.test', wait: false } });
};

export const collectFreeAnswers: ActionHandler = async (world, who, random) => {
  await forgeReports(world, who, random);
  await repeatUnknown(world, who, random);
};

/** Submits the only list of a new customer, then rechecks it. */
export const submitFirstList: ActionHandler = async (world, _who, random) => {
  const { starter } = world;
  const { headers = {} } = starter;
  const list = await findRandomList(world, starter, random);
  if (list && isFinished(list) && list.unknown > 0)
    await world.call(routes.recheckFile, { headers, params: { id: list.file_id } });
  if (list || world.uploads.has(starter.email)) return;
  const addressAt = (at: number, token: string) =>
    `${at % 5 < 2 ? 'odd' : 'ok'}${at}@${token}${at % 20}.test`;
  const upload = { ...generateUpload(world, FIRST_LIST_ROWS, addressAt), name: starter.email };
  await submitUpload(world, headers, upload);
};

/** Expects that an account has few verdicts examined, however its lists and reports are split. */
export function expectFewExaminations({ clock, faultFree, table }: Simulation): Promise<void[]> {
  const since = clock.now() - 30 * DAY_MS;
  const claims = Map.groupBy(
    table.all().filter(({ SK }) => String(SK).startsWith('BOUNCECLAIM#')),
    ({ PK }) => String(PK).slice('USER#'.length),
  );
  return Promise.all(
    Array.from(claims, async ([userId, items]) => {
      const recent = items.filter((item) => (storedClaim.parse(item).at ?? 0) > since);
      const charged = await faultFree.ledger.chargedSince(userId, formatUtcDate(since));
      const most = Math.max(MIN_EXAMINED, charged * EXAMINED_SHARE);
      assert.ok(recent.length <= most, `${recent.length} of ${most} examinations of ${userId}`);
    }),
  );
}

/**
 * Expects that all free answers are counted, and do not exceed each day's allowance plus the
 * credits.
 */
export async function expectFreeWithinBudget(world: Simulation): Promise<void> {
  const { answerFacts, faultFree, riders, table } = world;
  const formMeans = new Set([world.agency, world.guesser].map(({ formKey }) => formKey?.slice(-4)));
  const riderIds = new Set<string>();
  for (const { email } of riders)
    riderIds.add((await faultFree.accounts.findByEmail(email))?.id ?? '');
  const byAccount = new Map<string, Map<string, number>>();
  const add = (userId: string, day: string, count: number) => {
    const days = byAccount.get(userId) ?? new Map<string, number>();
    byAccount.set(userId, days.set(day, (days.get(day) ?? 0) + count));
  };
  for (const { list, startedOn, unknownByDay } of answerFacts.lists.values())
    if (list.status !== LIST_STATUS.canceled && (list.recheckOf || riderIds.has(list.userId)))
      for (const count of unknownByDay.values()) add(list.userId, startedOn, count);
  for (const { userId, day, by } of answerFacts.unknownChecks.values())
    if (!formMeans.has(by)) add(userId, day, 1);
  for (const item of table.all())
    if (String(item['SK']).startsWith('BOUNCECLAIM#'))
      add(String(item['PK']).slice('USER#'.length), formatUtcDate(Number(item['at'])), 1);
  for (const [userId, days] of byAccount) {
    if (!(await faultFree.accounts.get(userId))) continue;
    const counts = table
      .all()
      .filter(({ PK, SK }) => PK === `USER#${userId}` && String(SK).startsWith('UNKNOWNS#'));
    const counted = counts.reduce((total, { answers }) => total + Number(answers), 0);
    const given = Array.from(days.values()).reduce((total, count) => total + count, 0);
    assert.ok(
      given <= counted,
      `${given} free answers of ${userId}, of which ${counted} are counted`,
    );
    let credits = 0;
    for await (const { kind, amount } of faultFree.ledger.entries(userId))
      if (kind === 'grant') credits += amount;
    const beyond = Array.from(days.values(), (count) => Math.max(0, count - DAILY_FREE_ANSWERS));
    const sum = beyond.reduce((total, count) => total + count, 0);
    assert.ok(
      sum <= credits,
      `${sum} beyond the daily answers of ${userId} with ${credits} credits`,
    );
  }
}
