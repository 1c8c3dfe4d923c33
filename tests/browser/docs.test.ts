import axe from 'axe-core';
import { describe, expect } from 'vitest';
import { LANGUAGES } from '../../shared/model/account.ts';
import { labels } from '../../web/docs/texts.ts';
import { docsPath } from '../../web/src/lib/paths.ts';
import { WIDTHS } from './screens/screen.ts';
import { it } from './visitor.ts';

const THEMES = ['light', 'dark'] as const;
const PAPER = { light: 'rgb(246, 244, 238)', dark: 'rgb(17, 22, 20)' };

describe.each(LANGUAGES)('the documentation in %s', (language) => {
  it('is accessible, mentions no other product and makes no third-party requests', async ({
    visitor,
    service,
  }) => {
    const { page } = visitor;
    const t = labels[language];
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    const faults: string[] = [];
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(docsPath);
      const header = page.getByRole('banner');
      await header.getByRole('button', { name: language.toUpperCase(), exact: false }).click();
      await page.getByRole('heading', { level: 1, name: t.title }).waitFor();
      await page.locator(`html[lang=${language}]`).waitFor();
      const background = await page.evaluate(
        () => getComputedStyle(document.documentElement).backgroundColor,
      );
      expect(background).toBe(PAPER[colorScheme]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width) faults.push(`${colorScheme}, ${width} px: scrolls horizontally`);
        await page.evaluate(axe.source);
        const violations = await page.evaluate(async () => {
          const { axe: runner } = globalThis as unknown as { axe: typeof axe };
          const found = await runner.run();
          return found.violations.flatMap(({ id, nodes }) =>
            nodes.map(({ html, any }) => `${id}: ${any[0]?.message} in ${html.slice(0, 120)}`),
          );
        });
        faults.push(...violations.map((each) => `${colorScheme}, ${width} px: ${each}`));
      }
    }
    expect(faults).toEqual([]);
    expect([...origins].filter((origin) => ![service.url, 'null'].includes(origin))).toEqual([]);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = page.getByRole('button', { name: t.copy, exact: true }).first();
    const sample = await copy.locator('xpath=following-sibling::pre').textContent();
    await copy.click();
    await page.getByRole('button', { name: t.copied, exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sample?.trimEnd());

    // Searching reduces the table of contents to matching entries, and Enter opens the first one.
    const contents = page.getByRole('navigation', { name: t.contents });
    const search = contents.getByRole('searchbox', { name: t.search });
    await search.fill('recheck');
    const links = contents.getByRole('link');
    await expect.poll(() => links.first().textContent()).toBe('POST /api/lists/{id}/recheck');
    await search.press('Enter');
    expect(new URL(page.url()).hash).toBe('#recheckFile');
    await search.fill('zzz');
    await contents.getByText(t.nothing).waitFor();
    expect(await links.count()).toBe(0);

    const shown = await page.locator('body').innerText();
    expect(shown).toContain('/api/verify/email');
    expect(shown).not.toMatch(/redoc|swagger|scalar|\/api\/(users|register|login)\b/i);
    await page.getByRole('link', { name: t.back }).click();
    await page.waitForURL(`${service.url}/login`);
  });
});

it('is available as HTML for readers without JavaScript, and for language models', async ({
  visitor,
  service,
}) => {
  const textOf = async (path: string): Promise<string> => {
    const response = await fetch(`${service.url}${path}`);
    expect(response.status).toBe(200);
    return response.text();
  };
  const index = await textOf('/llms.txt');
  const named = Array.from(index.matchAll(/\]\((\S+)\)/g), ([, path = '']) => path);
  expect(named).toEqual([
    ...LANGUAGES.map((language) => `/docs/${language}.html`),
    '/prices/en.html',
    '/api/openapi.json',
  ]);
  for (const language of LANGUAGES) {
    const html = await textOf(`/docs/${language}.html`);
    expect(html).not.toMatch(/\{\{|<script|@tamis\//);
    expect(html).toContain(`<title>${labels[language].title} – Tamis</title>`);
    // A deployment inserts the site's URL before these paths.
    expect(html.match(/<meta property="og:type"/g)).toHaveLength(1);
  }

  const browser = visitor.page.context().browser();
  const context = await browser?.newContext({ javaScriptEnabled: false, baseURL: service.url });
  const page = await context?.newPage();
  if (!context || !page) throw new Error('no browser');
  await page.goto(docsPath);
  await page.waitForURL('**/docs/en.html');
  await page.getByRole('heading', { level: 1, name: labels.en.title }).waitFor();
  const visibleText = await page.locator('main').innerText();
  expect(visibleText).toContain('curl -s $TAMIS_URL/api/verify/email');
  expect(visibleText).toContain('no_such_mailbox');
  expect(await page.getByRole('button').count()).toBe(0);
  await page.getByRole('link', { name: 'Français' }).click();
  await page.locator('html[lang=fr]').waitFor();
  expect(await page.locator('body').evaluate((body) => body.scrollWidth)).toBeLessThan(1300);
  await context.close();
});

it('requests its fonts before its code has loaded, so that no text moves', async ({
  visitor: { page },
}) => {
  const fonts = Promise.all(
    ['public-sans', 'jetbrains-mono'].map((name) =>
      page.waitForResponse((response) => response.url().includes(`/${name}-`)),
    ),
  );
  await page.route('**/assets/*.js', async (route) => {
    await fonts;
    await route.continue();
  });
  await page.goto(docsPath);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  const moved = await page.evaluate(async () => {
    let sum = 0;
    const entries = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
    });
    entries.observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    return sum;
  });
  expect(moved).toBeLessThan(0.02);
});
