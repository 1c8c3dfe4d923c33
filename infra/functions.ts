import { contract } from '../shared/contract/index.ts';
import type { RouteName } from '../shared/contract/index.ts';
import type { QueueName, WorkerName } from './config.ts';

/** Arrived files; work in progress; what customers download. */
export type FileArea = 'uploads' | 'work' | 'results';

/** What a function may touch; constructs/grants.ts says what each word means to IAM. */
export type Grant =
  | 'table:read'
  | 'table:write'
  | 'secret'
  | `${FileArea}:${'read' | 'write' | 'delete'}`
  | `send:${QueueName}`
  | 'send-mail';

interface FunctionNeeds {
  readonly grants: readonly Grant[];
  readonly memoryMb?: number;
}

const table = ['table:read', 'table:write'] as const;
const verifyQueues = ['send:verifyExpress', 'send:verifyBulk'] as const;

/** A password hash works in 128 MiB, and on a share of processor that grows with the memory. */
const HASHING_MB = 1024;

/** A whole processor: the largest results are filtered well within the gateway's 29 s. */
const FILTERING_MB = 1769;

/**
 * Every route counts its calls in the table. The secret is for CSRF tokens, which all calls that
 * change something carry, and for codes, captchas and API keys.
 */
export const routeNeeds: Readonly<Record<RouteName, FunctionNeeds>> = {
  captcha: { grants: [...table, 'secret'] },
  register: { grants: [...table, 'secret', 'send:mail'], memoryMb: HASHING_MB },
  verifyOtp: { grants: [...table, 'secret'] },
  resendOtp: { grants: [...table, 'secret', 'send:mail'] },
  login: { grants: [...table, 'secret'], memoryMb: HASHING_MB },
  logout: { grants: [...table, 'secret'] },
  me: { grants: [...table, 'secret'] },
  acceptTerms: { grants: [...table, 'secret'] },
  checkEmail: { grants: [...table, 'secret'] },
  upload: { grants: [...table, 'secret', 'uploads:write'] },
  listFiles: { grants: [...table] },
  getFile: { grants: [...table] },
  // A result by verdict is made when it is first asked for.
  download: {
    grants: [...table, 'secret', 'results:read', 'results:write'],
    memoryMb: FILTERING_MB,
  },
  // Only the list; its objects are the sweeper's.
  deleteFile: { grants: [...table, 'secret'] },
  health: { grants: [...table, 'secret'] },
  openapi: { grants: [...table] },
};

export const workerNeeds: Readonly<Record<WorkerName | 'sweep', FunctionNeeds>> = {
  lists: {
    grants: [
      ...table,
      ...verifyQueues,
      'uploads:read',
      // An upload nobody announced, or of a list that was deleted.
      'uploads:delete',
      'work:read',
      'work:write',
      'send:finalize',
      'send:mail',
    ],
  },
  verify: { grants: [...table, ...verifyQueues, 'work:read', 'work:write', 'send:finalize'] },
  deadTasks: { grants: [...table, ...verifyQueues, 'work:read', 'work:write', 'send:finalize'] },
  finalize: {
    // A list that is deleted meanwhile takes its result with it.
    grants: [...table, 'work:read', 'results:write', 'results:delete', 'send:mail'],
  },
  mail: { grants: [...table, 'send-mail'] },
  sweep: {
    grants: [
      ...table,
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
};

const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const routeNames = Object.keys(contract) as readonly RouteName[];

/** The folder below dist/functions that holds the bundle of a route or worker. */
export const bundleOf = (name: RouteName | WorkerName | 'sweep'): string => kebab(name);

const workerFiles: Readonly<Record<WorkerName | 'sweep', string>> = {
  lists: 'queue/lists.ts',
  verify: 'queue/verify.ts',
  deadTasks: 'queue/dead-tasks.ts',
  finalize: 'queue/finalize.ts',
  mail: 'queue/mail.ts',
  sweep: 'schedule/sweep.ts',
};

/** Bundle folder → source file, for every function there is. */
export const entries: Readonly<Record<string, string>> = Object.fromEntries([
  ...routeNames.map((name) => [bundleOf(name), `functions/handlers/api/${kebab(name)}.ts`]),
  ...Object.entries(workerFiles).map(([name, file]) => [kebab(name), `functions/handlers/${file}`]),
]);
