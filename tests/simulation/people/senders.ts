import assert from 'node:assert/strict';
import { storedReport } from '../../../functions/bounces/rules/report.ts';
import { pickRandom } from '../../support/random.ts';
import { routes } from '../../support/routes.ts';
import type { ActionHandler, RouteResponse, Simulation, Visitor } from '../simulation.ts';
import { submitUpload } from '../webhooks/endpoints.ts';
import { findRandomList, isFinished } from './find-list.ts';
import { generateUpload } from './generate-upload.ts';

const ROWS = 6;

/** @param listId the list that was mailed, if known */
const report = (
  world: Simulation,
  { headers = {} }: Visitor,
  emails: readonly string[],
  listId: string | undefined,
): Promise<RouteResponse | undefined> => {
  const rows = emails.map((email) => ({ email, text: `550 5.1.1 <${email}>: no such user` }));
  const at = new Date(world.clock.now()).toISOString();
  const sent = listId !== undefined && { list_id: listId, categories: ['deliverable'], at };
  return world.call(routes.reportBounces, { headers, body: { rows, ...(sent && { sent }) } });
};

/**
 * Reports that all addresses of a finished list bounced, although only every third one ceased to
 * exist. If there is no such list, and sometimes otherwise, submits one instead. Other lists never
 * contain these addresses.
 */
export const reportListBounces: ActionHandler = async (world, _who, random) => {
  const { sender } = world;
  const list = await findRandomList(world, sender, random, isFinished);
  if (!list || random() < 0.3) {
    const upload = generateUpload(world, ROWS, (at, token) => `ok${at}@${token}.sent.test`);
    await submitUpload(world, sender.headers, upload);
    return;
  }
  const emails = world.uploads.get(list.file_name)?.[0]?.rows.map(({ address }) => address) ?? [];
  for (const [at, email] of emails.entries()) if (at % 3 === 0) world.engine.gone.add(email);
  await report(world, sender, emails, random() < 0.6 ? list.file_id : undefined);
};

/** Reports another customer's addresses as bounced, with or without the list's id. */
export const reportForeignAddresses: ActionHandler = async (world, who, random) => {
  const list = await findRandomList(world, world.sender, random, isFinished);
  const emails = [...world.engine.gone];
  if (list && emails.length > 0 && who.headers)
    await report(world, who, emails, pickRandom([list.file_id, undefined], random));
};

/**
 * Expects at most one refund per address that is gone, each for the sender, and that all reports
 * are done unless a fault interrupted their worker. Returns the number of refunds.
 */
export async function expectBounceRefunds(world: Simulation): Promise<number> {
  const { engine, faultFree, sender, sqs, table } = world;
  const owner = await faultFree.accounts.findByEmail(sender.email);
  const items = table.all();
  const refunds = items.filter(({ SK }) => /^ENTRY#grant:replacement:.*:bounce-/.test(String(SK)));
  for (const { PK, amount } of refunds) assert.deepEqual([PK, amount], [`USER#${owner?.id}`, 1]);
  assert.ok(refunds.length <= engine.gone.size, `${refunds.length} of ${engine.gone.size}`);
  const reports = items
    .filter(({ SK }) => String(SK).startsWith('BOUNCES#'))
    .map((item) => storedReport.parse(item));
  // A worker that kept failing may have left its report unfinished.
  if (sqs.messages.some(({ queue }) => queue.startsWith('bounces'))) return refunds.length;
  const refunded = reports.reduce((sum, { counts }) => sum + (counts?.refunds.refunded ?? 0), 0);
  assert.equal(refunded, refunds.length);
  for (const { state, reportId } of reports)
    if (!world.faultyMessages.has(reportId)) assert.equal(state, 'done', reportId);
  return refunds.length;
}
