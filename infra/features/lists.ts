import type { Feature } from './feature.ts';

const verifyQueues = ['send:verifyExpress', 'send:verifyBulk'] as const;

/** What tells the customer's endpoints. */
const telling = ['write:events', 'send:webhooks'] as const;

/** What brings a task to its end. */
const workingOnTasks = [
  'table:read',
  'write:lists',
  'write:tasks',
  ...verifyQueues,
  'work:read',
  'work:write',
  'send:finalize',
  // Single checks that nobody waits for.
  'write:checks',
  'write:credits',
  ...telling,
] as const;

export const lists = {
  routes: {
    upload: { grants: ['write:lists', 'uploads:write', 'uploads:parts'] },
    createList: {
      grants: ['write:lists', 'uploads:write', 'send:list'],
      // It reads what may be 4 MB of JSON, and writes it as a file.
      memoryMb: 1024,
    },
    // Polled routes count their calls in memory; of this one a search is counted in the table.
    listFiles: { grants: ['limits'] },
    listLists: { grants: [] },
    getFile: { grants: [] },
    // What it reads of a page, it reads at once: the network is as fast as its memory is large.
    listRows: { grants: ['work:read', 'results:read'], memoryMb: 1024 },
    // A selection of a million rows is written with the one processor that so much memory brings
    // (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html). Ten such calls of an
    // account at once leave room for others, and no other route has less by them.
    download: {
      grants: ['results:read', 'selections:read', 'selections:write', 'selections:delete'],
      memoryMb: 1769,
      concurrency: 30,
    },
    // Its addresses are read by the list worker.
    recheckFile: { grants: ['write:lists', 'send:list'] },
    watchList: { grants: ['write:lists'] },
    addEmails: { grants: ['write:lists', 'send:list'] },
    removeEmails: { grants: ['write:lists', 'send:list'] },
    unwatchList: { grants: ['write:lists'] },
    renameFile: { grants: ['write:lists'] },
    // The list alone: its objects are left to the reconciler.
    deleteFile: {
      grants: ['write:lists', 'write:credits', 'write:credit-alerts'],
    },
  },
  workers: {
    ingest: {
      reads: ['list'],
      memoryMb: 1024,
      timeoutSeconds: 900,
      batchSize: 1,
      // A list that waits for another one asks again, ever later.
      mayLoop: true,
      grants: [
        'table:read',
        'write:lists',
        'write:credits',
        'write:profile',
        'write:credit-alerts',
        ...verifyQueues,
        'uploads:read',
        // An upload nobody announced, or of a list that was deleted.
        'uploads:delete',
        'work:read',
        'work:write',
        // What a recheck asks again.
        'results:read',
        // A list that waits for another one of its owner asks again.
        'send:list',
        'send:finalize',
        'send:mail',
        ...telling,
      ],
    },
    verify: {
      // The express lane keeps a small list from waiting behind a large one.
      reads: ['verifyExpress', 'verifyBulk'],
      // It waits for mail servers, and what it waits in is paid for (docs/cost.md).
      memoryMb: 256,
      timeoutSeconds: 120,
      batchSize: 1,
      // A task ends, or leaves fewer addresses to later ones.
      mayLoop: true,
      grants: [...workingOnTasks, 'write:facts', 'egress'],
    },
    abandon: {
      reads: ['verifyExpress', 'verifyBulk'],
      deadLetters: true,
      memoryMb: 512,
      timeoutSeconds: 60,
      batchSize: 1,
      mayLoop: true,
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
        // What a recheck goes on from.
        'results:read',
        'results:write',
        'results:delete',
        // What has been added to a list while it was checked again.
        'send:list',
        'send:mail',
        ...telling,
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
        'write:profile',
        'write:credit-alerts',
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
        ...telling,
      ],
    },
  },
} as const satisfies Feature<'lists'>;
