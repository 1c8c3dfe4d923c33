import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { registerCustomer, waitUntil } from '../support/customer.ts';
import { t } from './english.ts';
import { it, setCookie } from './visitor.ts';

it('the conditions can be accepted only once their text has loaded', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const { token } = await registerCustomer(service, 'reads-terms@customer.test', 'en');
  await setCookie(visitor, { session: token }, service);
  const held: Route[] = [];
  await page.route('**/assets/conditions.en-*', (route) => void held.push(route));
  await page.goto(paths.terms);
  const accept = page.getByRole('button', { name: t('legal.accept') });
  await accept.waitFor();
  const [text] = await waitUntil(
    () => Promise.resolve(held),
    ({ length }) => length > 0,
  );
  expect(await accept.isDisabled()).toBe(true);
  await text?.continue();
  await page.getByText(t('legal.authority')).waitFor();
  await accept.click();
  await page.waitForURL(`**${paths.dashboard}`);
});
