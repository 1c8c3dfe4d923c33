import type { z } from 'zod/mini';
import type { verdict } from '../contract/checks.ts';
import type { ListDetail } from '../contract/list-detail.ts';
import { ENGINE_PROBE_ADDRESS } from '../model/key-kind.ts';
import { LIST_STATUS } from '../model/list-status.ts';
import { VERDICT_STATUSES, type VerdictStatus } from '../model/verdict.ts';
import { ApiError } from './api-error.ts';
import type { Client } from './client.ts';

interface Caller {
  readonly api: Client;
}

const UPLOAD_TIMEOUT_MS = 30_000;

/** Uploads a file like a browser, with a presigned POST to the bucket. Returns the list's id. */
export async function uploadList(
  { api }: Caller,
  name: string,
  file: { name: string; bytes: Uint8Array },
): Promise<string> {
  const body = { name, file_name: file.name, size: file.bytes.length };
  const { data } = await api.upload({ body });
  if (!('upload' in data)) throw new Error('a JSON call responds with a presigned upload');
  const form = new FormData();
  for (const [field, value] of Object.entries(data.upload.fields)) form.append(field, value);
  form.append('file', new Blob([Uint8Array.from(file.bytes)]), file.name);
  const signal = AbortSignal.timeout(UPLOAD_TIMEOUT_MS);
  const response = await fetch(data.upload.url, { method: 'POST', body: form, signal });
  if (!response.ok) {
    // Report only the error code, because the rest of the response may contain the signature.
    const [, code] = /<Code>(\w+)</.exec(await response.text()) ?? [];
    throw new Error(`the bucket responded with ${response.status} ${code}`);
  }
  return data.file_id;
}

/** Returns the list; undefined while its file has not arrived (404). */
export async function getList({ api }: Caller, id: string): Promise<ListDetail | undefined> {
  try {
    return (await api.getFile({ params: { id } })).data;
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return undefined;
    throw error;
  }
}

/** Downloads the result with its BOM, from the response itself or from the URL in it. */
export async function downloadResult({ api }: Caller, id: string): Promise<string> {
  const result = await api.download({ body: { file_id: id, type: 'all' } });
  const bytes =
    result.kind === 'file'
      ? await result.blob.arrayBuffer()
      : await (await fetch(result.url)).arrayBuffer();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Polls until `isDone` accepts the result. @throws after `seconds`, with the last result */
export async function waitUntil<T>(
  ask: () => Promise<T>,
  isDone: (result: T) => boolean,
  seconds = 180,
  pollSeconds = 0.2,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const result = await ask();
    if (isDone(result)) return result;
    if (Date.now() > deadline)
      throw new Error(`not done after ${seconds} s: ${JSON.stringify(result)}`);
    await new Promise((resolve) => {
      setTimeout(resolve, pollSeconds * 1000);
    });
  }
}

type Verdict = z.infer<typeof verdict>;

interface CustomerJourney {
  /** Distinct addresses. The last one is also checked individually. */
  readonly addresses: readonly string[];
  readonly seconds: number;
  readonly pollSeconds: number;
  readonly report: (line: string) => void;
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number;
}

/** Addresses that a test key can check, with their verdicts. The last one reaches the engine. */
export const TEST_KEY_VERDICTS: ReadonlyMap<string, VerdictStatus> = new Map([
  // Sandbox addresses are named after their verdict.
  ...VERDICT_STATUSES.map((status) => [`${status}@sandbox.test`, status] as const),
  [ENGINE_PROBE_ADDRESS, 'undeliverable'],
]);

interface CustomerJourneyResult {
  readonly check: Verdict;
  readonly list: ListDetail;
  readonly header: string;
  readonly rows: readonly (readonly string[])[];
}

/** A failed step of the smoke test; the message is a sentence for the operator. */
export class StepFailedError extends Error {
  override readonly name = 'StepFailedError';
}

const { paused, canceled, finished } = LIST_STATUS;
const IDLE_STATUSES = new Set<number>([paused, canceled, finished]);

