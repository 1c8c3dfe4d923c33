import type { Page } from 'playwright-core';
import { areaHomePaths, type Area } from '../../web/src/app/area.ts';
import { pages, pagesOf, type PageName } from '../../web/src/app/pages.ts';
import { homePath, paths } from '../../web/src/lib/paths.ts';
import { registerCustomer } from '../support/customer.ts';
import { DEMO_ADMIN, DEMO_CUSTOMER, logInAsDemoAccount } from './demo.ts';
import { t } from './english.ts';
import { FAILED_CALL_MESSAGE, it, navigateInApp, setCookie } from './visitor.ts';

/** The page that each path leads to, for each kind of visitor. */

// The paths contain no id, so the list page requests a list that does not exist.
it.override({ tolerated: FAILED_CALL_MESSAGE });

const NAMES = Object.keys(pages) as PageName[];

const expectHeading = (page: Page, name: PageName): Promise<void> =>
  page.getByRole('heading', { level: 1, name: t(pages[name].title), exact: true }).waitFor();

/**
 * Opens every path. Expects the area's pages at their own paths, and its home page at all other
 * paths. Excludes the page for one-time codes, because it needs a pending code.
 */
async function expectPagesOf(area: Area, page: Page): Promise<void> {
  const visiblePages = [...pagesOf(area), ...pagesOf('anyone')];
  if (area === 'customer' || area === 'admin') visiblePages.push(...pagesOf('account'));
  const own: readonly PageName[] = visiblePages.filter((name) => name !== 'otp');
  const home = own.find((name) => paths[name] === areaHomePaths[area]);
  if (home === undefined) throw new Error(`The first page of ${area} belongs to another area`);
  const expectLanding = async (name: PageName): Promise<void> => {
    await page.waitForURL(({ pathname }) => pathname === paths[name]);
    await expectHeading(page, name);
  };
  for (const address of [homePath, '/no-such-page', '/no/such/page', '/a.b', '/Login', '/login/']) {
    await page.goto(address);
    await expectLanding(home);
  }
  for (const name of NAMES) {
    await navigateInApp(page, paths[name]);
    await expectLanding(own.includes(name) ? name : home);
  }
}

it('redirects visitors to the login, except from public pages', async ({ visitor, service }) => {
  const { page } = visitor;
  await expectPagesOf('visitor', page);
  await setCookie(visitor, { email: 'waits-for-a-code@customer.test' }, service);
  await page.goto(paths.otp);
  await expectHeading(page, 'otp');
});

it('redirects customers to the terms until they have accepted them', async ({
  visitor,
  service,
}) => {
  const { token } = await registerCustomer(service, 'no-terms@customer.test', 'en');
  await setCookie(visitor, { session: token }, service);
  await expectPagesOf('terms', visitor.page);
});

it('redirects customers to their dashboard, except from their pages', async ({
  visitor,
  service,
}) => {
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  await expectPagesOf('customer', visitor.page);
});

it('redirects administrators to the users', async ({ visitor, service }) => {
  await logInAsDemoAccount(DEMO_ADMIN, visitor, service);
  await expectPagesOf('admin', visitor.page);
});
