import { expect } from 'vitest';
import { type Page, pages, pagesOf } from '../../web/src/app/pages.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { t } from './english.ts';
import { overflowsHorizontally } from './screens/faults.ts';
import { it, logInAsCustomer } from './visitor.ts';

/** The menu and the header around a customer's pages. */

/** Names and paths of the public pages that every footer links to. */
const footerEntries = pagesOf('anyone').flatMap((name) => {
  const { footIcon, title }: Page = pages[name];
  return footIcon ? [[t(title), paths[name]] as const] : [];
});

const LINKS = { faq: 'https://faq.test/', support: 'mailto:support@faq.test', privacy: '/privacy' };

it('has a menu that collapses, and that opens over the page on a phone', async ({
  visitor,
  service,
}) => {
  const { page, context } = visitor;
  await context.route('**/config.json', (route) =>
    route.fulfill({ json: { apiHost: '', links: LINKS } }),
  );
  await logInAsCustomer(visitor, service, 'menu@customer.test');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(paths.settings);

  const menu = page.getByRole('navigation', { name: t('layout.navigation') });
  const items = menu.getByRole('link').or(menu.getByRole('button', { name: t('layout.logout') }));
  await menu.getByRole('link', { name: t('layout.api.title') }).waitFor();
  expect(await items.allTextContents()).toEqual([
    ...pagesOf('customer').flatMap((name) => {
      const { menuIcon, title }: Page = pages[name];
      return menuIcon ? [t(title)] : [];
    }),
    'FAQ(opens in a new tab)',
    'Contact and support(opens in a new tab)',
    t('layout.logout'),
  ]);
  for (const [name, href] of [
    [t('layout.faq'), LINKS.faq],
    [t('layout.contact'), LINKS.support],
    [t('layout.privacy'), LINKS.privacy],
    ...footerEntries,
  ] as const) {
    const link = menu.or(page.getByRole('contentinfo')).getByRole('link', { name });
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
      href,
      '_blank',
    ]);
  }
  expect(await menu.locator('[aria-current=page]').textContent()).toBe(t('account.settings.title'));
  const width = async (): Promise<number> => (await menu.boundingBox())?.width ?? 0;
  expect(await width()).toBe(232);
  await page.getByRole('button', { name: t('layout.collapse') }).click();
  await expect.poll(width).toBe(64);
  await page.reload();
  await expect.poll(width).toBe(64);
  await menu.getByRole('link', { name: t('layout.invoices.title') }).hover();
  await page
    .getByRole('tooltip')
    .filter({ visible: true, hasText: t('layout.invoices.title') })
    .waitFor();
  await page.getByRole('button', { name: t('layout.expand') }).click();
  await expect.poll(width).toBe(232);

  await page.getByRole('link', { name: t('account.settings.secondFactor') }).click();
  await page.waitForURL(`**${paths.security}`);
  await page.keyboard.press('Control+k');
  await page.getByLabel(t('find.label')).fill(t('layout.security.title'));
  await page.getByRole('option', { name: t('layout.security.title') }).waitFor();
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 375, height: 800 });
  expect(await menu.isVisible()).toBe(false);
  const drawer = page.getByRole('dialog', { name: t('layout.menu') });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => drawer.getByRole('button', { name: t('layout.closeMenu') }).click(),
    () => page.mouse.click(365, 700),
    () => drawer.getByRole('link', { name: t('layout.pricing.title') }).click(),
  ]) {
    await page.getByRole('button', { name: t('layout.openMenu') }).click();
    await drawer.getByRole('link', { name: t('layout.dashboard.title') }).waitFor();
    await drawer.getByRole('button', { name: t('layout.find'), exact: true }).waitFor();
    await close();
    await drawer.waitFor({ state: 'hidden' });
  }
  await page.waitForURL(`**${paths.pricing}`);
});

it('groups pages as tabs of the entries of its menu, under their own paths', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'tabs@customer.test');
  await page.goto(paths.dashboard);
  const menu = page.getByRole('navigation', { name: t('layout.navigation') });
  const tabs = page.getByRole('navigation', { name: t('layout.section') });
  const [api, settings, billing] = [
    t('layout.api.title'),
    t('account.settings.title'),
    t('layout.invoices.title'),
  ];
  const apiTabs = [
    api,
    t('layout.webhooks.title'),
    t('layout.forms.title'),
    t('layout.documentation'),
  ];
  const settingsTabs = [
    settings,
    t('layout.members.title'),
    t('layout.activity.title'),
    t('layout.security.title'),
  ];
  for (const [entry, tab, path, names] of [
    [api, t('layout.forms.title'), paths.forms, apiTabs],
    [api, t('layout.webhooks.title'), paths.webhooks, apiTabs],
    [settings, t('layout.members.title'), paths.members, settingsTabs],
    [settings, t('layout.activity.title'), paths.activity, settingsTabs],
    [settings, t('layout.security.title'), paths.security, settingsTabs],
    [billing, t('layout.usage.title'), paths.usage, [billing, t('layout.usage.title')]],
  ] as const) {
    await menu.getByRole('link', { name: entry, exact: true }).click();
    await tabs.getByRole('link', { name: tab }).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole('heading', { level: 1, name: tab }).waitFor();
    const links = (await tabs.getByRole('link').allTextContents()).map((each) =>
      each.replace(/\(.*/, ''),
    );
    expect(links).toEqual(names);
    expect(await tabs.locator('[aria-current=page]').allTextContents()).toEqual([tab]);
    expect(await menu.locator('[aria-current=page]').allTextContents()).toEqual([entry]);
  }
  await page.goto(paths.apiKey);
  const docs = tabs.getByRole('link', { name: t('layout.documentation') });
  expect(await docs.getAttribute('href')).toBe('/docs/');
});

