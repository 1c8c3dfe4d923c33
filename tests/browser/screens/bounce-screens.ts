import type { Page } from 'playwright-core';
import type { BounceReport } from '../../../shared/contract/bounces.ts';
import { bounceReport, bounceRow } from '../../../web/src/testing/bounce-report.ts';
import { fakeList } from '../faked-list.ts';
import { fakedFinishedList } from './faked-lists.ts';
import { button, dialog, openDialog, invalidField } from './parts.ts';
import { type Screen, createScreens, waitForText } from './screen.ts';

const ROWS = [
  bounceRow,
  {
    ...bounceRow,
    email: 'anastasia.with-a-very-long-name.of-many.parts@société-à-nom-assez-long.example',
    subject: 'sender',
    reason: null,
    cause: 'Spamhaus ZEN',
    text: '554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.7',
    refund: null,
  },
  { ...bounceRow, email: 'jean@customer.test', refund: 'still_accepts' },
  {
    ...bounceRow,
    email: 'info@elsewhere.test',
    subject: 'unclear',
    reason: null,
    text: '',
    verdict: null,
    refund: null,
  },
] as const;

const show = (reports: readonly BounceReport[]) => ({
  params: { id: fakedFinishedList.id },
  async prepare(page: Page): Promise<void> {
    await fakeList(page, fakedFinishedList);
    await page.route('**/api/bounces?*', (route) =>
      route.fulfill({ json: { data: { reports, next: null } } }),
    );
    await page.route('**/api/bounces/*', (route) =>
      route.fulfill({ json: { data: { ...bounceReport, bounces: ROWS, next: 'c2' } } }),
    );
  },
});
const now = new Date().toISOString();

export const bounceScreens: readonly Screen[] = [
  ...createScreens('customer', {
    'list-filled-bounces': {
      ...show([bounceReport]),
      reach: (page) => page.getByRole('img', { name: /31/ }).waitFor(),
    },
    'list-filled-bounces-in-every-state': {
      ...show([
        { ...bounceReport, id: '1', state: 'reading', created_at: now },
        { ...bounceReport, id: '2', state: 'waiting' },
        { ...bounceReport, id: '3', state: 'failed', error: 'no_bounces' },
        { ...bounceReport, id: '4', name: 'A-name-without-a-space-as-programs-do' },
      ]),
      reach: (page) => page.getByRole('img', { name: /31/ }).waitFor(),
    },
    'list-filled-bounces-rows': {
      ...show([bounceReport]),
      async reach(page, t) {
        await button(page, t.bounces.rows.show).click();
        await button(page, t.bounces.rows.more).waitFor();
      },
    },
    'list-filled-bounces-asked': {
      ...show([]),
      reach: (page, t) => openDialog(page, t.bounces.ask),
    },
    'list-filled-bounces-refused': {
      ...show([]),
      async reach(page, t) {
        await openDialog(page, t.bounces.ask);
        const picker = dialog(page).getByLabel(t.bounces.dialog.choose);
        await picker.setInputFiles({
          name: 'bounces-of-the-autumn-newsletter.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from('email;reason\nada@a.test;550 5.1.1\n'),
        });
        await dialog(page).getByLabel(t.bounces.dialog.day).fill('2099-01-01');
        await button(page, t.bounces.dialog.send).click();
        await invalidField(page).waitFor();
        await picker.setInputFiles({ name: 'a.pdf', mimeType: '', buffer: Buffer.from('x') });
      },
    },
    'list-error-bounces': {
      params: { id: fakedFinishedList.id },
      prepare: (page: Page) => fakeList(page, fakedFinishedList),
      without: '**/api/bounces*',
      reach: waitForText((t) => t.bounces.failed),
    },
  }),
  ...createScreens('admin', {
    'adminDashboard-filled-accuracy': {
      async prepare(page: Page): Promise<void> {
        const statuses = [
          { status: 'deliverable', sent: 42_130, bounced: 88 },
          { status: 'risky', sent: 1900, bounced: 112 },
        ];
        await page.route('**/api/accuracy', (route) =>
          route.fulfill({ json: { data: { reports: 41, statuses } } }),
        );
      },
      reach: (page) => page.getByText('42').first().waitFor(),
    },
  }),
];
