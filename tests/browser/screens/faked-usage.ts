import type { Page } from 'playwright-core';
import type { UsageRow } from '../../../shared/contract/usage.ts';
import { PAUSED_LIST_NAME } from './people.ts';

/**
 * Creates a usage row. Fields that are not given are zero or null, except for the day and the type.
 */
export const createUsageRow = (given: Partial<UsageRow>): UsageRow => ({
  day: '2026-11-20',
  at: null,
  type: 'list',
  file_id: null,
  file_name: null,
  file_state: null,
  file_verified: null,
  file_valid: null,
  by: null,
  person: null,
  change: 0,
  added: 0,
  reserved: 0,
  charged: 0,
  returned: 0,
  held: 0,
  taken_back: 0,
  borrowed: 0,
  repaid: 0,
  ...given,
});

const running = { file_name: 'Leads', file_state: 'working', by: 'web' } as const;
const finished = { file_name: PAUSED_LIST_NAME, file_state: 'finished', by: 'x7Qf' } as const;

/** A row for each kind of credit movement, with a long name and a large customer's figures. */
const ROWS: readonly UsageRow[] = [
  createUsageRow({ type: 'gift', change: 500, added: 700, repaid: 200 }),
  createUsageRow({
    type: 'replacement',
    file_id: '2',
    file_name: PAUSED_LIST_NAME,
    change: 770,
    added: 770,
  }),
  createUsageRow({ type: 'dispute', change: -9980, held: 10_000, borrowed: 20 }),
  createUsageRow({ type: 'refund', change: -800, taken_back: 1000, borrowed: 200 }),
  createUsageRow({ type: 'refund_failed', change: 1000, added: 1000 }),
  createUsageRow({ type: 'correction', change: -50, taken_back: 50 }),
  createUsageRow({ ...running, file_id: '1', change: -1_118_400, reserved: 1_118_400 }),
  createUsageRow({
    ...finished,
    file_id: '2',
    change: -3430,
    reserved: 4200,
    charged: 3430,
    returned: 770,
  }),
  createUsageRow({ file_id: '3', reserved: 12, returned: 12 }),
  createUsageRow({ type: 'checks', by: 'x7Qf', change: -1200, charged: 1203, returned: 3 }),
  createUsageRow({
    type: 'checks',
    by: 'web',
    person: { id: '01KAC3D4E5F6G7H8J9K0M1N2P3', name: 'Alan Moreau' },
    change: -1,
    charged: 1,
  }),
  createUsageRow({ type: 'purchase', day: '2026-11-02', change: 5_000_000, added: 5_000_000 }),
  createUsageRow({ type: 'welcome', day: '2026-11-01', change: 100, added: 100 }),
];

/** Shows every kind of credit movement, for a customer who owes credits. */
export async function showEveryCreditMovement(page: Page): Promise<void> {
  const balance = { available: 0, reserved: 1_118_400, held: 9980, debt: 220 };
  await page.route('**/api/usage*', async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: object };
    const faked = { month: '2026-11', balance, closing: 3_868_559, data: ROWS, next: null };
    await route.fulfill({ json: { data: { ...data, ...faked } } });
  });
  await page.reload();
}
