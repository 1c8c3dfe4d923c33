import type { Page } from 'playwright-core';
import { formExamples } from '../../support/examples/forms.ts';
import type { FormRow } from '../../../shared/contract/forms.ts';
import { button, dialog, openDialog, invalidField } from './parts.ts';
import { waitForText, createScreens, type Screen } from './screen.ts';

const FORMS = '**/api/forms';
const { data: EXAMPLE } = formExamples.updateForm.response;

const fake = (forms: readonly FormRow[]) => ({
  async prepare(page: Page): Promise<void> {
    await page.route(FORMS, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { data: { forms } } })
        : route.continue(),
    );
  },
});
const none = fake([]);
const filled = fake([
  EXAMPLE,
  {
    ...EXAMPLE,
    id: 'f2',
    name: 'Inscription à la boutique en ligne de printemps',
    origins: ['https://boutique-en-ligne.customer.test', 'http://localhost:8080'],
    days: [Object.assign({}, ...EXAMPLE.days, { over_bound: 12, wrong_origin: 1, unanswered: 2 })],
  },
]);

export const formScreens: readonly Screen[] = createScreens('customer', {
  'forms-error': { without: FORMS, reach: waitForText((t) => t.forms.failed) },
  'forms-empty': { ...none, reach: waitForText((t) => t.forms.empty) },
  'forms-filled': { ...filled, reach: (page) => page.getByText('sha384-').nth(1).waitFor() },
  'forms-filled-secret': {
    ...filled,
    async reach(page, t) {
      await page.route(`${FORMS}/*/secret`, (route) =>
        route.fulfill({ json: formExamples.getFormSecret.response }),
      );
      await page.getByText(t.forms.server).first().click();
      await button(page, t.forms.showSecret).first().click();
      await page.getByText('TAMIS_FORM_SECRET=').waitFor();
    },
  },
  'forms-dialog': { ...none, reach: (page, t) => openDialog(page, t.forms.create) },
  'forms-dialog-refused': {
    ...none,
    async reach(page, t) {
      await openDialog(page, t.forms.create);
      await dialog(page).getByLabel(t.forms.origins).fill('http://shop.example');
      await dialog(page).getByRole('button', { name: t.forms.create }).click();
      await invalidField(page).waitFor();
    },
  },
  'forms-dialog-try': {
    ...filled,
    async reach(page, t) {
      await page.route('**/api/form/check', (route) =>
        route.fulfill({ json: formExamples.checkForm.response }),
      );
      await button(page, t.forms.tryIt).first().click();
      await dialog(page).getByLabel(t.forms.tryField).fill('ada@gmial.com');
      await page.getByRole('button', { name: 'ada@gmail.com' }).waitFor();
    },
  },
});
