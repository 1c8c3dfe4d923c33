import type { Page } from 'playwright-core';
import { listExamples } from '../../../shared/contract/examples/lists.ts';
import type { ListDetail } from '../../../shared/contract/list-detail.ts';

/** Lists in states that real lists leave too quickly, or reach only after months. */

const { response, otherResponses } = listExamples.getFile;
const finished: ListDetail = response.data;
const minutesFromNow = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000).toISOString();

/** A list of 118,400 addresses, of which 30 % are verified. */
const running: ListDetail = {
  ...otherResponses.running.data,
  id: '01KAJ4T6Q8Z3M5N7P9R1S2V4W6',
  file_name: 'Newsletter de rentrée',
  created_at: minutesFromNow(-9),
  start_date: minutesFromNow(-8),
  eta: minutesFromNow(19),
  total_email: 118_400,
  processed: 35_520,
  valid: 28_100,
  invalid: 5_200,
  risky: 1_900,
  unknown: 320,
  reasons: { accepted: 28_100, no_such_mailbox: 5_200, catch_all: 1_900, greylisted: 320 },
  credits_charged: 35_200,
  credits_reserved: 82_880,
};
const unread: ListDetail = {
  ...otherResponses.paused.data,
  reason: null,
  total_email: 0,
  duplicates: 0,
  created_at: minutesFromNow(-1),
};

/** A list for each status, one with an unknown rate, and one whose result was deleted. */
const EVERY_STATUS: readonly ListDetail[] = [
  { ...unread, id: 'waiting-1', file_name: 'Salon de Lyon', status: 1 },
  { ...unread, id: 'reading-2', file_name: 'Abonnés 2019–2026', status: 2 },
  { ...unread, id: 'queued-3', file_name: 'Leads', status: 3, total_email: 1_000_000 },
  { ...running, id: 'starts-4', file_name: 'Partenaires', processed: 0, eta: null },
  running,
  {
    ...otherResponses.paused.data,
    id: 'stopped-5',
    file_name: 'A-name-without-a-space-as-programs-do',
    reason: 'operator',
  },
  {
    ...otherResponses.paused.data,
    id: 'failed-6',
    file_name: 'Export',
    status: 6,
    reason: 'wrong_column',
  },
  { ...finished, id: 'kept-7', file_name: 'Clients', expires_at: '2126-11-21T09:00:00.000Z' },
  { ...finished, id: 'gone-8', file_name: 'Clients 2024', expires_at: '2025-11-21T09:00:00.000Z' },
];

export const fakedRunningList = running;
export const pausedList: ListDetail = {
  ...otherResponses.paused.data,
  file_name: 'A-name-without-a-space-as-programs-do',
};
/** A paused list whose credits covered only a preview of a hundred addresses. */
export const previewedList: ListDetail = {
  ...pausedList,
  file_name: 'Newsletter de rentrée',
  total_email: 50_000,
  processed: 100,
  valid: 71,
  invalid: 18,
  risky: 8,
  unknown: 3,
  reasons: { accepted: 71, no_such_mailbox: 18, catch_all: 8, greylisted: 3 },
  credits_charged: 97,
  credits_reserved: 3,
  credits_needed: 49_900,
};
/** Returns counts for each name. Each name has about half the addresses of the previous one. */
const sharesOf = (names: string) =>
  names.split(' ').map((name, at) => ({
    name,
    valid: 1810 >> at,
    invalid: 204 >> at,
    risky: at % 3 === 1 ? 40 : 0,
    unknown: 12 >> at,
  }));
/** A list with every figure that its page shows. */
export const fakedFinishedList: ListDetail = {
  ...finished,
  file_name: 'Clients été 2026',
  expires_at: '2126-11-21T09:00:00.000Z',
  domains: sharesOf(
    'gmail.com orange.fr hotmail.fr free.fr customer.test wanadoo.fr société-à-nom-assez-long.example laposte.net yahoo.fr icloud.com',
  ),
  providers: sharesOf('google orange microsoft free ovh'),
};

