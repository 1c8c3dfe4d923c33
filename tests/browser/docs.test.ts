import axe from 'axe-core';
import { describe, expect } from 'vitest';
import { publicExamples } from '../../shared/contract/examples/public-examples.ts';
import { LANGUAGES } from '../../shared/model/account.ts';
import { labels } from '../../web/docs/texts.ts';
import { docsPath, referencePath } from '../../web/src/lib/paths.ts';
import { VIEWPORT_WIDTHS } from './screens/screen.ts';
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
      const name = { en: 'English', fr: 'Français' }[language];
      await page.getByRole('banner').getByRole('link', { name }).click();
      await page.waitForURL(`**/docs/${language}.html`);
      await page.getByRole('heading', { level: 1, name: t.title }).waitFor();
      await page.locator(`html[lang=${language}]`).waitFor();
      const background = await page.evaluate(
        () => getComputedStyle(document.documentElement).backgroundColor,
      );
      expect(background).toBe(PAPER[colorScheme]);
      for (const width of VIEWPORT_WIDTHS) {
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

    const contents = page.getByRole('navigation', { name: t.contents });
    const targets = await contents
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const missing = await page.evaluate(
      (hashes) => hashes.filter((hash) => document.querySelector(hash) === null),
      targets.filter((target) => target.startsWith('#')),
    );
    expect(missing).toEqual([]);
    expect(targets).toEqual(expect.arrayContaining(['#receive-webhooks', referencePath]));

    const shown = await page.locator('body').innerText();
    expect(shown).toContain(`curl -s ${service.url}/api/verify/email`);
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
    '/docs/openapi.json',
    referencePath,
    '/start/en.html',
    '/prices/en.html',
  ]);
  for (const language of LANGUAGES) {
    const html = await textOf(`/docs/${language}.html`);
    expect(html).not.toMatch(/\{\{|@tamis\//);
    expect(html).toContain(labels[language].description);
    expect(html).toContain(`<title>${labels[language].title} – Tamis</title>`);
    // A deployment inserts the site's URL before these paths.
    expect(html.match(/<meta property="og:type"/g)).toHaveLength(1);
  }

  const browser = visitor.page.context().browser();
  const context = await browser?.newContext({ javaScriptEnabled: false, baseURL: service.url });
  const page = await context?.newPage();
  if (!context || !page) throw new Error('no browser');
  await page.goto(docsPath);
  await page.getByRole('heading', { level: 1, name: labels.en.title }).waitFor();
  const visibleText = await page.locator('main').innerText();
  expect(visibleText).toContain('/api/verify/email');
  expect(visibleText).toContain('no_such_mailbox');
  expect(await page.getByRole('button').count()).toBe(0);
  await page.getByRole('link', { name: 'Français' }).click();
  await page.locator('html[lang=fr]').waitFor();
  expect(await page.locator('body').evaluate((body) => body.scrollWidth)).toBeLessThan(1300);
  await page.goto(referencePath);
  await page.getByRole('heading', { name: publicExamples.checkEmail.summary }).waitFor();
  await context.close();
});

describe('in French', () => {
  it.override({ language: 'fr' });

  it('opens at the section that a link names', async ({ visitor: { page } }) => {
    await page.goto(`${docsPath}#receive-webhooks`);
    await page.waitForURL('**/docs/fr.html#receive-webhooks');
    await page.locator('#receive-webhooks').waitFor();
  });

  it('shows the English reference', async ({ visitor: { page } }) => {
    await page.goto(referencePath);
    await page.locator('html[lang=en]').waitFor();
    await page.getByRole('button', { name: labels.en.copy }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe(referencePath);
  });
});

it('the reference is accessible, light, and makes no third-party requests', async ({
  visitor: { page },
  service,
}) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  const faults: string[] = [];
  for (const [index, colorScheme] of THEMES.entries()) {
    const width = VIEWPORT_WIDTHS[index] ?? 0;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(referencePath);
    await page.getByRole('heading', { level: 1, name: labels.en.reference }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) faults.push(`${width} px: scrolls horizontally`);
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async () => {
      const { axe: runner } = globalThis as unknown as { axe: typeof axe };
      return (await runner.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    faults.push(...violations.map((each) => `${colorScheme}, ${width} px: ${each}`));
  }
  expect(faults).toEqual([]);
  expect([...origins]).toEqual([service.url]);
  const bytes = await page.evaluate(async () => {
    await document.fonts.ready;
    return ['navigation', 'resource']
      .flatMap((type) => performance.getEntriesByType(type) as PerformanceResourceTiming[])
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });
  expect(bytes / 1024).toBeLessThan(200);
});

it('the reference opens on a request next to its response, in the language that the keyboard selects', async ({
  visitor: { page },
  service,
}) => {
  await page.goto(referencePath);
  const [call] = await page.getByRole('article', { name: publicExamples.checkEmail.summary }).all();
  const curl = call?.getByText(`curl -X POST '${service.url}/api/verify/email'`);
  await curl?.waitFor();
  const [request, response] = await Promise.all(
    ['Request', 'Response'].map((name) => call?.getByRole('heading', { name }).boundingBox()),
  );
  expect([response?.y, (response?.x ?? 0) > (request?.x ?? 0)]).toEqual([request?.y, true]);
  expect(request?.y).toBeLessThan(500);
  await page.getByRole('radio', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  const javascript = call?.getByText(`await fetch('${service.url}/api/verify/email'`);
  await javascript?.waitFor();
  expect(await curl?.isVisible()).toBe(false);
  expect(await call?.getByText('"deliverable"').first().isVisible()).toBe(true);
});

it('the reference opens at the call or the error that a link names', async ({
  visitor: { page },
}) => {
  await page.goto(`${referencePath}#tag/lists/GET/api/lists/{id}/rows`);
  const heading = page.getByRole('heading', { name: publicExamples.listRows.summary });
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(300);
  await page.goto(`${referencePath}#error-bad_address`);
  await page.getByText('"code": "bad_address"').waitFor();
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
