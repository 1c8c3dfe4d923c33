import * as z from 'zod/mini';
import { getBounceReport, reportBounces } from '../../functions/bounces/api.ts';
import { bounceUploadKey } from '../../functions/bounces/rules/blob-keys.ts';
import { bounceRoutes } from '../../shared/contract/bounces.ts';
import { callHandler } from './call.ts';
import { expectInvariants } from './invariants.ts';
import { expectLedgerInvariants } from './ledger-invariants.ts';
import { expectPurchaseInvariants } from './purchase-invariants.ts';
import type { PipelineHarness } from './pipeline-harness.ts';

/** Uses an API key, because a session would expire during a report. */
const headersOf = ({ owner }: PipelineHarness) => ({ 'X-Api-Key': owner.apiKey ?? '' });

type Reported = z.input<typeof bounceRoutes.reportBounces.body>;

export const createNoSuchMailboxBounce = (email: string) => ({
  email,
  text: `550 5.1.1 <${email}>: no such user`,
});

export const createMailing = (world: PipelineHarness, listId: string) => ({
  list_id: listId,
  categories: ['deliverable' as const],
  at: new Date(world.context.clock.now()).toISOString(),
});

/** Queues the notification that the bucket sends for a report's upload. */
export function notifyOfReport(world: PipelineHarness, reportId: string): void {
  const key = bounceUploadKey({ userId: world.userId, reportId });
  world.queues.put('bounces', { Records: [{ s3: { object: { key: encodeURIComponent(key) } } }] });
}

/** Reports bounces through the API. Returns the id of the report, which is not yet processed. */
export async function submitReport(world: PipelineHarness, body: Reported): Promise<string> {
  const headers = headersOf(world);
  const response = await callHandler(world.context, reportBounces, { headers, body });
  const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(response.body);
  if ('rows' in body) notifyOfReport(world, data.id);
  return data.id;
}

export async function submitReportFile(
  world: PipelineHarness,
  name: string,
  content: string,
  sent?: Reported['sent'],
): Promise<string> {
  const reportId = await submitReport(world, { file: { name, size: content.length }, sent });
  await world.blobs.put(bounceUploadKey({ userId: world.userId, reportId }), content);
  notifyOfReport(world, reportId);
  return reportId;
}

export async function fetchReport(world: PipelineHarness, reportId: string) {
  const headers = headersOf(world);
  const { body } = await callHandler(world.context, getBounceReport, {
    headers,
    params: { id: reportId },
  });
  return bounceRoutes.getBounceReport.output.parse(body).data;
}

export const fetchRefunds = async (world: PipelineHarness, reportId: string) =>
  Object.fromEntries(
    (await fetchReport(world, reportId)).bounces.map(({ email, refund }) => [email, refund]),
  );

/** Processes all messages, and advances time past the last attempt to confirm refunds. */
export async function runUntilRefundsConfirmed(world: PipelineHarness): Promise<void> {
  await world.drain();
  await world.advanceMinutes(75, 15);
}

/** Expects the invariants of the user's lists, purchases and ledger. Returns the balance. */
export async function expectSoundLedger(world: PipelineHarness) {
  await expectInvariants(world);
  await expectPurchaseInvariants(world.context, world.userId);
  return expectLedgerInvariants(world.context.ledger, world.userId);
}
