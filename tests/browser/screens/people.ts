import type { Browser, BrowserContext } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../../lab/embedded/supervisor/seed.ts';
import { en } from '../../../web/src/testing/texts.ts';
import { paths } from '../../../web/src/lib/paths.ts';
import {
  type TestCustomer,
  registerCustomer,
  signUp,
  uploadList,
  waitForStatus,
} from '../../support/customer.ts';
import { listAddresses } from '../../support/mailnet.ts';
import type { Service } from '../../support/stack.ts';

/** Kinds of users, whose accounts determine what they see. */
export type Persona = 'visitor' | 'unverified' | 'newcomer' | 'beginner' | 'customer' | 'admin';

export const FINISHED_LIST_NAME = 'Clients été 2026';
export const PAUSED_LIST_NAME = 'A-name-without-a-space-as-programs-do';
/** Number of addresses of the paused list: more than the welcome credits. */
const PAUSED_ADDRESSES = 12_000;

/** Cookies to set in a new browser, by persona; none for a visitor. */
export type PersonaCookies = Readonly<Record<Persona, Readonly<Record<string, string>>>>;

/**
 * Signs up the personas, and logs in as the demo administrator. The customer also buys plans and
 * uploads lists.
 * @param tag part of the email addresses
 */
export async function createPersonas(
  service: Service,
  browser: Browser,
  tag: string,
): Promise<PersonaCookies> {
  const address = (name: string): string => `${name}-${tag}@customer.test`;
  const newcomer = await registerCustomer(service, address('newcomer'), 'en');
  const beginner = await signUp(service, address('beginner'));
  const customer = await signUp(service, address('customer'));
  await pay(browser, service, customer);
  await uploadLists(customer);
  const [, { email, password }] = DEMO_ACCOUNTS;
  const { data: admin } = await service.client().login({ body: { email, password } });
  return {
    visitor: {},
    unverified: { email: 'someone.with.a.long.name@customer.test' },
    newcomer: { session: newcomer.token },
    beginner: { session: beginner.token },
    customer: { session: customer.token },
    admin: { session: admin.token },
  };
}

export const logInWithCookies = (
  context: BrowserContext,
  cookies: Readonly<Record<string, string>>,
  { url }: Service,
): Promise<void> =>
  context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url,
    })),
  );

async function pay(browser: Browser, service: Service, customer: TestCustomer): Promise<void> {
  const context = await browser.newContext({ baseURL: service.url, locale: 'en' });
  await logInWithCookies(context, { session: customer.token }, service);
  const page = await context.newPage();
  for (const offer of [en.billing.pricing.buy, en.billing.pricing.subscribe]) {
    await page.goto(paths.pricing);
    await page.locator('main li').getByRole('link', { name: offer }).first().click();
    await page.getByRole('button', { name: /^(Pay|Subscribe)/ }).click();
    await page.waitForURL(`**${paths.invoices}*`);
  }
  await page.getByRole('row').nth(2).waitFor();
  await context.close();
}

/**
 * Uploads three lists: one that finishes, one without enough credits, and one that is unreadable.
 */
async function uploadLists(customer: TestCustomer): Promise<void> {
  const file = (name: string, lines: readonly string[]) => ({
    name: `${name}.csv`,
    bytes: Buffer.from(lines.join('\n')),
  });
  const unreadable = await uploadList(
    customer,
    'Export CRM',
    file('export', ['name;city', 'Ada;Lyon']),
  );
  await waitForStatus(customer, unreadable, 6);
  const numbered = Array.from({ length: PAUSED_ADDRESSES }, (_, i) => `${i}@no-such-domain.test`);
  const paused = await uploadList(customer, PAUSED_LIST_NAME, file('paused', numbered));
  await waitForStatus(customer, paused, 5);
  const finished = await uploadList(
    customer,
    FINISHED_LIST_NAME,
    file('clients', listAddresses(1, 40)),
  );
  await waitForStatus(customer, finished);
}