it('fits into a laptop window, with room for the other entries', async ({ visitor, service }) => {
  const { page, context } = visitor;
  await context.route('**/config.json', (route) =>
    route.fulfill({ json: { apiHost: '', links: LINKS } }),
  );
  await logInAsCustomer(visitor, service, 'fits@customer.test');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(paths.settings);
  const menu = page.getByRole('navigation', { name: t('layout.navigation') });
  const pricing = await menu.getByRole('link', { name: t('layout.pricing.title') }).boundingBox();
  const find = await menu.getByRole('button', { name: t('layout.find') }).boundingBox();
  const { y = 0, height = 0 } = pricing ?? {};
  expect(height).toBeGreaterThan(24);
  // The menu contains the subscription and an account switcher.
  expect((find?.y ?? 0) - y - height).toBeGreaterThan(2 * (height + 4));
});

it('greets the user, shows the credits, links to the prices and remembers the language', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'header@customer.test');
  await page.goto(paths.apiKey);
  const header = page.getByRole('banner');
  await header.getByText(t('layout.welcome', { name: 'Ada' })).waitFor();
  await header.getByText(t('layout.credits', { count: 100 })).waitFor();
  await header.getByRole('link', { name: t('layout.buyCredits') }).click();
  await page.waitForURL(`**${paths.pricing}`);

  const saved = page.waitForResponse('**/api/language');
  await header.getByRole('button', { name: 'FR – Français' }).click();
  expect((await saved).status()).toBe(200);
  await header.getByText('Bienvenue, Ada').waitFor();
  await header.getByText('100 crédits disponibles').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('fr');
  await page.reload();
  await header.getByText('Bienvenue, Ada').waitFor();
  await header.getByRole('button', { name: 'EN – English' }).click();
  await header.getByText(t('layout.welcome', { name: 'Ada' })).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en');

  await page.goto(paths.settings);
  const choice = page.getByLabel(t('account.settings.languageHint'));
  await expect.poll(() => choice.inputValue()).toBe('en');
  await choice.selectOption('fr');
  await header.getByText('Bienvenue, Ada').waitFor();
});

it('has a one-line header next to the menu, whatever the name, and figures without gaps', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'long-name@customer.test');
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const name = { first_name: 'Wilhelmina'.repeat(6), available_credit: 1_234_567 };
    await route.fulfill({ response, json: { data: { ...data, ...name } } });
  });
  await page.goto(paths.usage);
  const header = page.getByRole('banner');
  await header.getByText('Wilhelmina').waitFor();
  for (const language of ['EN – English', 'FR – Français']) {
    await header.getByRole('button', { name: language }).click();
    for (const width of [320, 375, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowsHorizontally(page), `${language} ${width}`).toBe(false);
      const { height = 0 } = (await header.boundingBox()) ?? {};
      expect(width < 768 || height < 72, `${language} ${width}, ${height} high`).toBe(true);
    }
  }
  // In the heading font, a tabular digit leaves a gap before the comma.
  expect(await page.evaluate(tabularHeadings)).toEqual([]);
});

it('breaks no word of a greeting next to the menu, even with millions of credits', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  await logInAsCustomer(visitor, service, 'greeted@customer.test');
  await page.addInitScript(() => localStorage.setItem('language', 'fr'));
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    await route.fulfill({ response, json: { data: { ...data, available_credit: 5_000_000 } } });
  });
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto(paths.usage);
  const greeting = page.getByRole('banner').getByText('Bienvenue, Ada');
  await greeting.waitFor();
  const lines = await greeting.evaluate((element) => {
    const word = document.createRange();
    const [text = element] = element.childNodes;
    word.setStart(text, 0);
    word.setEnd(text, 'Bienvenue,'.length);
    return word.getClientRects().length;
  });
  expect(lines).toBe(1);
  expect(await overflowsHorizontally(page)).toBe(false);
});

/** Finds elements in the heading font that use tabular figures. */
const tabularHeadings = (): string[] =>
  [...document.querySelectorAll('main *')]
    .filter((element) => {
      const { fontFamily, fontVariantNumeric } = getComputedStyle(element);
      const own = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && /\d/.test(textContent ?? ''),
      );
      return own && fontFamily.includes('Schibsted') && fontVariantNumeric !== 'normal';
    })
    .map(({ textContent }) => textContent);
