import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { SESClient, SESServiceException } from '@aws-sdk/client-ses';
import type { Passwords } from '../../functions/account/adapters/passwords.ts';
import type { Engine } from '../../functions/checks/adapters/engine.ts';
import type { Blobs } from '../../functions/platform/s3/blobs.ts';
import { REGION } from '../../lab/embedded/cloud/resolver.ts';
import { DUMMY_CREDENTIALS } from '../../lab/embedded/supervisor/clients.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { ApiRequest, ApiResponse } from '../../lab/fake-stripe/src/api/route.ts';
import { type AwsCallHandler, respondToCalls } from '../support/aws-client.ts';
import type { MemoryStripe } from '../support/memory-stripe.ts';
import type { SimulatedNetwork } from './network.ts';

const short = (command: string): string => command.replace(/Command$/, '');

const throttled = () =>
  new ProvisionedThroughputExceededException({ $metadata: {}, message: 'throttled' });

/**
 * Creates the error that DynamoDB returns while another transaction is changing the same item. For
 * calls that cannot conflict, creates a throttling error instead.
 */
function tableConflict(command: string, input: { TransactItems?: readonly object[] }): Error {
  const message = 'conflict';
  if (command === 'TransactWriteItemsCommand')
    return new TransactionCanceledException({
      $metadata: {},
      message,
      CancellationReasons: (input.TransactItems ?? []).map((_, at) => ({
        Code: at === 0 ? 'TransactionConflict' : 'None',
      })),
    });
  return /Put|Update|Delete/.test(command)
    ? new TransactionConflictException({ $metadata: {}, message })
    : throttled();
}

const firstHalf = <T>(all: readonly T[]): readonly [taken: T[], left: T[]] => {
  const half = Math.floor(all.length / 2);
  return [all.slice(0, half), all.slice(half)];
};

type Requests = Record<string, readonly object[] | { readonly Keys: readonly object[] }>;

/** Executes only the first half of a batch, as DynamoDB may. */
async function tornBatch(
  respond: AwsCallHandler,
  command: string,
  requests: Requests,
): Promise<object> {
  const [[table = '', given] = []] = Object.entries(requests);
  const isRead = given !== undefined && 'Keys' in given;
  const [taken, left] = firstHalf(isRead ? given.Keys : (given ?? []));
  const some = (part: readonly object[]) => ({ [table]: isRead ? { Keys: part } : part });
  const done =
    taken.length > 0 ? await respond(command, { RequestItems: some(taken) } as never) : {};
  return { ...done, [isRead ? 'UnprocessedKeys' : 'UnprocessedItems']: some(left) };
}

interface TableInput {
  readonly RequestItems?: Requests;
  readonly TransactItems?: readonly object[];
  readonly Limit?: number;
}

/** Pages are short, so that small queries have several pages, as large ones do. */
const PAGE_ITEMS = 5;

export const wrapTableCalls =
  (network: SimulatedNetwork, respond: AwsCallHandler): AwsCallHandler =>
  (command, given: TableInput) => {
    const isPaged = command === 'QueryCommand' && network.current() !== undefined;
    const input = isPaged
      ? { ...given, Limit: Math.min(given.Limit ?? PAGE_ITEMS, PAGE_ITEMS) }
      : given;
    return network.call({
      name: `table.${short(command)}`,
      input,
      effect: () => respond(command, input as never),
      refusal: throttled,
      conflict: () => tableConflict(command, input),
      ...(input.RequestItems && {
        torn: () => tornBatch(respond, command, input.RequestItems ?? {}),
      }),
    });
  };

export const wrapQueueCalls =
  (network: SimulatedNetwork, respond: AwsCallHandler): AwsCallHandler =>
  (command, input: { Entries?: readonly { Id: string }[] }) =>
    network.call({
      name: `queue.${short(command)}`,
      input,
      effect: () => respond(command, input as never),
      ...(command === 'SendMessageBatchCommand' && {
        torn: async () => {
          const [taken, left] = firstHalf(input.Entries ?? []);
          const done = await respond(command, { ...input, Entries: taken } as never);
          return { ...done, Failed: left.map(({ Id }) => ({ Id, Message: 'torn' })) };
        },
      }),
    });

