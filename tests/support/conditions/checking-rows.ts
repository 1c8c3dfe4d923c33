import { createLeaseStore } from '../../../functions/checks/adapters/engine-stores.ts';
import { checkKey } from '../../../functions/checks/adapters/keys.ts';
import type { Verdict } from '../../../shared/contract/checks.ts';
import type { Report } from '../../../functions/bounces/rules/report.ts';
import type { StoredBounceRead } from '../../../functions/connections/rules/bounce-read.ts';
import type { StoredConnection } from '../../../functions/connections/adapters/connections.ts';
import { SAMPLE_APPLY_JOB, SAMPLE_IMPORT } from '../sample-import.ts';
import type { TestContext } from '../test-context.ts';
import { always, joined, once, sample, U, writes } from './rows.ts';

const NOW = Date.parse('2027-01-14T10:00:00Z');
const DAY = '2027-01-14';

const JOB = { ...SAMPLE_APPLY_JOB, userId: U };
const IMPORT = { ...SAMPLE_IMPORT, userId: U };
const READ = sample<StoredBounceRead>({
  userId: U,
  connectionId: 'c',
  day: DAY,
  state: 'reading',
  since: 1,
  startedAt: '',
  isRead: false,
  parts: [],
  known: [],
  version: 1,
  ttl: 1e10,
});
const CONNECTION: Omit<StoredConnection, 'sealed'> = {
  userId: U,
  id: '00000000c',
  service: 'brevo',
  name: 'Shop',
  state: 'active',
  createdAt: '',
};
const connect = ({ connections }: TestContext) => connections.save(CONNECTION, { token: 'token' });

const CONNECTION_ROWS = [
  once(
    'connections/work-store: add',
    'absent',
    async ({ applyJobs }) =>
      () =>
        applyJobs.add(JOB),
  ),
  once('connections/work-store: change', 'userId version', async ({ applyJobs }) => {
    await applyJobs.add(JOB);
    return () => applyJobs.change(JOB, { done: 2 });
  }),
  once(
    'connections/work-store: add',
    'absent',
    async ({ imports }) =>
      () =>
        imports.add(IMPORT),
  ),
  once('connections/work-store: change', 'userId version', async ({ imports }) => {
    await imports.add(IMPORT);
    return () => imports.change(IMPORT, { parts: ['1'] });
  }),
  once(
    'connections/work-store: add',
    'absent',
    async ({ bounceReads }) =>
      () =>
        bounceReads.add(READ),
  ),
  once('connections/work-store: add', 'version', async ({ bounceReads }) => {
    await bounceReads.add(READ);
    return () => bounceReads.add({ ...READ, version: 2 });
  }),
  once('connections/work-store: change', 'userId version', async ({ bounceReads }) => {
    await bounceReads.add(READ);
    return () => bounceReads.change(READ, { isRead: true });
  }),
  once('connections/connections: readCredentials', 'sealed', async (context) => {
    const connection = await connect(context);
    return () => context.connections.readCredentials(connection);
  }),
  once('connections/connections: setRevoked', 'state sealed', async (context) => {
    const connection = await connect(context);
    return () => context.connections.setRevoked(connection);
  }),
  once('connections/connections: delete', 'exists', async (context) => {
    const { id } = await connect(context);
    return () => context.connections.delete(U, id);
  }),
  always(
    'connections/connections: endReads',
    'absent',
    async ({ connections }) =>
      () =>
        connections.endReads(CONNECTION),
  ),
  once(
    'platform/queue/run-guard: acquireSlot',
    'absent',
    async ({ imports }) =>
      () =>
        imports.acquireSlot(IMPORT, NOW),
  ),
  once('platform/queue/run-guard: acquireSlot', 'listId', async ({ imports }) => {
    await imports.acquireSlot({ ...IMPORT, importId: 'ended' }, NOW);
    return () => imports.acquireSlot(IMPORT, NOW);
  }),
];

const REPORT: Report = {
  userId: U,
  reportId: 'report',
  name: 'May',
  createdAt: '',
  ttl: 1e10,
  state: 'waiting',
  attempt: 0,
};
const addReport = async ({ reports }: TestContext, key = 'key') =>
  reports.add(REPORT, { key, content: 'content' }, NOW);
const CLAIM = { source: 'checks', verdictId: 'verdict' };
const claim = ({ claims, freeAnswers }: TestContext) =>
  claims.add(REPORT, CLAIM, NOW, freeAnswers.addWrite(U, DAY, -1));

