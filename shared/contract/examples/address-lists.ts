import type { addressListRoutes } from '../address-lists.ts';
import type { ExamplesOf } from './example.ts';
import { runningList, zeroCounts } from './list-states.ts';

export const addressListExamples = {
  createList: {
    summary: 'Create a list of up to 50,000 addresses from JSON',
    notes: [
      'The list exists immediately, with a row for each address, in the same order. The body may have 4 MB.',
      '',
      '`idempotency_key`, or the header `Idempotency-Key`, is your id for this request. For 30 days, a call with the same key and body returns the same list in its current state, free of charge. With another body, or once that list is deleted, the call is rejected with `request_reused`. Without a key, each call creates a list.',
    ].join('\n'),
    body: {
      name: 'Customers of May',
      emails: ['deliverable@sandbox.test', 'unknown@sandbox.test', 'risky@@sandbox.test'],
    },
    otherBodies: {
      notifying: {
        emails: ['deliverable@sandbox.test'],
        webhook: '01KAJ5B2Y7C4D6F8G0H1J3K5M7',
        idempotency_key: 'customers-2026-05',
      },
    },
    response: {
      data: {
        ...runningList,
        source_name: 'addresses.csv',
        start_date: null,
        total_email: 0,
        ...zeroCounts,
        duplicates: 0,
        status: 1,
        state: 'waiting',
      },
    },
  },

  listLists: {
    summary: 'Your lists, newest first, fifty per page',
    notes: 'Pass `next` as `cursor` until it is null.',
    query: { cursor: runningList.id },
    response: { data: { lists: [runningList], next: runningList.id } },
  },
} satisfies ExamplesOf<typeof addressListRoutes>;
