import type { Page } from 'playwright-core';
import { checkExamples } from '../../../shared/contract/examples/checks.ts';
import { button, invalidField, busyElement } from './parts.ts';
import { createScreens, type ScreenTexts } from './screen.ts';

async function check(page: Page, t: ScreenTexts, address: string): Promise<void> {
  await page.getByRole('tab', { name: t.layout.dashboard.single }).click();
  await page.getByLabel(t.checks.label).fill(address);
  await button(page, t.checks.submit).click();
}

const showsVerdict = (page: Page, address: string) =>
  page.getByRole('status').filter({ hasText: address }).waitFor();

const { response, otherResponses } = checkExamples.checkEmail;
const RESPONSES = [response, otherResponses.unknown, otherResponses.invalid];
const CHECK = '**/api/verify/email';

export const checkScreens = createScreens('beginner', {
  async 'dashboard-filled-single'(page, t) {
    await check(page, t, 'someone@no-such-domain.test');
    await showsVerdict(page, 'no-such-domain.test');
  },
  async 'dashboard-filled-single-suggestion'(page, t) {
    const left = RESPONSES.values();
    await page.route(CHECK, (route) => {
      const { value } = left.next();
      return value ? route.fulfill({ json: value }) : route.abort();
    });
    for (const { result } of RESPONSES) {
      await check(page, t, result.email);
      await showsVerdict(page, result.email);
    }
  },
  'dashboard-loading-single': {
    without: CHECK,
    async reach(page, t) {
      await check(page, t, 'someone@no-such-domain.test');
      await busyElement(page).waitFor();
    },
  },
  async 'dashboard-error-single'(page, t) {
    await check(page, t, 'nobody');
    await invalidField(page).waitFor();
  },
});
