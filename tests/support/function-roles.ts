import { queueUrlVariable } from '../../infra/constructs/stack-context.ts';
import type * as features from '../../infra/features/index.ts';
import { type Grant, secretGrants, SECRET_SETTINGS } from '../../infra/features/feature.ts';
import { type QueueName, queueNames } from '../../infra/features/queues.ts';
import {
  type GrantableResources,
  permissionsFor,
  QUEUE_READ_ACTIONS,
} from '../../infra/features/rights.ts';
import type { RoleStatement } from './roles.ts';

/**
 * The indirect path hides this import from Vitest. Otherwise, a change to one feature's grants
 * would select every test of a handler; tests/check.ts selects the tests of that feature instead.
 */
const FEATURES = '../../infra/features/index.ts';
const { routeNames, routeNeeds, scheduleNeeds, workerNeeds } = (await import(
  /* @vite-ignore */ FEATURES
)) as typeof features;

type Settings = Readonly<Record<string, unknown>>;

const bucketOf = (name: string) => ({
  bucketArn: name,
  arnForObjects: (pattern: string) => `${name}/${pattern}`,
});

const record = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Readonly<Record<Name, Value>> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;

/** Returns resources with plain names, which roles.ts accepts in place of ARNs. */
function resourcesOf(env: Settings): GrantableResources {
  const text = (setting: string) => String(env[setting]);
  return {
    table: { tableArn: text('TABLE_NAME') },
    buckets: {
      uploads: bucketOf(text('UPLOADS_BUCKET')),
      files: bucketOf(text('FILES_BUCKET')),
    },
    queues: record(queueNames, (name) => ({
      queueArn: text(queueUrlVariable(name)).split('/').at(-1) ?? '',
    })),
    engine: { functionArn: `function:${text('ENGINE_FUNCTION')}` },
    secrets: record(secretGrants, (grant) => ({ secretArn: SECRET_SETTINGS[grant] })),
    mail: { arns: ['*'], from: text('MAIL_FROM') },
  };
}

/** Returns the policy statements of each function, by the name of the route, worker or schedule. */
export function functionRoles(env: Settings): ReadonlyMap<string, readonly RoleStatement[]> {
  const resources = resourcesOf(env);
  const statements = (grants: readonly Grant[]): RoleStatement[] =>
    permissionsFor(grants, resources).map(([actions, on, partitions]) => ({
      actions,
      resources: on,
      partitions,
    }));
  /** Returns the statement with which a worker reads its queues. */
  const reading = (queues: readonly QueueName[]): RoleStatement => ({
    actions: QUEUE_READ_ACTIONS,
    resources: queues
      .map((name) => resources.queues[name].queueArn)
      .flatMap((arn) => [arn, `${arn}-dead`]),
    partitions: undefined,
  });
  return new Map<string, readonly RoleStatement[]>([
    ...routeNames.map((name) => [name, statements(routeNeeds[name].grants)] as const),
    ...[...workerNeeds].map(
      ([name, { grants, reads }]) => [name, [...statements(grants), reading(reads)]] as const,
    ),
    ...[...scheduleNeeds].map(([name, { grants }]) => [name, statements(grants)] as const),
  ]);
}
