import {
  NodeOperationError,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
} from 'n8n-workflow';
import type { List, NewBounceReport, RowFilter } from '../../../client/src/types.ts';
import { idempotencyKeyOf, type TamisClient } from '../tamis-client.ts';

type Output = Pick<INodeExecutionData, 'json' | 'binary'>;
type Operation = (
  context: IExecuteFunctions,
  tamis: TamisClient,
  items: readonly number[],
) => Promise<Output[]>;

/** Operations that make a call for each input item; the others make one call for all of them. */
export const PER_ITEM: ReadonlySet<string> = new Set(['verify', 'upload', 'getResult']);

/** How long the service may wait before it responds that a check continues in the background. */
const CHECK_SECONDS = 20;
const BYTES_PER_MB = 2 ** 20;

const toItem = (json: object): Output => ({ json: { ...json } });

/** Reads the parameters of an item; empty ones are undefined. */
const parametersOf = (context: IExecuteFunctions, item: number) => ({
  text: (name: string): string | undefined =>
    String(context.getNodeParameter(name, item, '') ?? '').trim() || undefined,
  number: (name: string): number => Number(context.getNodeParameter(name, item, 0)),
  group: (name: string) => context.getNodeParameter(name, item, {}) as IDataObject,
});

/** Waits at most some minutes. */
async function waitAtMost<T>(
  context: IExecuteFunctions,
  minutes: number,
  wait: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const deadline = AbortSignal.timeout(minutes * 60_000);
  const canceled = context.getExecutionCancelSignal();
  const result = wait(canceled ? AbortSignal.any([deadline, canceled]) : deadline);
  return result.catch((error: unknown) =>
    error === deadline.reason ? undefined : Promise.reject(error),
  );
}

/**
 * Returns the customer's own id for a request, or an id that remains the same when n8n retries the
 * node.
 */
const keyOf = (context: IExecuteFunctions, item: number, request: unknown): string =>
  parametersOf(context, item).text('requestId') ?? idempotencyKeyOf(context, item, request);

const verify: Operation = async (context, { check, checks }, [item = 0]) => {
  const { text, number } = parametersOf(context, item);
  const email = text('email') ?? '';
  const idempotencyKey = keyOf(context, item, email);
  const minutes = number('maxWait');
  if (minutes <= 0) return [toItem(await check(email, { idempotencyKey }))];
  const result = await check(email, { idempotencyKey, timeoutS: CHECK_SECONDS });
  if (!('id' in result)) return [toItem(result)];
  const verdict = await waitAtMost(context, minutes, (signal) =>
    checks.waitFor(result.id, { signal }),
  );
  return [toItem(verdict ?? { email, pending: result })];
};

const create: Operation = async (context, { lists }, items) => {
  const emails = items
    .flatMap((item) => context.getNodeParameter('email', item, '') as string | string[])
    .filter((email) => String(email ?? '').trim() !== '');
  const name = parametersOf(context, 0).text('name');
  const idempotencyKey = keyOf(context, 0, [name, emails]);
  return [toItem(await lists.create(emails, { name, idempotencyKey }))];
};

const upload: Operation = async (context, { lists }, [item = 0]) => {
  const { text, number } = parametersOf(context, item);
  const property = text('binaryPropertyName') ?? 'data';
  const { fileName = 'addresses.csv' } = context.helpers.assertBinaryData(item, property);
  const file = await context.helpers.getBinaryDataBuffer(item, property);
  const about = { fileName, name: text('name'), column: number('column') || undefined };
  const idempotencyKey = keyOf(context, item, [about, file.toString('base64')]);
  const list = await lists.upload(new Blob([Uint8Array.from(file)]), { ...about, idempotencyKey });
  return [toItem(list)];
};

const getResult: Operation = async (context, { lists }, [item = 0]) => {
  const { text, number } = parametersOf(context, item);
  const id = text('listId') ?? '';
  const minutes = number('maxWait');
  const wait = (signal: AbortSignal): Promise<List> => lists.waitFor(id, { signal });
  const list = minutes > 0 ? await waitAtMost(context, minutes, wait) : await lists.get(id);
  const output = text('output');
  if (output === 'summary') return [toItem(list ?? (await lists.get(id)))];
  if (!list)
    throw new NodeOperationError(
      context.getNode(),
      `The list is not finished after ${minutes} minutes. It continues, and waiting for it again is free.`,
    );
  const status = (text('status') ?? 'all') as 'all' | NonNullable<RowFilter['status']>;
  const filter = status === 'all' ? {} : { status };
  if (output === 'rows') {
    const rows: Output[] = [];
    for await (const row of lists.rows(id, filter))
      if (rows.push(toItem(row)) >= number('maxRows')) break;
    return rows;
  }
  const response = await lists.download(id, filter);
  const file = Buffer.from(await response.arrayBuffer());
  const maxMb = number('maxFileSize');
  if (file.length > maxMb * BYTES_PER_MB)
    throw new NodeOperationError(
      context.getNode(),
      `The result has more than ${maxMb} MB. Raise the limit, or choose a status.`,
    );
  const binary = await context.helpers.prepareBinaryData(
    file,
    `${list.file_name.replace(/\.(csv|txt)$/i, '')}.csv`,
    'text/csv',
  );
  return [{ ...toItem(list), binary: { data: binary } }];
};

const report: Operation = async (context, { bounces }, items) => {
  const rows = items.map((item) => {
    const { text } = parametersOf(context, item);
    const bounce = { text: text('reply'), code: text('code'), type: text('type') };
    return { email: text('email') ?? '', ...bounce };
  });
  const { text, number, group } = parametersOf(context, 0);
  const { listId, categories, at } = group('sent');
  const sent = listId ? { list_id: listId, categories, at } : undefined;
  const about = { name: text('name'), sent: sent as NewBounceReport['sent'] };
  const idempotencyKey = keyOf(context, 0, [about, rows]);
  const started = await bounces.report(rows, { ...about, idempotencyKey });
  const done = await waitAtMost(context, number('maxWait'), (signal) =>
    bounces.waitFor(started.id, { signal }),
  );
  return [toItem(done ?? started)];
};

export const OPERATIONS: Readonly<Record<string, Operation>> & { verify: Operation } = {
  verify,
  create,
  upload,
  getResult,
  report,
};
