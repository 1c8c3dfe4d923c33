import type { addressListRoutes } from '../address-lists.ts';
import type { ExamplesOf } from './example.ts';
import { runningList, untouched } from './lists.ts';

export const addressListExamples = {
  createList: {
    summary: 'Submit up to 50,000 addresses as JSON, once however often they are sent',
    notes: [
      'It is there at once, a row for each address in this order. It may have 4 MB.',
      '',
      '`webhook`, the id of an endpoint, has that endpoint alone told of the list.',
      '',
      '`idempotency_key`, or the header `Idempotency-Key`, is your name for this request. For 30 days',
      'the same key and body answer that list as it is, and cost nothing; with another body,',
      'or once that list is deleted, the answer is `request_reused`. Without a key each call makes a list.',
    ].join('\n'),
    body: {
      name: 'Customers of May',
      emails: ['deliverable@sandbox.test', 'unknown@sandbox.test'],
    },
    response: {
      data: {
        ...runningList,
        source_name: 'addresses.csv',
        start_date: null,
        total_email: 0,
        ...untouched,
        duplicates: 0,
        status: 1,
        state: 'waiting',
      },
    },
  },

  listLists: {
    summary: "The caller's lists, the newest first, fifty a page",
    notes: 'Pass `next` as `cursor` until it is null.',
    query: { cursor: runningList.id },
    response: { data: { lists: [runningList], next: null } },
  },
} satisfies ExamplesOf<typeof addressListRoutes>;
