import { describe, expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { t } from './english.ts';
import { it, logInAsCustomer } from './visitor.ts';

/** Content and requests of the HTML document before the app has loaded. */

const ACCOUNT = '**/api/me';
/**
 * Number of script files that the first load of the dashboard requests. It is kept small, because
 * browsers load only six at a time over HTTP/1.1.
 */
const FILES = 7;

it('requests the account once, before its own code has loaded', async ({ visitor, service }) => {
  const { page } = visitor;
  const { token } = await logInAsCustomer(visitor, service, 'first@customer.test');
  const requestTypes: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/me')
      requestTypes.push(request.headers()['authorization']);
  });
  // The app makes its next call after ten seconds.
  await page.clock.install();
  const account = page.waitForRequest(ACCOUNT);
  await page.route('**/assets/*.js', async (route) => {
    await account;
    await route.continue();
  });
  await page.goto(paths.dashboard);
  await page.getByText('Your lists will appear here.').waitFor();
  expect(requestTypes).toEqual([`Bearer ${token}`]);
  const files = await page
    .locator('link[rel=modulepreload], script[src]')
    .evaluateAll((found) =>
      found.map((each) => each.getAttribute('href') ?? each.getAttribute('src')),
    );
  const first = files.slice(0, files.findIndex((file) => file?.includes('dashboard-page')) + 1);
  expect(new Set(first).size).toBe(FILES);
});

it('declares its charset within the bytes that browsers inspect', async ({ visitor: { page } }) => {
  const html = await (await page.request.get(paths.login)).text();
  expect(html.slice(0, 1024)).toContain('<meta charset="utf-8"');
});

it('makes no API call without a session', async ({ visitor: { page } }) => {
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto(paths.login);
  await page.getByLabel(t('account.email')).waitFor();
  expect(requestedPaths.filter((path) => path.startsWith('/api/'))).toEqual([]);
});

describe.each([
  ['en', 'Log in – Tamis', /^Tamis checks which email addresses /],
  ['fr', 'Se connecter – Tamis', /^Tamis dit quelles adresses e-mail /],
] as const)('in %s', (language, title, description) => {
  it.override({ language });

  it('has a title, a description and icons', async ({ visitor: { page } }) => {
    await page.goto(paths.login);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.title()).toBe(title);
    const metaDescription = page.locator('meta[name=description]');
    expect(await metaDescription.getAttribute('content')).toMatch(description);
    // A deployment inserts tags with the site's URL before this tag.
    expect(await page.locator('meta[property="og:type"]').count()).toBe(1);
    const icons = await page
      .locator('link[rel*=icon]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const types = icons.map(async (icon) => [
      icon,
      (await page.request.get(icon)).headers()['content-type'],
    ]);
    expect(await Promise.all(types)).toEqual([
      ['/favicon.ico', 'image/x-icon'],
      ['/favicon.svg', 'image/svg+xml'],
      ['/apple-touch-icon.png', 'image/png'],
    ]);
  });
});
