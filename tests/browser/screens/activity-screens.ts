import type { Page } from 'playwright-core';
import type { ActivityEntry } from '../../../shared/contract/usage.ts';
import { privateUsageExamples } from '../../support/examples/usage.ts';
import { busyElement } from './parts.ts';
import { type Screen, createScreens, waitForText } from './screen.ts';

const ACTIVITY = '**/api/activity*';
const [example] = privateUsageExamples.listActivity.response.data.entries;
const person = (name: string | null) => ({ type: 'person', id: 'p', name }) as const;

const ENTRIES: readonly Partial<ActivityEntry>[] = [
  {},
  { who: person(null), what: 'removed', name: 'Liste de Jean-Baptiste de La Rochefoucauld.csv' },
  {
    who: { type: 'key', id: 'x7Qf', name: null },
    what: 'added',
    by: 'API …x7Qf · 2001:db8:1::/48',
  },
  { who: null, kind: 'payment', what: 'added', name: 'TAMIS-2026-0042', by: '' },
  { kind: 'setting', what: 'changed', target: 'low_credits', name: '', by: 'Edge, Windows' },
  { kind: 'login', what: 'added', name: '' },
];

const show =
  (entries: readonly Partial<ActivityEntry>[], next: string | null = null) =>
  async (page: Page): Promise<void> => {
    const rows = entries.map((each, at) => Object.assign({}, example, each, { id: String(at) }));
    const json = { data: { entries: rows, next } };
    await page.route(ACTIVITY, (route) => route.fulfill({ json }));
  };

export const activityScreens: readonly Screen[] = createScreens('customer', {
  'activity-loading': { without: ACTIVITY, reach: (page) => busyElement(page).waitFor() },
  'activity-empty': { prepare: show([]), reach: waitForText((t) => t.activity.empty) },
  'activity-filled': {
    prepare: show(ENTRIES, '01KAJ4T6Q8Z3M5N7P9R1S2V4W6'),
    reach: waitForText((t) => t.activity.former),
  },
  'activity-error': { without: ACTIVITY, reach: waitForText((t) => t.activity.failed) },
});
