import type { Page } from 'playwright-core';
import { examples } from '../../support/examples/index.ts';
import type { KeyRow } from '../../../shared/contract/keys.ts';

export const KEYS_URL = '**/api/keys*';

const { api_key: _, ...made } = examples.createKey.response.data;
export const SECOND_KEY = { ...made, last_used_at: '2026-11-21T08:00:00.000Z' };

const keys: readonly KeyRow[] = [
  ...examples.listKeys.response.data.keys.slice(0, 1),
  SECOND_KEY,
  {
    ...made,
    id: `${made.id}7`,
    name: 'Nightly import of the customers of the north and south',
    masked: 'tms_live_…0aZ9',
    scopes: ['lists', 'read'],
  },
];

/** Fakes a list of several keys, and the creation of a known key. */
export async function fakeKeys(page: Page): Promise<void> {
  await page.route(KEYS_URL, (route) => {
    const asksForAll = route.request().method() === 'GET';
    return route.fulfill({ json: asksForAll ? { data: { keys } } : examples.createKey.response });
  });
  await page.reload();
}
