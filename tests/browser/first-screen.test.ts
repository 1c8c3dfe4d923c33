import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { uploadList, waitForStatus } from '../support/customer.ts';
import { DEMO_CUSTOMER, logInAsDemoAccount } from './demo.ts';
import { t } from './english.ts';
import { expectInViewport } from './in-viewport.ts';
import { it, logInAsCustomer, navigateInApp } from './visitor.ts';

/** Tests of the parts of a page that are visible without scrolling. */

it('shows the first list of the history above the figures of the month', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const customer = await logInAsCustomer(visitor, service, 'first-screen@customer.test');
  const file = { name: 'few.csv', bytes: Buffer.from('user.1@no-such-domain.test') };
  await waitForStatus(customer, await uploadList(customer, 'Few', file));
  for (const [width, height] of [
    [1366, 625],
    [1280, 720],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(paths.dashboard);
    await page.getByText(t('usage.tiles.usedText')).waitFor();
    await expectInViewport(page.getByRole('row', { name: 'Few' }), `${width} × ${height}`);
  }
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(paths.dashboard);
  await expectInViewport(page.getByRole('link', { name: 'Few' }), 'on a phone');
});

it('shows the history of a new customer, with the first steps in one line', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'first-screen-new@customer.test');
  await page.setViewportSize({ width: 1366, height: 625 });
  await page.goto(paths.dashboard);
  const steps = page.getByRole('region', { name: t('start.title') });
  await expectInViewport(steps, 'the first steps');
  await expectInViewport(page.getByText(t('lists.empty')), 'the history');
  expect((await steps.boundingBox())?.height).toBeLessThan(48);
});

it('shows the logout and the button that collapses the menu, however low the window is', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  await page.goto(paths.settings);
  const menu = page.getByRole('navigation', { name: t('layout.navigation') });
  const logout = menu.getByRole('button', { name: t('layout.logout') });
  await logout.waitFor();
  for (const height of [480, 625, 720]) {
    await page.setViewportSize({ width: 1280, height });
    await expectInViewport(logout, `at ${height}`);
    await expectInViewport(
      menu.getByRole('button', { name: t('layout.collapse') }),
      `at ${height}`,
    );
  }
  await page.setViewportSize({ width: 375, height: 625 });
  await page.getByRole('button', { name: t('layout.openMenu') }).click();
  await expectInViewport(
    page.getByRole('dialog').getByRole('button', { name: t('layout.logout') }),
  );
});

it('fills the field with an address from the search only once', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  await page.goto(`${paths.dashboard}?sort=name%3Aasc`);
  await page.getByRole('tab', { name: t('layout.dashboard.list'), selected: true }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('ada@customer.test');
  await page.keyboard.press('Enter');
  const field = page.getByLabel(t('checks.label'));
  await expect.poll(() => field.inputValue()).toBe('ada@customer.test');
  await page.reload();
  await page.getByRole('tab', { name: t('layout.dashboard.list'), selected: true }).waitFor();
  expect(await page.getByRole('tab', { name: t('layout.dashboard.single') }).count()).toBe(1);
});

it('does not open a file that is dropped outside the zone, on any page', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  await page.goto(paths.dashboard);
  for (const path of [paths.dashboard, paths.settings, paths.pricing]) {
    await navigateInApp(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const prevented = await page.evaluate(() =>
      ['dragover', 'drop'].map((type) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['x'], 'x.csv'));
        const init = { dataTransfer, bubbles: true, cancelable: true };
        return !document.body.dispatchEvent(new DragEvent(type, init));
      }),
    );
    expect({ path, prevented }).toEqual({ path, prevented: [true, true] });
  }
});