export const listWithLostRows: ListDetail = { ...fakedFinishedList, lost: 2, several: 14 };

export const addRunningList = (page: Page): Promise<void> =>
  fake(page, [running], (there) => [running, ...there]);

/** Shows lists with a finished preview, a running preview, and no preview. */
export const showListPreviews = (page: Page): Promise<void> => {
  const none = { processed: 0, valid: 0, invalid: 0, risky: 0, unknown: 0, reasons: {} };
  const startedList = { ...previewedList, ...none, id: 'begun-5', file_name: pausedList.file_name };
  const lists = [previewedList, startedList, { ...pausedList, id: 'none-5', file_name: 'Leads' }];
  return fake(page, lists, () => lists);
};

export const showEveryListStatus = (page: Page): Promise<void> =>
  fake(page, EVERY_STATUS, () => EVERY_STATUS);

async function fake(
  page: Page,
  lists: readonly ListDetail[],
  rowsOf: (there: readonly object[]) => readonly object[],
): Promise<void> {
  await page.route('**/api/get-file*', async (route) => {
    const fetched = await route.fetch();
    const { data } = (await fetched.json()) as { data: { data: object[] } };
    await route.fulfill({
      response: fetched,
      json: { data: { ...data, data: rowsOf(data.data) } },
    });
  });
  await page.route('**/api/file/*', (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1);
    const list = lists.find((each) => each.id === id);
    return list ? route.fulfill({ json: { data: list } }) : route.continue();
  });
  await page.reload();
}

const recheckData = listExamples.recheckFile.response.data;
/** The finished list after a recheck of its unknown addresses. */
export const recheckedList: ListDetail = {
  ...fakedFinishedList,
  recheck: {
    ...recheckData,
    end_date: '2026-11-22T08:04:40.000Z',
    total_email: 382,
    processed: 382,
    valid: 204,
    invalid: 96,
    risky: 12,
    unknown: 70,
    status: 7,
    credits_charged: 312,
  },
};
/** The finished list after the verification of its corrections. */
export const correctedList: ListDetail = {
  ...fakedFinishedList,
  suggested: 120,
  corrected: 120,
  recheck: {
    ...listExamples.verifyCorrections.response.data,
    end_date: '2026-11-22T08:04:40.000Z',
    total_email: 120,
    processed: 120,
    valid: 85,
    invalid: 21,
    risky: 8,
    unknown: 6,
    status: 7,
    credits_charged: 114,
  },
};
const watched = { every: 'month', max_credits: 4_680, stopped: null } as const;
/** A list that has been watched for half a year, with an increasing number of dead addresses. */
export const watchedList: ListDetail = {
  ...fakedFinishedList,
  watch_costs: {
    check: 4_680,
    week: 61_100,
    month: 57_200,
    quarter: 19_800,
    typical: { week: 31_680, month: 31_680, quarter: 17_400 },
  },
  watch: { ...watched, next_at: '2126-12-21T09:41:10.000Z' },
  checks: [41, 38, 52, 29, 33, 36].map((gone, at) => ({
    end_date: `2026-0${at + 4}-21T09:41:10.000Z`,
    credits_charged: 4_000 - 100 * at,
    changed: gone + 9,
    gone,
    gained: 4 + at,
    valid: 3_900 - 40 * at,
    invalid: 640 + 35 * at,
    risky: 190,
    unknown: 70,
  })),
};
/** A watched list whose next check exceeds its credit limit. */
export const overLimitWatchedList: ListDetail = {
  ...watchedList,
  watch: { ...watched, max_credits: 4_000, next_at: '2126-12-21T09:41:10.000Z' },
};
export const stoppedWatchList: ListDetail = {
  ...watchedList,
  watch: { ...watched, next_at: null, stopped: 'insufficient_credit' },
};
export const recheckingList: ListDetail = {
  ...fakedFinishedList,
  recheck: {
    ...recheckData,
    total_email: 70,
    processed: 42,
    valid: 19,
    unknown: 23,
    status: 4,
    credits_charged: 19,
    credits_reserved: 51,
  },
};