const BOUNCE_ROWS = [
  once('bounces/outcome-counts: addWrites', 'absent', async (context) =>
    writes(context, context.outcomes.addWrites(REPORT, {}, 'list')),
  ),
  once('bounces/claims: add', 'absent', async (context) => () => claim(context)),
  once('bounces/claims: endWrite', 'state', async (context) => {
    await claim(context);
    return () => context.claims.end(U, CLAIM, 'refunded');
  }),
  joined('bounces/reports: add', 'absent; absent ttl', async (context) => () => addReport(context)),
  once('bounces/reports: change', 'state attempt attempts', async (context) => {
    await addReport(context);
    return () => context.reports.change(REPORT, { state: 'reading' });
  }),
  once('bounces/reports: delete', 'exists', async (context) => {
    await addReport(context);
    return () => context.reports.delete(REPORT);
  }),
  once('lists/bounced-addresses: remove', 'source', async ({ bouncedAddresses }) => {
    const bounce = { address: 'a@example.com', at: '2027-01-14T10:00:00Z', name: 'May' };
    await bouncedAddresses.add(U, { source: 'report' }, [bounce]);
    return () => bouncedAddresses.remove(U, { source: 'report' });
  }),
];

const CHECK = { userId: U, requestId: 'check', by: 'web' };
async function beginCheck({ checks, ledger }: TestContext, check: object = {}): Promise<void> {
  await ledger.grant(U, { source: 'gift', amount: 5, why: 'gift' });
  await checks.begin({ ...CHECK, ...check }, 'a@example.com', NOW);
}
const VERDICT = sample<Verdict>({ status: 'unknown', email: 'a@example.com' });

const CHECK_ROWS = [
  once(
    'checks/check-slots: takeFreeSlot',
    'absent ttl; absent ttl',
    async ({ checkSlots }) =>
      () =>
        checkSlots.take(U, 1),
  ),
  once('checks/check-slots: release', 'holder; holder', async ({ checkSlots }) => {
    const slot = await checkSlots.take(U, 1);
    return async () => slot && checkSlots.release(slot);
  }),
  once('checks/engine-stores: write', 'absent', async ({ db }) => {
    const state = { limit: 1, halvedAt: 0, leases: [] };
    return () => createLeaseStore(db).write('provider', 0, state);
  }),
  once('checks/engine-stores: write', 'version', async ({ db }) => {
    const leases = createLeaseStore(db);
    await leases.write('provider', 0, { limit: 1, halvedAt: 0, leases: [] });
    return () => leases.write('provider', 1, { limit: 2, halvedAt: 0, leases: [] });
  }),
  once('checks/checks: begin', 'absent; available; absent', async ({ checks, ledger }) => {
    await ledger.grant(U, { source: 'gift', amount: 5, why: 'gift' });
    return () => checks.begin(CHECK, 'a@example.com', NOW);
  }),
  once('checks/checks: closeWrites', 'state', async (context) => {
    await beginCheck(context);
    return () => context.checks.finish(CHECK, VERDICT, true);
  }),
  once('checks/checks: postpone', 'state attempt', async (context) => {
    await beginCheck(context);
    return () => context.checks.postpone(CHECK, 1, NOW);
  }),
  once('checks/checks: undo', 'absent; consumed debt; state attempt', async (context) => {
    await beginCheck(context);
    return () => context.checks.undo(CHECK);
  }),
  always(
    'checks/checks: undo',
    'absent; consumed debt; !state attempt; attempt',
    async (context) => {
      await beginCheck(context);
      const closed = { ...(await context.checks.get(U, CHECK.requestId)), state: 'answered' };
      await context.db.put({ ...checkKey(U, CHECK.requestId), ...closed });
      return () => context.checks.undo(CHECK);
    },
  ),
  once('credits/free-answers: addWrite', 'answers', async (context) => {
    const budget = { used: 0, limit: 1, charged: 0 };
    return writes(context, [context.freeAnswers.addWrite(U, DAY, 1, budget)]);
  }),
  always('credits/free-answers: addWrite', 'answers renewAt', async (context) => {
    const budget = { used: 0, limit: 9, charged: 0 };
    await writes(context, [context.freeAnswers.addWrite(U, DAY, 1, budget)])();
    return writes(context, [context.freeAnswers.addWrite(U, DAY, 1)]);
  }),
];

/** Rows of the stores of connections, bounces and single checks. */
export const CHECKING_ROWS = [...CONNECTION_ROWS, ...BOUNCE_ROWS, ...CHECK_ROWS];
