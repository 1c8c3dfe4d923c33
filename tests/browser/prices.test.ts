import axe from 'axe-core';
import { describe, expect } from 'vitest';
import { getPlansOnSale } from '../../shared/model/plans/plans.ts';
import { LANGUAGES } from '../../shared/model/account.ts';
import { createFormatters } from '../../web/src/lib/format.ts';
import { paths, pricesPath } from '../../web/src/lib/paths.ts';
import { labels } from '../../web/docs/texts.ts';
import { t } from './english.ts';
import { VIEWPORT_WIDTHS } from './screens/screen.ts';
import { it } from './visitor.ts';

describe.each(LANGUAGES)('the public prices in %s', (language) => {
  it('need no JavaScript, are accessible, and match the plans', async ({ visitor, service }) => {
    const browser = visitor.page.context().browser();
    const context = await browser?.newContext({ javaScriptEnabled: false, baseURL: service.url });
    const page = await context?.newPage();
    if (!context || !page) throw new Error('no browser');
    await page.goto(pricesPath);
    const name = language === 'fr' ? 'Français' : 'English';
    await page.getByRole('link', { name }).click();
    await page.locator(`html[lang=${language}]`).waitFor();
    expect(await page.title()).toBe(`${labels[language].prices} – Tamis`);
    const format = createFormatters(language);
    const rows = await page.locator('tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split(/\t/).slice(0, 2)).toSorted()).toEqual(
      getPlansOnSale()
        .map(({ credits, cents }) => [format.number(credits), format.euros(cents)])
        .toSorted(),
    );
    const start = page.locator(`main a[href^="${paths.signup}"]`);
    expect(await start.getAttribute('href')).toBe(`${paths.signup}?lang=${language}`);
    await context.close();

    const faults: string[] = [];
    await visitor.page.goto(`${pricesPath}${language}.html`);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of VIEWPORT_WIDTHS) {
        await visitor.page.emulateMedia({ colorScheme });
        await visitor.page.setViewportSize({ width, height: 900 });
        await visitor.page.evaluate(axe.source);
        const found = await visitor.page.evaluate(async () => {
          const { axe: runner } = globalThis as unknown as { axe: typeof axe };
          const { violations } = await runner.run();
          const { scrollWidth } = document.documentElement;
          return [
            ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
            ...(scrollWidth > innerWidth ? ['scrolls horizontally'] : []),
          ];
        });
        faults.push(...found.map((fault) => `${colorScheme} ${width}: ${fault}`));
        if (process.env['SHOTS'])
          await visitor.page.screenshot({
            path: `${process.env['SHOTS']}/prices-${language}-${colorScheme}-${width}.png`,
            fullPage: true,
          });
      }
    expect(faults).toEqual([]);
  });
});

it('are linked on the login page', async ({ visitor: { page } }) => {
  await page.goto(paths.login);
  const link = page.getByRole('link', { name: t('account.login.prices') });
  expect(await link.getAttribute('href')).toBe(`${pricesPath}en.html`);
});
