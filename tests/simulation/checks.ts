import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { isTestOwner } from '../../functions/access/rules/owner.ts';
import { compareBilling } from '../../functions/billing/reconciliation/compare-billing.ts';
import { remainingRevenueOf, storedPurchase } from '../../functions/billing/rules/purchase.ts';
import { resultKey } from '../../functions/lists/rules/blob-keys.ts';
import { type List, resultIdOf } from '../../functions/lists/rules/list.ts';
import { BLOCK_BYTES, parseRowRecords } from '../../functions/lists/rules/result/row-records.ts';
import { decodeRowFlags } from '../../functions/lists/rules/row-facts.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { expectInvariants } from '../support/invariants.ts';
import { expectLedgerInvariants } from '../support/ledger-invariants.ts';
import { expectPurchaseInvariants } from '../support/purchase-invariants.ts';
import { expectStoredResultParts } from '../support/result-files.ts';
import { isHostile } from './mail/hostile-servers.ts';
import { isSimulatedAddress } from './mail/mail-internet.ts';
import { isPending, mayStayPending } from './pending.ts';
import { mayAnswerLater, expectedStatusOf } from './uploads.ts';
import {
  expectContactsOnce,
  expectContactBounces,
  expectNoticeOfRevokedKey,
} from './people/connected.ts';
import { expectBounceRefunds } from './people/senders.ts';
import { runCheck, type CheckCounts } from './violation.ts';
import { expectNoReceiverProblems, expectEventStored } from './webhooks/check-webhooks.ts';
import { expectGuarantees, expectMonthEndGuarantees } from './people/guarantees.ts';
import type { Simulation } from './simulation.ts';

