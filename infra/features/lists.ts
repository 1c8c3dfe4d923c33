import { type Feature, readingTable } from './feature.ts';

const verifyQueues = ['send:verifyExpress', 'send:verifyBulk'] as const;

/** What brings a task to its end. */
const workingOnTasks = [
  'table:read',
  'write:lists',
  'write:tasks',
  ...verifyQueues,
  'work:read',
  'work:write',
  'send:finalize',
] as const;

export const lists = {
  routes: {
    upload: { grants: [...readingTable, 'write:lists', 'csrf-secret', 'uploads:write'] },
    // Polled routes count their calls in memory.
    listFiles: { grants: ['table:read'] },
    getFile: { grants: ['table:read'] },
    download: { grants: [...readingTable, 'csrf-secret', 'results:read'] },
    // The list alone: its objects are left to the reconciler.
    deleteFile: { grants: [...readingTable, 'write:lists', 'write:credits', 'csrf-secret'] },
  },
  workers: {
    ingest: {
      reads: ['list'],
      memoryMb: 1024,
      timeoutSeconds: 900,
      batchSize: 1,
      grants: [
        'table:read',
        'write:lists',
        'write:credits',
        ...verifyQueues,
        'uploads:read',
        // An upload nobody announced, or of a list that was deleted.
        'uploads:delete',
        'work:read',
        'work:write',
        // A list that waits for another one of its owner asks again.
        'send:list',
        'send:finalize',
        'send:mail',
      ],
    },
    verify: {
      // The express lane keeps a small list from waiting behind a large one.
      reads: ['verifyExpress', 'verifyBulk'],
      // It waits for mail servers, and what it waits in is paid for (docs/cost.md).
      memoryMb: 256,
      timeoutSeconds: 120,
      batchSize: 1,
      grants: [...workingOnTasks, 'write:facts', 'egress'],
    },
    abandon: {
      reads: ['verifyExpress', 'verifyBulk'],
      deadLetters: true,
      memoryMb: 512,
      timeoutSeconds: 60,
      batchSize: 1,
      grants: workingOnTasks,
    },
    finalize: {
      reads: ['finalize'],
      memoryMb: 1024,
      timeoutSeconds: 900,
      batchSize: 1,
      // A list that is deleted meanwhile takes its result with it.
      grants: [
        'table:read',
        'write:lists',
        'write:credits',
        'work:read',
        'results:write',
        'results:delete',
        'send:mail',
      ],
    },
  },
  schedules: {
    reconcile: {
      everyMinutes: 1,
      memoryMb: 512,
      // It takes up nothing new after 40 s, and ends before the next run begins.
      timeoutSeconds: 60,
      grants: [
        'table:read',
        'write:lists',
        'write:credits',
        'write:checks',
        'tasks:clear',
        ...verifyQueues,
        'uploads:read',
        'uploads:delete',
        'work:read',
        'work:delete',
        'results:delete',
        'send:list',
        'send:finalize',
        'send:mail',
      ],
    },
  },
} as const satisfies Feature<'lists'>;
