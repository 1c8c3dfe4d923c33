import axe from 'axe-core';
import { expect } from 'vitest';
import { docsPath } from '../../web/src/lib/paths.ts';
import { WIDTHS } from './screens/screen.ts';
import { it } from './visitor.ts';

/**
 * The documentation, which Redoc renders: its contrast in both themes and its width are ours, the
 * structure of its headings and menu is not.
 */
it('the documentation is legible, asks no third party for anything and breaks no policy', async ({
  visitor,
  service,
}) => {
  const { page } = visitor;
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(docsPath);
    await page.locator('[id="section/Upload-a-list"]').first().waitFor({ state: 'attached' });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) faults.push(`${colorScheme}, ${width} px: scrolls sideways`);
      await page.evaluate(axe.source);
      const violations = await page.evaluate(async () => {
        const { axe: runner } = globalThis as unknown as { axe: typeof axe };
        const found = await runner.run({ runOnly: ['color-contrast', 'image-alt', 'link-name'] });
        return found.violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, any }) => `${id}: ${any[0]?.message} in ${html.slice(0, 120)}`),
        );
      });
      faults.push(...violations.map((each) => `${colorScheme}, ${width} px: ${each}`));
    }
  }
  expect(faults).toEqual([]);
  expect([...asked].filter((origin) => origin !== service.url && origin !== 'null')).toEqual([]);
});
