import type { ApplyJob, connectionRoutes } from '../connections.ts';
import type { ExamplesOf } from './example.ts';

const id = '3f7a1c09e5b24d68a0c1f2e3';
const importId = '01KAJ4T6Q8Z3M5N7P9R1S2V4W6';
export const connection = {
  id,
  service: 'mailchimp',
  name: 'Acme Newsletter',
  state: 'active',
  created_at: '2026-11-20T15:30:00.000Z',
  bounces_read_at: '2026-11-21T07:00:00.000Z',
} as const;
export const contactImport = {
  id: importId,
  connection_id: id,
  service: 'mailchimp',
  audience: 'Newsletter',
  state: 'reading',
  error: null,
  read: 12_000,
  expected: 25_000,
  created_at: '2026-11-20T15:31:00.000Z',
} as const;

const jobId = `${importId}-0001`;
export const applyJob: ApplyJob = {
  id: jobId,
  list_id: importId,
  service: 'mailchimp',
  actions: { undeliverable: ['mark', 'unsubscribe'], risky: ['mark'], unknown: ['field'] },
  state: 'working',
  error: null,
  total: 1800,
  done: 500,
  changed: 488,
  unsubscribed: 9,
  missing: 3,
  raced: 0,
  created_at: '2026-11-20T17:00:00.000Z',
  undo_until: '2026-12-20T17:00:00.000Z',
};

export const connectionExamples = {
  listConnections: {
    summary: 'Your accounts at other services, and the imports from them',
    response: {
      data: {
        connections: [connection],
        imports: [contactImport],
        logins: [
          {
            service: 'mailchimp',
            url: 'https://login.mailchimp.com/oauth2/authorize?response_type=code&client_id=123456789012&redirect_uri=https%3A%2F%2Ftamis.example%2Fconnections%2Fmailchimp',
          },
        ],
      },
    },
  },
  listAudiences: {
    summary: 'Audiences, lists and segments of a connected account',
    params: { id },
    query: {},
    response: {
      data: {
        audiences: [
          { id: 'a1b2c3d4e5', name: 'Newsletter' },
          { id: 'f6a7b8c9d0', name: 'Customers' },
        ],
        next: null,
      },
    },
  },
  countAudience: {
    summary: 'How many contacts an import reads, and what its list costs at most',
    params: { id },
    query: { audience_id: 'a1b2c3d4e5' },
    response: { data: { contacts: 25_000, credits: 25_000 } },
  },
  importContacts: {
    summary: 'Import the contacts of an audience as a list',
    params: { id },
    body: { audience_id: 'a1b2c3d4e5', audience: 'Newsletter', name: 'May', names: true },
    response: { data: { ...contactImport, read: 0 } },
  },
  getImport: {
    summary: 'Progress of an import',
    params: { id: importId },
    response: { data: contactImport },
    otherResponses: {
      failed: { data: { ...contactImport, state: 'failed', error: 'not_found' } },
    },
  },
  applyVerdicts: {
    summary: 'Write the verdicts of an imported list back to its service',
    notes:
      'Starts a background job. It never changes addresses, deletes contacts, or touches contacts who were unsubscribed before.',
    body: { list_id: importId, actions: applyJob.actions },
    response: {
      data: { ...applyJob, done: 0, changed: 0, unsubscribed: 0, missing: 0 },
    },
  },
  listApplyJobs: {
    summary: 'Jobs that wrote verdicts of a list back to its service',
    query: { list_id: importId },
    response: { data: { can_resubscribe: false, jobs: [applyJob] } },
    otherResponses: {
      failed: {
        data: {
          can_resubscribe: true,
          jobs: [{ ...applyJob, state: 'failed', error: 'forbidden' }],
        },
      },
    },
  },
  undoApply: {
    summary: 'Undo what a job has changed',
    notes:
      'Restores each value that the job wrote and that nobody has changed since. Unsubscribing is undone only if `can_resubscribe`.',
    params: { id: jobId },
    response: { data: { ...applyJob, state: 'undoing', done: 0 } },
  },
} satisfies ExamplesOf<typeof connectionRoutes>;
