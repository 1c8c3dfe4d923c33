import { chromium } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { connectToStack } from '../support/stack.ts';
import { isNightly } from '../support/tier.ts';
import { screens } from './screens/all-screens.ts';
import { inspectShots } from './screens/inspect.ts';
import { createPersonas } from './screens/people.ts';
import {
  getCurrentRotation,
  labelOf,
  createPairwiseShots,
  createShotsForRotation,
} from './screens/screen.ts';

/**
 * Checks some of the views of `npm run screens`. The nightly run covers each pair of view settings;
 * other runs check one view of each screen, which rotates from day to day.
 */

/** Time limit of the test, much longer than it usually takes, for a busy machine. */
const TIMEOUT_MS = 30 * 60_000;

test(
  'the selected screens have no faults',
  async () => {
    const service = connectToStack(inject('home'));
    const browser = await chromium.connect(inject('browser'));
    const stage = { browser, service, people: await createPersonas(service, browser, 'pairwise') };
    const found: Record<string, readonly string[]> = {};
    const shots = isNightly
      ? createPairwiseShots(screens)
      : createShotsForRotation(screens, getCurrentRotation());
    await inspectShots(shots, stage, async (shot, faults) => {
      console.log(labelOf(shot));
      if (faults.length > 0) found[labelOf(shot)] = faults;
    });
    await browser.close();
    expect(found).toEqual({});
  },
  TIMEOUT_MS,
);
