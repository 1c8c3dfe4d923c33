import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import type { TappedService } from '../../../localstack/embedded/supervisor/instruments.ts';
import { isRead, type MeteredRequest } from './metered.ts';

/** A request with its answer. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly answer: Buffer;
}

const capacity = z.object({ CapacityUnits: z.number() });
const dynamoAnswer = z.object({
  ConsumedCapacity: z.optional(z.union([capacity, z.array(capacity)])),
  CancellationReasons: z.optional(z.array(z.unknown())),
});
const queueCall = z.object({
  DelaySeconds: z.optional(z.number()),
  Entries: z.optional(z.array(z.object({ DelaySeconds: z.optional(z.number()) }))),
});
const queueAnswer = z.object({ Messages: z.optional(z.array(z.unknown())) });

const json = (bytes: Buffer): unknown => JSON.parse(bytes.toString() || '{}');

/** The SDK names the function in the header, by AWS_SDK_UA_APP_ID. */
const callerOf = ({ 'user-agent': agent = '' }: IncomingHttpHeaders): string =>
  /(?:^| )app\/(\S+)/.exec(agent)?.[1] ?? '';

/** `DynamoDB_20120810.GetItem` → `GetItem` */
export const operationOf = ({ headers }: Pick<Exchange, 'headers'>): string =>
  String(headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1) ?? '';

/** How S3 is paid: by kind of request. A form that uploads is a PUT, deleting many is a DELETE. */
function kindOfS3({ method, url, headers }: Exchange): string {
  const { searchParams, pathname } = new URL(url, 'http://s3');
  if (method === 'GET' && (searchParams.has('list-type') || pathname === '/')) return 'LIST';
  if (method !== 'POST') return method;
  const isCall = headers['x-amz-date'] !== undefined || headers['authorization'] !== undefined;
  return isCall && searchParams.has('delete') ? 'DELETE' : 'PUT';
}

/**
 * Units that a call of DynamoDB consumed. A write whose condition failed answers none: it costs one,
 * and a cancelled transaction two an item.
 */
function unitsOf(operation: string, answer: Buffer): number {
  const { ConsumedCapacity, CancellationReasons } = dynamoAnswer.parse(json(answer));
  if (ConsumedCapacity !== undefined)
    return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  if (CancellationReasons !== undefined) return 2 * CancellationReasons.length;
  return isRead({ operation }) ? 0 : 1;
}

/** What an exchange with a service costs. */
export function meteredOf(service: TappedService, exchange: Exchange): MeteredRequest {
  const { headers, body, answer } = exchange;
  const base = {
    service,
    operation: operationOf(exchange),
    caller: callerOf(headers),
    units: 0,
    bytes: body.length + answer.length,
    delays: [],
    received: 0,
  };
  if (service === 's3') return { ...base, operation: kindOfS3(exchange) };
  if (service === 'dynamodb') return { ...base, units: unitsOf(base.operation, answer) };
  const { Entries, DelaySeconds = 0 } = queueCall.parse(json(body));
  const { Messages = [] } = queueAnswer.parse(json(answer));
  const single = base.operation === 'SendMessage' ? [DelaySeconds] : [];
  const delays =
    base.operation === 'SendMessageBatch'
      ? (Entries ?? []).map((entry) => entry.DelaySeconds ?? 0)
      : single;
  return { ...base, delays, received: Messages.length };
}
