import { startHttpService } from '../../lab/embedded/services/http-service.ts';
import {
  createServiceCalls,
  type ServiceCalls,
} from '../../functions/connections/adapters/call-service.ts';
import type {
  Contact,
  Page,
  Service,
  ServiceCall,
} from '../../functions/connections/rules/service.ts';
import type { Clock } from '../../functions/platform/clock.ts';
import type { FakeService } from '../../lab/fake-services/src/fake-service.ts';
import { createServicesHandler } from '../../lab/fake-services/src/serve.ts';

/**
 * Serves fakes on loopback and opens calls that reach them through the product's client. Waiting
 * advances the clock, so limits and backoff take no time.
 */
export async function startServices(
  clock: Clock & { advance(ms: number): void },
  ...fakes: readonly FakeService[]
): Promise<ServiceCalls & { readonly waits: number[] } & AsyncDisposable> {
  const handle = createServicesHandler(fakes);
  const { url, close } = await startHttpService((request, response) => {
    if (!handle(request, response)) response.writeHead(404).end();
  });
  const waits: number[] = [];
  const calls = createServiceCalls({
    clock,
    async sleep(ms) {
      waits.push(ms);
      clock.advance(ms);
    },
    random: () => 0.5,
    fakeOrigin: url,
  });
  return { ...calls, waits, [Symbol.asyncDispose]: close };
}

/** Reads all pages. Cursors are the only state that is carried from page to page. */
export async function readPages<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await readPage(cursor);
    items.push(...page.items);
    if (page.next === undefined) return items;
    cursor = page.next;
  }
}

/** Returns the failure of a call; `none` if it succeeds. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'none',
    (error: { failure?: unknown }) => error.failure ?? error,
  );

/** Removes duplicates, as imports do. */
export const emailsOf = (contacts: readonly { readonly email: string }[]): string[] =>
  [...new Set(contacts.map(({ email }) => email))].toSorted();

/** Reads states in the order of the contacts. */
export async function readStatesInOrder(
  service: Service,
  call: ServiceCall,
  audienceId: string,
  contacts: readonly Pick<Contact, 'id' | 'email'>[],
) {
  const states = await service.readStates(call, audienceId, contacts);
  return contacts.flatMap(({ id }) => states.filter((state) => state.id === id));
}
