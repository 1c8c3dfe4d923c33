/** The example list in each of its states. */

export const EXAMPLE_LIST_ID = '01KAJ4T6Q8Z3M5N7P9R1S2V4W6';

export const runningList = {
  id: EXAMPLE_LIST_ID,
  file_id: EXAMPLE_LIST_ID,
  file_name: 'Customers of May',
  source_name: 'customers.csv',
  created_at: '2026-11-21T09:30:00.000Z',
  start_date: '2026-11-21T09:30:04.000Z',
  end_date: null,
  total_email: 4_800,
  processed: 1_200,
  valid: 950,
  invalid: 180,
  risky: 50,
  unknown: 20,
  duplicates: 35,
  status: 4,
  state: 'working',
  reason: null,
  expires_at: null,
} as const;

export const finishedList = {
  ...runningList,
  end_date: '2026-11-21T09:41:10.000Z',
  processed: 4_800,
  valid: 3_900,
  invalid: 640,
  risky: 190,
  unknown: 70,
  status: 7,
  state: 'finished',
  expires_at: '2027-11-21T09:41:10.000Z',
} as const;

export const zeroCounts = { processed: 0, valid: 0, invalid: 0, risky: 0, unknown: 0 } as const;

export const runningRecheck = {
  created_at: '2026-11-22T08:00:00.000Z',
  end_date: null,
  total_email: 70,
  ...zeroCounts,
  status: 1,
  state: 'waiting',
  reason: null,
  credits_charged: 0,
  credits_reserved: 0,
  credits_needed: 70,
  eta: null,
} as const;

export const recheckChanges = { changed: 21, gone: 18, gained: 3, joined: 12 };
export const finishedRecheck = {
  ...runningRecheck,
  end_date: '2026-11-22T08:12:00.000Z',
  processed: 70,
  valid: 41,
  invalid: 20,
  unknown: 9,
  status: 7,
  state: 'finished',
  credits_charged: 61,
  credits_needed: 61,
} as const;

export const noBreakdowns = { domains: [], providers: [], scores: [], suggested: 0, corrected: 0 };

export const noFlags = {
  role: false,
  free: false,
  disposable: false,
  tagged: false,
  gateway: false,
  catch_all: false,
  catch_all_unknown: false,
  parked: false,
  no_dmarc: false,
};
