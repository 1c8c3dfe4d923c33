import type { IdGenerator } from '../../functions/platform/clock.ts';
import { createFakeMailchimp } from '../../lab/fake-services/src/mailchimp/fake-mailchimp.ts';
import type { TestClock } from '../support/test-clock.ts';
import type { SimulatedNetwork } from './network.ts';

/** Pages have fewer contacts than the product requests, so that small audiences have several. */
const PAGE_CONTACTS = 4;
/** Duration of a slow page. A run that reads several of them must continue in the next run. */
const SLOW_PAGE_MS = 19_000;
/** Two audiences without common contacts. The prefix of an address selects its verdict. */
const AUDIENCES = [
  ['ok', 'bad', 'ok', 'any', 'bad', 'odd', 'grey'],
  ['bad', 'ok', 'ok', 'ok', 'bad'],
];

const KEY = '0123456789abcdef0123456789abcdef-us6';

/** Creates the service with the contacts of one customer, whose key can be revoked. */
export function createContactService(
  clock: TestClock,
  network: SimulatedNetwork,
  ids: Pick<IdGenerator, 'token'> & { readonly random: () => number },
) {
  const fake = createFakeMailchimp({ key: KEY });
  for (const [number, prefixes] of AUDIENCES.entries())
    fake.account.addList(
      prefixes.length,
      (index) => `${prefixes[index]}${index}@contacts${number}.test`,
    );

  async function send(
    input: string | URL | Request,
    { method = 'GET', headers, body }: RequestInit = {},
  ): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input);
    const isPage = url.pathname.endsWith('/members');
    if (isPage) {
      const count = Math.min(PAGE_CONTACTS, Number(url.searchParams.get('count')));
      url.searchParams.set('count', String(count));
    }
    const path = url.pathname + url.search;
    const text = typeof body === 'string' ? body : '';
    const response = await network.call({
      name: `contacts.${method}`,
      input: [path, text],
      effect() {
        if (isPage && ids.random() < 0.2) clock.advance(SLOW_PAGE_MS);
        return fake.respond({
          method,
          host: url.host,
          url: path,
          headers: Object.fromEntries(new Headers(headers)),
          body: text,
        });
      },
    });
    const content = response.body === undefined ? null : JSON.stringify(response.body);
    return new Response(content, { status: response.status, headers: response.headers ?? {} });
  }

  return { account: fake.account, faults: fake.faults, key: KEY, fetch: send };
}
