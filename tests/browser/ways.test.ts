import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { t } from './english.ts';
import { it, logInAsCustomer } from './visitor.ts';

/** Settings that the app remembers, and actions that require confirmation. */

it('remembers the selected language and theme', async ({ visitor: { page } }) => {
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).background);
  await page.goto(paths.login);
  const light = await background();
  await page.getByRole('button', { name: 'FR – Français' }).click();
  await page.getByRole('heading', { name: 'Se connecter' }).waitFor();
  await page.getByRole('button', { name: 'Sombre' }).click();
  const dark = await background();
  expect(dark).not.toBe(light);

  await page.reload();
  await page.getByRole('heading', { name: 'Se connecter' }).waitFor();
  expect(await page.title()).toBe('Se connecter – Tamis');
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
  expect(await background()).toBe(dark);
});

it('applies language and theme before the first paint', async ({ visitor: { page } }) => {
  for (const chosen of ['en', 'fr']) {
    await page.addInitScript((language) => {
      localStorage.setItem('language', language);
      localStorage.setItem('theme', 'dark');
      document.addEventListener('DOMContentLoaded', () => {
        const { lang, dataset } = document.documentElement;
        Object.assign(globalThis, { atFirst: `${lang} ${dataset['theme']}` });
      });
    }, chosen);
    await page.goto(paths.login);
    const atFirst: unknown = await page.evaluate(() => Reflect.get(globalThis, 'atFirst'));
    expect(atFirst).toBe(`${chosen} dark`);
  }
});

it('asks for confirmation before logging out, and then ends the session', async ({
  visitor,
  service,
}) => {
  const { page, context } = visitor;
  const { token } = await logInAsCustomer(visitor, service, 'ways@customer.test');
  await page.goto(paths.settings);

  const leave = page.getByRole('button', { name: t('layout.logout') });
  const dialog = page.getByRole('dialog', { name: t('layout.logoutTitle') });
  await leave.click();
  await dialog.getByRole('button', { name: t('common.cancel') }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await leave.evaluate((button) => button === document.activeElement)).toBe(true);

  await leave.click();
  await dialog.getByRole('button', { name: t('layout.logout') }).click();
  await page.waitForURL(`**${paths.login}`);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('session');
  await expect(service.client({ session: { token, csrf_token: '' } }).me()).rejects.toMatchObject({
    status: 401,
  });
});
