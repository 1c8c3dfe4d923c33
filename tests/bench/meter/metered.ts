import type { TappedService } from '../../../lab/embedded/supervisor/instruments.ts';
import type { RecordedExchange } from '../../support/recorder.ts';

export interface MeteredRequest {
  readonly service: TappedService;
  /** The service's operation; for S3, the price category: PUT, GET, HEAD, LIST or DELETE. */
  readonly operation: string;
  /** Name of the calling function; empty for other callers. */
  readonly caller: string;
  /** DynamoDB capacity units: read units for a reading operation, otherwise write units. */
  readonly units: number;
  /** Size of the request body plus the response body. */
  readonly bytes: number;
  /** Delay in seconds of each message that the request sent to a queue. */
  readonly delays: readonly number[];
  readonly received: number;
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

export const isRead = ({ operation }: Pick<MeteredRequest, 'operation'>): boolean =>
  READS.has(operation);

const operationOf = ({ headers }: Pick<RecordedExchange, 'headers'>): string =>
  String(headers['x-amz-target'] ?? '').replace(/.*\./, '');

/** The SDK adds the name of the calling function to the User-Agent (AWS_SDK_UA_APP_ID). */
const callerOf = ({ 'user-agent': agent = '' }: RecordedExchange['headers']): string =>
  /(?:^| )app\/(\S+)/.exec(agent)?.[1] ?? '';

/** Returns the price category of a request. A presigned POST counts as PUT. */
function kindOfS3({ method, url, headers }: Omit<RecordedExchange, 'status'>): string {
  const { searchParams, pathname } = new URL(url, 'http://s3');
  if (method === 'GET' && (searchParams.has('list-type') || pathname === '/')) return 'LIST';
  if (method !== 'POST') return method;
  const isCall = headers['x-amz-date'] !== undefined || headers['authorization'] !== undefined;
  return isCall && searchParams.has('delete') ? 'DELETE' : 'PUT';
}

interface DynamoResponse {
  readonly ConsumedCapacity?: Capacity | readonly Capacity[];
  readonly CancellationReasons?: readonly object[];
}
interface Capacity {
  readonly CapacityUnits: number;
}
interface QueueCall {
  readonly DelaySeconds?: number;
  readonly Entries?: readonly { readonly DelaySeconds?: number }[];
}

/** Operations on items. Operations on tables reject the parameter `ReturnConsumedCapacity`. */
const ITEM_OPERATION = /(?:Item|Items|Query|Scan)$/;

/** Asks DynamoDB to report the capacity that a request consumes. */
export function withReturnConsumedCapacity(
  sent: Pick<RecordedExchange, 'headers' | 'body'>,
): Buffer {
  if (!ITEM_OPERATION.test(operationOf(sent))) return sent.body;
  const call = JSON.parse(sent.body.toString()) as object;
  return Buffer.from(JSON.stringify({ ...call, ReturnConsumedCapacity: 'TOTAL' }));
}

/**
 * Returns the capacity units that a DynamoDB request consumed. DynamoDB reports none for a write
 * whose condition failed, which costs one unit, nor for a canceled transaction, which costs two per
 * item.
 */
function unitsOf(
  operation: string,
  { ConsumedCapacity, CancellationReasons }: DynamoResponse,
): number {
  if (ConsumedCapacity !== undefined)
    return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  if (CancellationReasons !== undefined) return 2 * CancellationReasons.length;
  return isRead({ operation }) ? 0 : 1;
}

export function meterRequest(
  service: TappedService,
  exchange: Omit<RecordedExchange, 'status'>,
): MeteredRequest {
  const { headers, body, response } = exchange;
  const operation = service === 's3' ? kindOfS3(exchange) : operationOf(exchange);
  const caller = callerOf(headers);
  const bytes = body.length + response.length;
  const base = { service, operation, caller, bytes, units: 0, delays: [], received: 0 };
  if (service === 's3') return base;
  const json = (text: Buffer): unknown => JSON.parse(text.toString() || '{}');
  if (service === 'dynamodb')
    return { ...base, units: unitsOf(operation, json(response) as DynamoResponse) };
  const call = json(body) as QueueCall;
  const { Messages = [] } = json(response) as { Messages?: readonly object[] };
  const sent = operation === 'SendMessage' ? [call] : [];
  const entries = operation === 'SendMessageBatch' ? (call.Entries ?? []) : sent;
  const delays = entries.map(({ DelaySeconds = 0 }) => DelaySeconds);
  return { ...base, delays, received: Messages.length };
}
