import { type FeatureDefinition, reads } from './feature.ts';

/** Grants to send events to the customer's endpoints. */
const notificationGrants = ['write:events', 'send:webhooks'] as const;

const taskGrants = [
  ...reads('LIST', 'USER'),
  'write:tasks',
  'send:verify',
  'work:read',
  'work:write',
  'send:finalize',
  // The following grants are for single checks that continue in the background.
  'write:checks',
  'write:credits',
  ...notificationGrants,
] as const;

export const lists = {
  routes: {
    upload: { grants: ['activity', 'write:lists', 'uploads:write', 'uploads:parts', 'send:list'] },
    createList: {
      grants: ['activity', 'write:lists', 'uploads:write', 'send:list'],
      // Reads up to 4 MB of JSON, and writes it as a file.
      memoryMb: 1024,
    },
    // Polled routes count calls in memory, but this one counts searches in the table.
    listFiles: { grants: ['limits'] },
    listLists: { grants: [] },
    getFile: { grants: ['read:RATE'] },
    // Reads a page's ranges in parallel, and network throughput scales with memory. `link-secret`
    // is the key for the HMACs of bounced addresses. Its log entry depends on the caller's right.
    // Polled routes count calls in memory, but this one counts requests for segments in the table.
    listRows: {
      grants: [
        'activity',
        'limits',
        'profile:check',
        'read:LIST',
        'work:read',
        'results:read',
        'link-secret',
      ],
      memoryMb: 1024,
    },
    // Writing a selection of a million rows needs one CPU, which Lambda provides with this memory
    // (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html). The concurrency
    // keeps selections from using up that of other routes; one account can start ten selections in
    // ten minutes (`select_user`).
    download: {
      grants: [
        'activity',
        'link-secret',
        'results:read',
        'selections:read',
        'selections:write',
        'selections:delete',
      ],
      memoryMb: 1769,
      concurrency: 30,
    },
    // The list worker reads the addresses, so this function needs no access to files.
    recheckFile: { grants: ['activity', 'write:lists', 'send:list'] },
    verifyCorrections: { grants: ['activity', 'write:lists', 'send:list'] },
    watchList: { grants: ['activity', 'write:lists'] },
    unwatchList: { grants: ['activity', 'write:lists'] },
    renameFile: { grants: ['activity', 'write:lists'] },
    // Deletes only the list itself; the reconciler deletes its objects.
    deleteFile: {
      grants: ['activity', 'write:lists', 'write:credits', 'write:adjustments'],
    },
  },
  workers: {
    ingest: {
      reads: ['list'],
      memoryMb: 1024,
      timeoutSeconds: 900,
      batchSize: 1,
      // The worker resends a list that must wait for another list, with growing delays.
      mayLoop: true,
      grants: [
        'activity',
        ...reads('LIST', 'USER'),
        'limits',
        'write:lists',
        'write:profile',
        'write:low-balance-alerts',
        'send:verify',
        'uploads:read',
        // Deletes unregistered uploads, and uploads of deleted lists.
        'uploads:delete',
        'work:read',
        'work:write',
        // Reads the rows of a finished list that a recheck verifies again.
        'results:read',
        // Resends a list that waits for another list of the same owner.
        'send:list',
        'send:finalize',
        'send:mail',
        ...notificationGrants,
      ],
    },
    verify: {
      reads: ['verify'],
      memoryMb: 256,
      timeoutSeconds: 120,
      batchSize: 1,
      // The loop is finite: a task ends, or leaves fewer addresses to later tasks.
      mayLoop: true,
      // `link-secret` is for the keys of answers, and for the HMACs of addresses whose verdicts are
      // remembered.
      grants: [
        ...taskGrants,
        'link-secret',
        'write:lists',
        'limits',
        'engine',
        'send:engineExpress',
        'send:engineBulk',
        'answers:read',
        // Empties booked answers.
        'answers:write',
        // Deletes an empty object that a compromised engine stored instead of an answer.
        'answers:delete',
      ],
    },
    abandon: {
      reads: ['verify'],
      deadLetters: true,
      memoryMb: 512,
      timeoutSeconds: 60,
      batchSize: 1,
      mayLoop: true,
      grants: [
        ...taskGrants,
        // Cancels a list whose objects are lost.
        'write:lists',
        'link-secret',
        // Empties answers, unless they are empty.
        'answers:read',
        'answers:write',
      ],
    },
    finalize: {
      reads: ['finalize'],
      memoryMb: 1024,
      timeoutSeconds: 900,
      batchSize: 1,
      // The worker resends a large list that must wait for another list, with growing delays.
      mayLoop: true,
      // `results:delete` is for a list that is deleted while its result is written.
      grants: [
        ...reads('LIST', 'RATE', 'USER'),
        'write:lists',
        'write:credits',
        'work:read',
        // Reads the result that a recheck builds on.
        'results:read',
        'results:write',
        'results:delete',
        'send:finalize',
        'send:mail',
        ...notificationGrants,
      ],
    },
  },
  schedules: {
    reconcile: {
      everyMinutes: 1,
      memoryMb: 512,
      // A run starts nothing new after 40 s, so it ends before the next run begins.
      timeoutSeconds: 60,
      grants: [
        'activity',
        ...reads('LIST', 'MAIL', 'PENDING', 'PENDINGCHECK', 'RATE', 'USER'),
        'write:lists',
        'write:credits',
        'write:checks',
        'write:profile',
        'write:low-balance-alerts',
        'lists:clear',
        'send:verify',
        'uploads:read',
        'uploads:delete',
        'work:read',
        'work:delete',
        // Reads the rows that the email about a misread list shows.
        'results:read',
        'results:delete',
        'selections:delete',
        'reports:delete',
        // Empties the remaining answers of a finished list.
        'answers:write',
        'send:billing',
        'send:list',
        'send:finalize',
        'send:mail',
        // Starts the checks of imported contacts.
        'send:connections',
        ...notificationGrants,
      ],
    },
  },
} as const satisfies FeatureDefinition<'lists'>;