function sentenceOf(cause: unknown): string {
  if (!(cause instanceof ApiError))
    return cause instanceof Error ? cause.message : 'A value that is not an Error was thrown.';
  if (cause.code === 'unreachable') return 'The server does not respond.';
  if (cause.code === 'unreadable') return `The response is not from this API (${cause.status}).`;
  return `The API responded: ${cause.messages.join(' ') || cause.code} (${cause.status})`;
}

/** Runs a step and reports its duration in milliseconds. @throws {StepFailedError} when it fails */
export async function runStep<T>(
  { report, now }: Pick<CustomerJourney, 'report' | 'now'>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const began = now();
  try {
    const done = await work();
    report(`ok  ${name}, ${now() - began} ms`);
    return done;
  } catch (cause) {
    throw new StepFailedError(`Failed: ${name}. ${sentenceOf(cause)}`, { cause });
  }
}

/**
 * Checks one address, the last of the given ones, through the API.
 * @throws {StepFailedError} at the first step that fails
 */
export async function runSingleCheck(
  api: Client,
  job: Pick<CustomerJourney, 'addresses' | 'report' | 'now'>,
): Promise<Verdict> {
  await runStep(job, 'health', () => api.health());
  return runStep(job, 'check one address', async () => {
    const { result } = await api.checkEmail({ body: { email: job.addresses.at(-1) ?? '' } });
    return result;
  });
}

/**
 * Runs the customer journey through the API: checks one address, uploads a list to the bucket,
 * verifies it and downloads the result. Always deletes the list afterward.
 * @throws {StepFailedError} at the first step that fails
 */
export async function runCustomerJourney(
  api: Client,
  job: CustomerJourney,
): Promise<CustomerJourneyResult> {
  const { addresses, seconds, pollSeconds } = job;
  const check = await runSingleCheck(api, job);
  const file = { name: 'smoke.csv', bytes: new TextEncoder().encode(addresses.join('\n')) };
  const id = await runStep(job, `upload ${addresses.length} addresses`, () =>
    uploadList({ api }, 'smoke', file),
  );
  const removeList = () => api.deleteFile({ params: { id } });
  try {
    const list = await runStep(job, 'verify them', async () => {
      const idleList = await waitUntil(
        () => getList({ api }, id),
        (shown) => shown !== undefined && IDLE_STATUSES.has(shown.status),
        seconds,
        pollSeconds,
      );
      if (idleList?.status !== finished)
        throw new Error(`The list stopped with status ${idleList?.status}: ${idleList?.reason}.`);
      return idleList;
    });
    const [header = '', ...rows] = await runStep(job, 'download the result', async () =>
      (await downloadResult({ api }, id)).trimEnd().split('\r\n'),
    );
    await runStep(job, 'delete the list', removeList);
    return { check, list, header, rows: rows.map((row) => row.slice(1, -1).split('";"')) };
  } catch (failure) {
    await removeList().catch(() => undefined);
    throw failure;
  }
}

/** Asserts the verdict of a single check. @throws if it is not the expected one */
export function expectVerdict(
  expected: ReadonlyMap<string, VerdictStatus>,
  { email, status, reason }: Verdict,
): void {
  const expectedStatus = expected.get(email);
  if (expectedStatus !== status)
    throw new Error(
      `${email} checked individually is ${status} (${reason}), not ${expectedStatus}.`,
    );
}

/** Compares verdicts. @throws at the first verdict that is missing or not the expected one */
export function expectVerdicts(
  expected: ReadonlyMap<string, VerdictStatus>,
  { check, rows }: CustomerJourneyResult,
): void {
  expectVerdict(expected, check);
  const found = new Map(rows.map(([address = '', ...verdict]) => [address, verdict]));
  for (const [address, status] of expected) {
    const [verdict = 'absent', reason = ''] = found.get(address) ?? [];
    if (verdict !== status)
      throw new Error(`${address} is ${verdict} (${reason}) in the result, not ${status}.`);
  }
}
