import type { Contract, RouteName } from '../../shared/contract/index.ts';
import type { ItemsOf } from './partitions.ts';
import type { QueueName } from './queues.ts';

/** Arrived files; work in progress; what customers download, or chose from it; their own data. */
export const FILE_AREAS = ['uploads', 'work', 'results', 'selections', 'exports'] as const;
export type FileArea = (typeof FILE_AREAS)[number];

/** The settings that name secrets, by the grants that open them. */
export const SECRETS = {
  /** What seals API keys and names closed accounts; nobody who speaks with strangers' hosts has it. */
  secret: 'APP_SECRET_ID',
  // What other keys are made of, by functions/platform/secrets/secrets.ts.
  'code-secret': 'CODE_SECRET_ID',
  'csrf-secret': 'CSRF_SECRET_ID',
  'link-secret': 'LINK_SECRET_ID',
  'webhook-secret': 'WEBHOOK_SECRET_ID',
  /** The keys of the payment provider. */
  'stripe-secret': 'STRIPE_SECRET_ID',
  /** The test key by which the service is tried. */
  'service-key': 'SERVICE_KEY_SECRET_ID',
  /** The way out to mail servers; a secret where that is a proxy. */
  egress: 'EGRESS_SECRET_ID',
} as const;
export type SecretGrant = keyof typeof SECRETS;
export const secretGrants = Object.keys(SECRETS) as readonly SecretGrant[];

/** What a function may touch; rights.ts says what each word means to IAM. */
export type Grant =
  | 'table:read'
  /** Items in these partitions of the table. */
  | `write:${ItemsOf}`
  /** What is kept of the tasks and edits of a list removed, many items by one call. */
  | 'lists:clear'
  /** Looks through the whole table. */
  | 'table:scan'
  /** The counters of calls in the table, and no other item of it. */
  | 'limits'
  /** When an API key was last used; every route that takes keys has it. */
  | 'key-use'
  | SecretGrant
  | `${FileArea}:${'read' | 'write' | 'delete'}`
  /** What has arrived of files that are sent in parts. */
  | 'uploads:parts'
  | `send:${QueueName}`
  | 'send-mail';

export interface FunctionNeeds {
  /** Of a route, those beyond what its row of the contract brings: `routeNeeds` has all. */
  readonly grants: readonly Grant[];
  readonly memoryMb?: number;
}

export interface RouteNeeds extends FunctionNeeds {
  /** Invocations at once that are its own where a stage reserves any, and the most it gets. */
  readonly concurrency?: number;
  /** Calls a second, and at once, beyond which the gateway answers 429. */
  readonly throttle?: { readonly rate: number; readonly burst: number };
}

/** A function that works through queues: functions/<feature>/workers/<name>.ts. */
export interface WorkerNeeds extends FunctionNeeds {
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Messages an invocation gets at most. */
  readonly batchSize: number;
  readonly reads: readonly QueueName[];
  /** Sends to a queue that it reads, again and again, and is bounded by a pace of its own. */
  readonly mayLoop?: true;
  /** Reads the dead-letter queues beside these instead. */
  readonly deadLetters?: true;
}

/** A function that runs by the clock: functions/<feature>/workers/<name>.ts. */
export interface ScheduleNeeds extends FunctionNeeds {
  /** At most three days, since no alarm looks back for more than twice that and an hour. */
  readonly everyMinutes: number;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
}

type RoutesOf<F> = {
  readonly [Name in RouteName as Contract[Name]['feature'] extends F ? Name : never]: RouteNeeds;
};

/** What the functions of a feature need. To leave out a route of the contract is an error. */
export interface Feature<F extends string> {
  readonly routes: RoutesOf<F>;
  readonly workers?: Readonly<Record<string, WorkerNeeds>>;
  readonly schedules?: Readonly<Record<string, ScheduleNeeds>>;
}

/** `checkEmail` → `check-email`, as files and folders of functions are called. */
export const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