/** Creates an SES error: `Throttling` is transient, `MessageRejected` is permanent. */
const mailRefusal = (name: string): Error =>
  new SESServiceException({ name, $fault: 'client', message: 'of the plan', $metadata: {} });

/** @param accept called for each email that SES accepts */
export const createSimulatedSesClient = (
  network: SimulatedNetwork,
  accept: (input: object) => void,
): SESClient =>
  respondToCalls(
    new SESClient({ region: REGION, credentials: DUMMY_CREDENTIALS }),
    (command, input: object) =>
      network.call({
        name: `mail.${short(command)}`,
        input,
        once: true,
        effect: () => {
          accept(input);
          return { MessageId: 'accepted' };
        },
        refusal: () => mailRefusal('Throttling'),
        conflict: () => mailRefusal('MessageRejected'),
      }),
  );

export const wrapStripeCalls =
  (network: SimulatedNetwork, stripe: MemoryStripe) =>
  (request: ApiRequest): Promise<ApiResponse> => {
    const { method, url, body } = request;
    const failure = (status: number, type: string): ApiResponse => ({
      status,
      body: JSON.stringify({ error: { type, message: 'of the plan' } }),
    });
    return network.call({
      name: `stripe.${method}`,
      input: [url, body],
      effect: () => stripe.respond(request),
      // The call takes effect, but returns a 500, which Stripe returns again for the same
      // idempotency key.
      torn: () => {
        stripe.respond(request);
        return failure(500, 'api_error');
      },
    });
  };

/** Blob methods that return a promise and make a single request. */
const ONE_REQUEST = ['size', 'bytes', 'put', 'putIfMissing', 'copy', 'delete', 'list'] as const;

export function wrapBlobCalls(network: SimulatedNetwork, blobs: Blobs): Blobs {
  const single = Object.fromEntries(
    ONE_REQUEST.map((name) => [
      name,
      (...args: never[]) => {
        const effect = () => (blobs[name] as (...given: never[]) => Promise<unknown>)(...args);
        const input = name.startsWith('put') ? args.slice(0, 1) : args;
        return network.call({ name: `files.${name}`, input, effect });
      },
    ]),
  ) as unknown as Pick<Blobs, (typeof ONE_REQUEST)[number]>;

  return {
    ...blobs,
    ...single,

    async *read(key, range) {
      let broken = false;
      const chunks = await network.call({
        name: 'files.read',
        input: [key, range],
        effect: () => Array.fromAsync(blobs.read(key, range)),
        torn: async () => {
          broken = true;
          return firstHalf(await Array.fromAsync(blobs.read(key, range)))[0];
        },
      });
      for (const chunk of chunks) {
        await network.pause();
        yield chunk;
      }
      if (broken) throw new Error(`the connection broke in the middle of ${key}`);
    },

    async write(key, chunks) {
      // The data to write may itself be read over the network.
      const all = await Array.fromAsync(chunks, (chunk) => Uint8Array.from(chunk));
      await network.call({
        name: 'files.write',
        input: key,
        effect: () => blobs.write(key, all),
        torn: async () => {
          throw new Error(`the connection broke in the middle of writing ${key}`);
        },
      });
    },

    deleteAll: (prefix) =>
      network.call({
        name: 'files.deleteAll',
        input: prefix,
        effect: () => blobs.deleteAll(prefix),
        torn: async () => {
          throw new Error(`some objects under ${prefix} remain`);
        },
      }),
  };
}

/** Wraps the engine so that a run takes time and its process may crash. */
export const wrapEngineCalls = (network: SimulatedNetwork, engine: Engine): Engine => ({
  get connections() {
    return engine.connections;
  },
  async *verify(addresses, options) {
    yield* await network.call({
      name: 'engine.verify',
      input: addresses,
      effect: () => Array.fromAsync(engine.verify(addresses, options)),
      refusal: () => new AppError('checks_unavailable'),
    });
  },
});

/** Wraps password hashing so that its threads finish in a reproducible order. */
export const wrapPasswordCalls = (network: SimulatedNetwork, passwords: Passwords): Passwords => ({
  hash: (...given) =>
    network.call({ name: 'hash', input: '', effect: () => passwords.hash(...given) }),
  matches: (...given) =>
    network.call({ name: 'matches', input: '', effect: () => passwords.matches(...given) }),
  isWeak: passwords.isWeak,
});
