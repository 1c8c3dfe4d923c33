import type { Feature } from './feature.ts';

const verifyQueues = ['send:verifyExpress', 'send:verifyBulk'] as const;

/** Grants to notify the customer's endpoints. */
const notificationGrants = ['write:events', 'send:webhooks'] as const;

const taskGrants = [
  'table:read',
  'write:lists',
  'write:tasks',
  ...verifyQueues,
  'work:read',
  'work:write',
  'send:finalize',
  // Background checks of single addresses.
  'write:checks',
  'write:credits',
  ...notificationGrants,
] as const;

export const lists = {
  routes: {
    upload: { grants: ['write:lists', 'uploads:write', 'uploads:parts'] },
    createList: {
      grants: ['write:lists', 'uploads:write', 'send:list'],
      // It reads up to 4 MB of JSON, and writes it as a file.
      memoryMb: 1024,
    },
    // Polled routes count calls in memory, but this one counts searches in the table.
    listFiles: { grants: ['limits'] },
    listLists: { grants: [] },
    getFile: { grants: [] },
    // Reads the ranges of a page in parallel; network throughput scales with memory.
    listRows: { grants: ['work:read', 'results:read'], memoryMb: 1024 },
    // Writing a selection of a million rows needs one CPU, which comes with this memory
    // (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html). At most ten
    // concurrent calls per account leave room for others; no other route has less because of them.
    download: {
      grants: ['results:read', 'selections:read', 'selections:write', 'selections:delete'],
      memoryMb: 1769,
      concurrency: 30,
    },
    // The list worker reads its addresses.
    recheckFile: { grants: ['write:lists', 'send:list'] },
    watchList: { grants: ['write:lists'] },
    addEmails: { grants: ['write:lists', 'send:list'] },
    removeEmails: { grants: ['write:lists', 'send:list'] },
    unwatchList: { grants: ['write:lists'] },
    renameFile: { grants: ['write:lists'] },
    // Deletes only the list; the reconciler deletes its objects.
    deleteFile: {
      grants: ['write:lists', 'write:credits', 'write:low-balance-alerts'],
    },
  },
  workers: {
    ingest: {
      reads: ['list'],
      memoryMb: 1024,
      timeoutSeconds: 900,
      batchSize: 1,
      // A list that waits for another one retries with growing delays.
      mayLoop: true,
      grants: [
        'table:read',
        'limits',
        'write:lists',
        'write:credits',
        'write:profile',
        'write:low-balance-alerts',
        ...verifyQueues,
        'uploads:read',
        // Unregistered uploads, and those of deleted lists.
        'uploads:delete',
        'work:read',
        'work:write',
        // Rows to recheck.
        'results:read',
        // A list retries while it waits for another one of its owner.
        'send:list',
        'send:finalize',
        'send:mail',
        ...notificationGrants,
      ],
    },
    verify: {
      reads: ['verifyExpress', 'verifyBulk'],
      // Small, because it mostly waits for mail servers, and waiting is billed (docs/cost.md).
      memoryMb: 256,
      timeoutSeconds: 120,
      batchSize: 1,
      // Bounded: a task ends, or leaves fewer addresses to later ones.
      mayLoop: true,
      grants: [...taskGrants, 'limits', 'write:facts', 'egress'],
    },
    abandon: {
      reads: ['verifyExpress', 'verifyBulk'],
      deadLetters: true,
      memoryMb: 512,
      timeoutSeconds: 60,
      batchSize: 1,
      mayLoop: true,
      grants: taskGrants,
    },
    finalize: {
      reads: ['finalize'],
      memoryMb: 1024,
      timeoutSeconds: 900,
      batchSize: 1,
      // A large list that waits for another one retries with growing delays.
      mayLoop: true,
      // If the list is deleted meanwhile, its result is deleted, too.
      grants: [
        'table:read',
        'write:lists',
        'write:credits',
        'work:read',
        // The result that a recheck builds on.
        'results:read',
        'results:write',
        'results:delete',
        // Addresses added to a list during a recheck.
        'send:list',
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
      // Starts nothing new after 40 s, and ends before the next run starts.
      timeoutSeconds: 60,
      grants: [
        'table:read',
        'write:lists',
        'write:credits',
        'write:checks',
        'write:profile',
        'write:low-balance-alerts',
        'lists:clear',
        ...verifyQueues,
        'uploads:read',
        'uploads:delete',
        'work:read',
        'work:delete',
        'results:delete',
        'selections:delete',
        'send:billing',
        'send:list',
        'send:finalize',
        'send:mail',
        ...notificationGrants,
      ],
    },
  },
} as const satisfies Feature<'lists'>;
