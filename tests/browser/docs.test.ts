import axe from 'axe-core';
import { describe, expect } from 'vitest';
import { LANGUAGES } from '../../shared/model/account.ts';
import { words } from '../../web/docs/texts.ts';
import { docsPath } from '../../web/src/lib/paths.ts';
import { WIDTHS } from './screens/screen.ts';
import { it } from './visitor.ts';

const THEMES = ['light', 'dark'] as const;

describe.each(LANGUAGES)('the documentation in %s', (language) => {
  it('is accessible, names no other product, asks no third party', async ({ visitor, service }) => {
    const { page } = visitor;
    const t = words[language];
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    const faults: string[] = [];
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(docsPath);
      const header = page.getByRole('banner');
      await header.getByRole('button', { name: language.toUpperCase(), exact: false }).click();
      await page.getByRole('heading', { level: 1, name: t.title }).waitFor();
      await page.locator(`html[data-theme=${colorScheme}][lang=${language}]`).waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width) faults.push(`${colorScheme}, ${width} px: scrolls sideways`);
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
    expect([...asked].filter((origin) => ![service.url, 'null'].includes(origin))).toEqual([]);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = page.getByRole('button', { name: t.copy, exact: true }).first();
    const sample = await copy.locator('xpath=following-sibling::pre').textContent();
    await copy.click();
    await page.getByRole('button', { name: t.copied, exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sample?.trimEnd());

    const shown = await page.locator('body').innerText();
    expect(shown).toContain('/api/verify/email');
    expect(shown).not.toMatch(/redoc|swagger|scalar|\/api\/(users|register|login)\b/i);
    await page.getByRole('link', { name: t.back }).click();
    await page.waitForURL(`${service.url}/login`);
  });
});

it('is there as text for readers without JavaScript, and for models', async ({ service }) => {
  const textOf = async (path: string): Promise<string> => {
    const response = await fetch(`${service.url}${path}`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    return response.text();
  };
  const paths = (await textOf('/llms.txt')).matchAll(/\]\((\S+)\)/g);
  const guides = await Promise.all(Array.from(paths, ([, path = '']) => textOf(path)));
  expect(guides.map((guide) => guide.split('\n')[0])).toEqual([
    '# Getting started',
    '# Premiers pas',
  ]);
  for (const guide of guides) {
    expect(guide).toContain('curl -s $TAMIS_URL/api/verify/email');
    expect(guide).not.toContain('{{');
  }
  expect(await (await fetch(`${service.url}${docsPath}`)).text()).toContain('/docs/guide.txt');
});
