import type { Contract, RouteName } from '../../shared/contract/index.ts';
import type { ItemGroup, PartitionKind } from './partitions.ts';
import type { QueueName } from './queues.ts';

/**
 * Key prefixes in the buckets. `answers` contains the engine's answers to tasks, `work` intermediate
 * files of lists, `exports` personal data.
 */
export const FILE_AREAS = [
  'uploads',
  'bounces',
  'answers',
  'work',
  'results',
  'selections',
  'reports',
  'exports',
] as const;
export type FileArea = (typeof FILE_AREAS)[number];
/**
 * Returns the bucket of an area. The bucket `uploads` contains objects that strangers can
 * influence.
 */
export const bucketOf = (area: FileArea): 'uploads' | 'files' =>
  area === 'uploads' || area === 'bounces' || area === 'answers' ? 'uploads' : 'files';

export const SECRET_SETTINGS = {
  /**
   * Root of the keys that seal API keys and second factors. Functions that contact unknown hosts
   * must not have it.
   */
  secret: 'APP_SECRET_ID',
  // Like `secret`, this secret and the next three are roots of the keys for the purposes in
  // functions/platform/secrets/secrets.ts.
  'code-secret': 'CODE_SECRET_ID',
  'csrf-secret': 'CSRF_SECRET_ID',
  'link-secret': 'LINK_SECRET_ID',
  'webhook-secret': 'WEBHOOK_SECRET_ID',
  /** Root of the key that encrypts customers' credentials for other services. */
  'connection-secret': 'CONNECTION_SECRET_ID',
  /** Secrets of our OAuth clients at services, if the stage has any. */
  'oauth-secret': 'OAUTH_SECRET_ID',
  'stripe-secret': 'STRIPE_SECRET_ID',
  /** Test key for the smoke test and the service check. */
  'service-key': 'SERVICE_KEY_SECRET_ID',
  /** URL of the proxy to mail servers, if the stage uses a proxy. */
  egress: 'EGRESS_SECRET_ID',
} as const;
export type SecretGrant = keyof typeof SECRET_SETTINGS;
export const secretGrants = Object.keys(SECRET_SETTINGS) as readonly SecretGrant[];

/** A permission of a function, which rights.ts maps to IAM. */
export type Grant =
  /** Reads all items in partitions of this kind. */
  | `read:${PartitionKind}`
  | `write:${ItemGroup}`
  /** Requires the caller's right in a transaction. Implied for session routes that change state. */
  | 'profile:check'
  /** Deletes the tasks of a list, and the edits of earlier versions, many items per call. */
  | 'lists:clear'
  | 'table:scan'
  /** Reads and writes only the rate-limit counters in the table. */
  | 'limits'
  /** Writes the last use of a session or an API key. Implied for every route with a caller. */
  | 'key-use'
  /** Adds entries to the log of an account. */
  | 'activity'
  /** Reads and writes only what the engine stores: session leases, and facts about domains. */
  | 'facts'
  | 'engine'
  | SecretGrant
  | `${FileArea}:${'read' | 'write' | 'delete'}`
  /** Finds out whether an answer exists whose key the function knows. */
  | 'answers:test'
  /** Reads the status of multipart uploads. */
  | 'uploads:parts'
  | `send:${QueueName}`
  | 'send-mail';

export const reads = <Kind extends PartitionKind>(...kinds: readonly Kind[]) =>
  kinds.map((kind) => `read:${kind}` as const);

export interface FunctionNeeds {
  /** Grants beyond the ones that a route's contract implies; see `routeNeeds`. */
  readonly grants: readonly Grant[];
  readonly memoryMb?: number;
}

export interface RouteNeeds extends FunctionNeeds {
  /** Reserved concurrency, which is also the maximum. Ignored in stages that reserve none. */
  readonly concurrency?: number;
  /** Calls per second and burst; beyond these, the gateway returns 429. */
  readonly throttle?: { readonly rate: number; readonly burst: number };
  /** Computes `concurrency` and `throttle` from CHECKS_IN_FLIGHT, instead of fixed values. */
  readonly forChecks?: (
    checksInFlight: number,
  ) => Required<Pick<RouteNeeds, 'concurrency' | 'throttle'>>;
}

/** A function that reads queues or that others call: the export NAME of functions/FEATURE/workers.ts. */
export interface WorkerNeeds extends FunctionNeeds {
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly batchSize: number;
  readonly reads: readonly QueueName[];
  /** Whether the function repeatedly sends to a queue that it reads, and limits its own pace. */
  readonly mayLoop?: true;
  /** Whether the function reads the dead-letter queues of `reads` instead. */
  readonly deadLetters?: true;
}

/** A scheduled function: the export NAME of functions/FEATURE/workers.ts. */
export interface ScheduleNeeds extends FunctionNeeds {
  /** Less than 3.5 days: an alarm looks back seven days, and needs two intervals plus an hour. */
  readonly everyMinutes: number;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
}

type RoutesOf<F> = {
  readonly [Name in RouteName as Contract[Name]['feature'] extends F ? Name : never]: RouteNeeds;
};

/** Needs of a feature's functions. Omitting a route of the contract is a compile error. */
export interface FeatureDefinition<F extends string> {
  readonly routes: RoutesOf<F>;
  readonly workers?: Readonly<Record<string, WorkerNeeds>>;
  readonly schedules?: Readonly<Record<string, ScheduleNeeds>>;
}

/** Converts `checkEmail` to `check-email`, the format of file and folder names. */
export const toKebabCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
