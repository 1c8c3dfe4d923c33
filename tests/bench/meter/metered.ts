import type { TappedService } from '../../../localstack/embedded/supervisor/instruments.ts';

/** One request as it went over the wire. */
export interface MeteredRequest {
  readonly service: TappedService;
  /** As the service calls it; for S3 the kind by which it is paid for: PUT, GET, HEAD, LIST, DELETE. */
  readonly operation: string;
  /** Name of the function that made it; empty for what is no function. */
  readonly caller: string;
  /** Units of DynamoDB: of reading for an operation that reads, else of writing. */
  readonly units: number;
  /** Bytes of both bodies. */
  readonly bytes: number;
  /** Of each message that was left in a queue, the seconds by which it is delayed. */
  readonly delays: readonly number[];
  /** Messages taken out of a queue. */
  readonly received: number;
}

/** Requests of one kind, added up. */
export type Metered = MeteredRequest & { readonly requests: number };

/** Adds up requests by caller, service and operation. */
export function createTally() {
  const kinds = new Map<string, Metered>();
  return {
    add(request: MeteredRequest): void {
      const kind = `${request.caller} ${request.service} ${request.operation}`;
      const before = kinds.get(kind);
      kinds.set(kind, {
        ...request,
        requests: (before?.requests ?? 0) + 1,
        units: (before?.units ?? 0) + request.units,
        bytes: (before?.bytes ?? 0) + request.bytes,
        delays: [...(before?.delays ?? []), ...request.delays],
        received: (before?.received ?? 0) + request.received,
      });
    },
    /** What was added since the last time. */
    take(): readonly Metered[] {
      const all = [...kinds.values()];
      kinds.clear();
      return all;
    },
  };
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

/** Whether an operation of DynamoDB reads; every other one writes. */
export const isRead = ({ operation }: Pick<MeteredRequest, 'operation'>): boolean =>
  READS.has(operation);
