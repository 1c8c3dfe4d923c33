import type { Page } from 'playwright-core';
import { checkExamples } from '../../../shared/contract/examples/checks.ts';
import { button, refusedField, waiting } from './parts.ts';
import type { Screen, Texts } from './screen.ts';

async function check(page: Page, t: Texts, address: string): Promise<void> {
  await page.getByRole('tab', { name: t.layout.dashboard.single }).click();
  await page.getByLabel(t.checks.label).fill(address);
  await button(page, t.checks.submit).click();
}

const answered = (page: Page, address: string) =>
  page.getByRole('status').filter({ hasText: address }).waitFor();

const { answer, otherAnswers } = checkExamples.checkEmail;
const ANSWERS = [answer, otherAnswers.unknown, otherAnswers.invalid];

/** The check of a single address. */
export const checkScreens: readonly Screen[] = [
  {
    route: 'dashboard',
    state: 'filled',
    detail: 'single',
    person: 'beginner',
    async reach(page, t) {
      await check(page, t, 'someone@no-such-domain.test');
      await answered(page, 'no-such-domain.test');
    },
  },
  {
    route: 'dashboard',
    state: 'filled',
    detail: 'single-suggestion',
    person: 'beginner',
    async reach(page, t) {
      const left = ANSWERS.values();
      await page.route('**/api/verify/email', (route) => {
        const { value } = left.next();
        return value ? route.fulfill({ json: value }) : route.abort();
      });
      for (const { result } of ANSWERS) {
        await check(page, t, result.email);
        await answered(page, result.email);
      }
    },
  },
  {
    route: 'dashboard',
    state: 'loading',
    detail: 'single',
    person: 'beginner',
    without: '**/api/verify/email',
    async reach(page, t) {
      await check(page, t, 'someone@no-such-domain.test');
      await waiting(page).waitFor();
    },
  },
  {
    route: 'dashboard',
    state: 'error',
    detail: 'single',
    person: 'beginner',
    async reach(page, t) {
      await check(page, t, 'nobody');
      await refusedField(page).waitFor();
    },
  },
];
