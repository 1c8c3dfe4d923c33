import type { Contract, RouteName } from '../../shared/contract/index.ts';
import type { ItemsOf } from './partitions.ts';
import type { QueueName } from './queues.ts';

/** Uploaded files; work in progress; results; selections of them; exports of personal data. */
export const FILE_AREAS = ['uploads', 'work', 'results', 'selections', 'exports'] as const;
export type FileArea = (typeof FILE_AREAS)[number];

export const SECRETS = {
  /** Seals API keys and names of closed accounts. Not for functions that talk to unknown hosts. */
  secret: 'APP_SECRET_ID',
  // Master key: functions/platform/secrets/secrets.ts derives other keys from it.
  'code-secret': 'CODE_SECRET_ID',
  'csrf-secret': 'CSRF_SECRET_ID',
  'link-secret': 'LINK_SECRET_ID',
  'webhook-secret': 'WEBHOOK_SECRET_ID',
  'stripe-secret': 'STRIPE_SECRET_ID',
  /** Test key for the smoke test and the service check. */
  'service-key': 'SERVICE_KEY_SECRET_ID',
  /** Proxy to mail servers, if there is one. */
  egress: 'EGRESS_SECRET_ID',
} as const;
export type SecretGrant = keyof typeof SECRETS;
export const secretGrants = Object.keys(SECRETS) as readonly SecretGrant[];

/** Permission of a function; rights.ts maps it to IAM. */
export type Grant =
  | 'table:read'
  | `write:${ItemsOf}`
  /** Removal of the tasks and edits of a list, many items per call. */
  | 'lists:clear'
  | 'table:scan'
  /** Only the rate-limit counters in the table. */
  | 'limits'
  /** Last use of an API key; every route that accepts keys has it. */
  | 'key-use'
  | SecretGrant
  | `${FileArea}:${'read' | 'write' | 'delete'}`
  /** Status of multipart uploads. */
  | 'uploads:parts'
  | `send:${QueueName}`
  | 'send-mail';

export interface FunctionNeeds {
  /** For a route, only grants beyond those implied by its contract: `routeNeeds` has all. */
  readonly grants: readonly Grant[];
  readonly memoryMb?: number;
}

export interface RouteNeeds extends FunctionNeeds {
  /** Reserved concurrency, which is also its maximum, if the stage reserves any. */
  readonly concurrency?: number;
  /** Calls per second and burst; the gateway answers 429 beyond them. */
  readonly throttle?: { readonly rate: number; readonly burst: number };
  /** Instead of both: the two for the setting CHECKS_IN_FLIGHT. */
  readonly forChecks?: (
    checksInFlight: number,
  ) => Required<Pick<RouteNeeds, 'concurrency' | 'throttle'>>;
}

/** A queue reader: functions/<feature>/workers/<name>.ts. */
export interface WorkerNeeds extends FunctionNeeds {
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly batchSize: number;
  readonly reads: readonly QueueName[];
  /** Sends to a queue that it reads, repeatedly, and limits its own pace. */
  readonly mayLoop?: true;
  /** Reads the dead-letter queues of these instead. */
  readonly deadLetters?: true;
}

/** A scheduled function: functions/<feature>/workers/<name>.ts. */
export interface ScheduleNeeds extends FunctionNeeds {
  /** At most three days, because no alarm looks back more than twice that plus an hour. */
  readonly everyMinutes: number;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
}

type RoutesOf<F> = {
  readonly [Name in RouteName as Contract[Name]['feature'] extends F ? Name : never]: RouteNeeds;
};

/** Needs of a feature's functions. Omitting a route of the contract is a compile error. */
export interface Feature<F extends string> {
  readonly routes: RoutesOf<F>;
  readonly workers?: Readonly<Record<string, WorkerNeeds>>;
  readonly schedules?: Readonly<Record<string, ScheduleNeeds>>;
}

/** Converts `checkEmail` to `check-email`, as in file and folder names. */
export const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
