import { chromium } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { LANGUAGES } from '../../shared/model/account.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { connectToStack } from '../support/stack.ts';
import { screens } from './screens/all-screens.ts';
import {
  THEMES,
  VIEWPORT_WIDTHS,
  createAllShots,
  labelOf,
  createPairwiseShots,
  createShotsForRotation,
} from './screens/screen.ts';
import { watchForFaults } from './screens/watch.ts';

/** Tests which screens and views `every-screen.test.ts` selects. */

const shots = createPairwiseShots(screens);

test('every route has a screen, and screen names are unique', () => {
  expect(new Set(screens.map(({ route }) => route))).toEqual(new Set(Object.keys(paths)));
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length);
});

test('every screen appears in each language and theme, and each pair of settings appears somewhere', () => {
  const expected = [
    ...screens.flatMap((screen) =>
      [...LANGUAGES, ...THEMES, ...(screen.widths ?? VIEWPORT_WIDTHS)].map(
        (v) => `${screen.name} ${v}`,
      ),
    ),
    ...LANGUAGES.flatMap((language) =>
      [...THEMES, ...VIEWPORT_WIDTHS].map((v) => `${language} ${v}`),
    ),
    ...THEMES.flatMap((theme) => VIEWPORT_WIDTHS.map((width) => `${theme} ${width}`)),
  ];
  const covered = shots.flatMap(({ screen, view: { language, theme, width } }) => [
    `${screen.name} ${language}`,
    `${screen.name} ${theme}`,
    `${screen.name} ${width}`,
    `${language} ${theme}`,
    `${language} ${width}`,
    `${theme} ${width}`,
  ]);
  expect(new Set(covered)).toEqual(new Set(expected));
});

test('eight rotations cover every screen in every view, each in one theme', () => {
  const turns = Array.from({ length: 8 }, (_, turn) => createShotsForRotation(screens, turn));
  for (const shotsOfNight of turns) {
    expect(shotsOfNight).toHaveLength(screens.length);
    expect(new Set(shotsOfNight.map(({ view }) => view.theme)).size).toBe(1);
  }
  expect(new Set(turns.flat().map(labelOf))).toEqual(new Set(createAllShots(screens).map(labelOf)));
});

test('detects a third-party request', async () => {
  const browser = await chromium.connect(inject('browser'));
  const { url } = connectToStack(inject('home'));
  const context = await browser.newContext({ baseURL: url });
  const watched = watchForFaults(context, url);
  const page = await context.newPage();
  await page.goto(paths.login);
  await page.evaluate(async () => {
    await fetch('http://third-party.test/').catch(() => undefined);
  });
  expect(watched(false)).toContainEqual(
    expect.stringContaining('violates the following Content Security Policy directive'),
  );
  await browser.close();
});