function userIds({ table, admin }: Simulation): string[] {
  const ids = table
    .all()
    .flatMap(({ PK }) => /^USER#(.+)$/.exec(String(PK))?.[1] ?? [])
    .filter((id) => id !== admin.user.id);
  return [...new Set(ids)].toSorted();
}

export const RECHECKED_LISTS = 'lists with the result of a recheck';
/** Name of the counter for wrong verdicts that were refunded after a bounce report. */
const REFUNDED = 'refunded verdicts';
const PREVIEWED = 'lists with a preview';

export const [SAME_ROWS, LATER_ROWS] = [
  'verdicts unaffected by hostile customers',
  'verdicts delayed by hostile customers',
] as const;

/** Expects that totals across all customers match their ledger entries and purchases. */
function expectFigures({ table }: Simulation): void {
  const items = table.all();
  const sum = (key: 'PK' | 'SK', start: string, of: (item: Record<string, unknown>) => number) =>
    items.reduce((all, item) => all + (String(item[key]).startsWith(start) ? of(item) : 0), 0);
  const counted = (name: string) => sum('PK', 'FIGURES#', (item) => Number(item[name] ?? 0));
  const signs: Readonly<Record<string, number>> = { settle: 1, debit: 1, undo: -1 };
  const charged = sum(
    'SK',
    'ENTRY#',
    ({ kind, amount }) => (signs[String(kind)] ?? 0) * Number(amount),
  );
  assert.equal(counted('verified'), charged);
  const paid = sum('SK', 'PURCHASE#', (item) => remainingRevenueOf(storedPurchase.parse(item)));
  assert.equal(counted('revenueCents'), paid);
}

/** Expects the invariants that hold at every moment, even after faults. */
export async function expectContinuousInvariants(
  world: Simulation,
  checked: CheckCounts,
): Promise<void> {
  const { faultFree: context, table, neighbors } = world;
  const { same, later, changed } = neighbors;
  if (same + later + changed.length > 0)
    await runCheck(checked, 'runs next to hostile customers', () => {
      assert.deepEqual(changed, []);
      for (const [name, rows] of [
        [SAME_ROWS, same],
        [LATER_ROWS, later],
      ] as const)
        checked.set(name, (checked.get(name) ?? 0) + rows);
      Object.assign(neighbors, { same: 0, later: 0 });
    });
  await runCheck(checked, 'requests that receivers get', () => expectNoReceiverProblems(world));
  const written = userIds(world).filter((id) => table.written.has(`USER#${id}`));
  table.written.clear();
  for (const userId of written) {
    await runCheck(checked, 'lists and credits', () => expectInvariants({ context, userId }));
    if (isTestOwner(userId)) continue;
    await runCheck(checked, 'ledger', () => expectLedgerInvariants(context.ledger, userId));
    await runCheck(checked, 'purchases', () => expectPurchaseInvariants(context, userId));
  }
  await runCheck(checked, 'weekly figures', () => expectFigures(world));
  await runCheck(checked, 'an email about a revoked key', () => expectNoticeOfRevokedKey(world));
  await expectGuarantees(world, checked);
}

function verdictsOf(result: string, column = 1): [address: string, status: string][] {
  const [header = '', ...lines] = result.trimEnd().split('\r\n');
  const fromEnd = header.endsWith('"corrected_status"') ? -6 : -4;
  return lines.map((line) => {
    const cells = line.slice(1, -1).split(/"[;,]"/);
    return [cells[column - 1] ?? '', cells.at(fromEnd) ?? ''];
  });
}

export const [TRUE_ROWS, UNDECIDED_ROWS] = [
  'rows with the verdict of their servers',
  'rows that stay unknown',
] as const;

function expectResult({ uploads, blobs }: Simulation, list: List, checked: CheckCounts): void {
  const versions = uploads.get(list.name) ?? [];
  expectStoredResultParts(blobs.objects, resultIdOf(list));
  const verdicts = verdictsOf(blobs.text(`results/${resultIdOf(list)}/all.csv`), list.column);
  const addresses = verdicts.map(([address]) => address);
  const upload = versions.find(({ rows }) =>
    isDeepStrictEqual(
      addresses,
      rows.map(({ address }) => address),
    ),
  );
  assert.ok(upload, `${list.name} has verdicts on ${addresses.join()}`);
  const expected = new Map(upload.rows.map(({ address, status }) => [address, status]));
  const rows = blobs.objects.get(resultKey(resultIdOf(list), 'rows')) ?? Buffer.alloc(0);
  const { flags } = parseRowRecords(rows.subarray(0, BLOCK_BYTES));
  for (const [at, [address, reported]] of verdicts.entries()) {
    if (isHostile(address)) continue;
    const status = expected.get(address) ?? expectedStatusOf(address);
    const isTrue = reported === status;
    // A fault may hide whether a server accepts every address; the row then has a warning.
    const isUnclear =
      status === 'risky' &&
      reported === 'deliverable' &&
      decodeRowFlags(flags[at] ?? 0, 'accepted').catch_all_unknown;
    assert.ok(
      isTrue ||
        (upload.mayBeUnknown && isUnclear) ||
        ((upload.mayBeUnknown || mayAnswerLater(address)) && reported === 'unknown'),
      `row ${at} is ${String(verdicts[at])}, not ${status}`,
    );
    if (!isSimulatedAddress(address)) continue;
    const counted = isTrue ? TRUE_ROWS : UNDECIDED_ROWS;
    checked.set(counted, (checked.get(counted) ?? 0) + 1);
  }
}

/** Matches subjects of emails that identify their event by a list name or a link token. */
const NAMES_ITS_EVENT = /Your list|Your data|Choose a new/;

function expectMails({ mails }: Simulation): void {
  const notices = mails
    .filter(({ subject }) => NAMES_ITS_EVENT.test(subject))
    .map(({ to, subject, text }) =>
      subject.includes('Your list') ? `${to} ${subject}` : `${to} ${subject} ${text}`,
    );
  const twice = notices.find((each, at) => notices.indexOf(each) !== at);
  assert.equal(twice, undefined, `mailed twice: ${twice}`);
}

/** Expects that a list's email was sent, unless a fault affected it. */
function expectMailOf(
  { mails, faultyMessages }: Simulation,
  { name, listId, recheckOf }: List,
): void {
  const words = recheckOf?.corrections
    ? `Corrections in “${name}” were verified`
    : `“${name}” ${recheckOf ? 'was rechecked' : 'is ready'}`;
  const sent = mails.some(({ subject }) => subject.includes(words));
  assert.ok(sent || faultyMessages.has(`list:${listId}:7`), `no email says that ${words}`);
}

const RETAINED_KEYS = /^(?:ADJUSTMENT#|BALANCE|BILLING|ENTRY#|PURCHASE#|USAGE#)/;

/** Expects that a closed account leaves only accounting records, and nothing in progress. */
async function expectClosed(world: Simulation): Promise<void> {
  const { faultFree, table, blobs } = world;
  const closed = table.all().filter(({ PK }) => PK === 'CLOSED');
  for (const { SK } of closed) {
    const userId = String(SK).slice('USER#'.length);
    const remaining = table
      .all()
      .filter(({ PK }) => String(PK) === `USER#${userId}`)
      .filter((item) => !RETAINED_KEYS.test(String(item['SK'])) || item['ttl'] === undefined);
    assert.deepEqual(
      remaining.map((item) => item['SK']),
      [],
      `data left of ${userId}`,
    );
    const files = blobs.keysWithContent().filter((key) => key.includes(userId));
    assert.deepEqual(files, [], `files of ${userId}`);
    assert.equal((await faultFree.ledger.balance(userId)).reserved, 0);
    const customers = Object.values(world.stripe.state.customers).filter(
      (customer) => customer.metadata?.['user_id'] === userId,
    );
    assert.deepEqual(customers, [], `customers of ${userId} at Stripe`);
  }
}

/** Expects that every paid pack was credited or disputed, or that its refund was attempted. */
async function expectPaid({ stripe, faultFree }: Simulation): Promise<void> {
  const { checkoutSessions, charges, refunds } = stripe.state;
  const failed = Object.values(refunds).filter(({ status }) => status === 'failed');
  for (const session of Object.values(checkoutSessions)) {
    if (session.mode !== 'payment' || session.payment_status !== 'paid') continue;
    const entries = await Array.fromAsync(
      faultFree.ledger.entries(String(session.client_reference_id)),
    );
    const granted = entries.some(({ id }) => id === `grant:cs:${session.id}`);
    // A declined card adds a failed charge to the same payment.
    const isReturned = Object.values(charges).some(
      ({ id, payment_intent, refunded, disputed }) =>
        payment_intent === session.payment_intent &&
        (refunded || disputed || failed.some(({ charge }) => charge === id)),
    );
    assert.ok(granted || isReturned, `${session.id} was paid without credits or refund`);
  }
}

/** Expects that Stripe and the ledger agree, even about events that were never delivered. */
async function expectNoDifference({ faultFree }: Simulation): Promise<void> {
  const differences = await Array.fromAsync(compareBilling(faultFree));
  assert.deepEqual(
    // Stripe rejects refunds of some payments, and cannot void the credit note of a failed refund.
    differences.filter(({ kind }) => kind !== 'refund_refused' && kind !== 'credit_note_excess'),
    [],
  );
}

/** Expects that an account whose email bounced is marked as undeliverable, unless it was closed. */
async function expectMarked({ bounced, faultFree }: Simulation): Promise<void> {
  for (const email of bounced) {
    const user = await faultFree.accounts.findByEmail(email);
    assert.ok(!user || user.mailUndeliverable, `${email} is not marked although email bounces`);
  }
}

/**
 * Expects that a check continued in the background ended with a result, and that the credit of a
 * check was returned exactly if the check was undone or its result is unknown.
 */
async function expectChecks({ faultFree, table }: Simulation, userId: string): Promise<void> {
  const entries = await Array.fromAsync(faultFree.ledger.entries(userId));
  const returned = new Set(entries.map(({ id }) => id));
  for (const item of table.all()) {
    if (item['PK'] !== `USER#${userId}` || !String(item['SK']).startsWith('CHECK#')) continue;
    const { requestId, state, attempt, verdict } = item as unknown as CheckItem;
    assert.ok(attempt === undefined || state === 'answered', `${requestId} is ${state}`);
    const isUnpaid = state === 'undone' || verdict?.status === 'unknown';
    assert.equal(returned.has(`undo:${requestId}`), isUnpaid, `the credit of ${requestId}`);
  }
}

interface CheckItem {
  readonly requestId: string;
  readonly state: string;
  readonly attempt?: number;
  readonly verdict?: { readonly status: string };
}

/**
 * Expects the invariants that hold once faults have stopped and all work has had time to finish.
 */
export async function expectQuiescentInvariants(
  world: Simulation,
  checked: CheckCounts,
): Promise<void> {
  const { faultFree, sqs } = world;
  await runCheck(checked, 'no dead letters', () => {
    const dead = sqs.messages.filter(({ queue }) => queue.endsWith('-dead'));
    assert.deepEqual(
      dead.map(({ queue, body }) => `${queue} ${body}`),
      [],
    );
  });
  for (const userId of userIds(world))
    for (const list of await faultFree.lists.listWithRechecks(userId)) {
      if (list.look !== undefined) checked.set(PREVIEWED, (checked.get(PREVIEWED) ?? 0) + 1);
      if (list.status !== LIST_STATUS.finished) continue;
      await runCheck(checked, 'an event for a finished list', () => expectEventStored(world, list));
      if (!list.recheckOf)
        await runCheck(checked, 'every row once and in order', () =>
          expectResult(world, list, checked),
        );
      if (list.result !== undefined)
        checked.set(RECHECKED_LISTS, (checked.get(RECHECKED_LISTS) ?? 0) + 1);
      // Rechecks of watched lists send an email only if a verdict changed.
      if (isTestOwner(userId) || list.recheckOf?.span) continue;
      await runCheck(checked, 'an email for a finished list', () => expectMailOf(world, list));
    }
  await runCheck(checked, 'each contact once', () => expectContactsOnce(world, checked));
  await runCheck(checked, 'one email per event', () => expectMails(world));
  await runCheck(checked, 'an account is marked after a bounce', () => expectMarked(world));
  await runCheck(checked, 'no data of a closed account', () => expectClosed(world));
  await runCheck(checked, 'credits for every payment', () => expectPaid(world));
  await runCheck(checked, 'Stripe and the ledger agree', () => expectNoDifference(world));
}

/**
 * Expects the invariants that hold a month later: nothing is in progress, and every list has ended.
 */
export async function expectFinalInvariants(
  world: Simulation,
  checked: CheckCounts,
): Promise<void> {
  const ended = new Set<number>([LIST_STATUS.finished, LIST_STATUS.canceled]);
  for (const userId of userIds(world)) {
    await runCheck(checked, 'checks answered and charged once', () => expectChecks(world, userId));
    for (const { listId, status } of await world.faultFree.lists.listWithRechecks(userId))
      await runCheck(checked, 'every list ends', () =>
        assert.ok(ended.has(status), `${listId} is in ${status}`),
      );
  }
  await runCheck(checked, 'Stripe and the ledger agree', () => expectNoDifference(world));
  await runCheck(checked, 'refunds of bounces', async () => {
    const refunds = await expectBounceRefunds(world);
    checked.set(REFUNDED, (checked.get(REFUNDED) ?? 0) + refunds);
  });
  await runCheck(checked, 'bounces of contacts', () => expectContactBounces(world, checked));
  await expectMonthEndGuarantees(world, checked);
  await runCheck(checked, 'nothing pending', () => {
    const pending = world.table
      .all()
      .filter((item) => isPending(item) && !mayStayPending(world, item));
    assert.deepEqual(
      pending.map(({ SK }) => SK),
      [],
    );
  });
}
