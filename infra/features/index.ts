import { AUTH_RULES } from '../../shared/contract/auth.ts';
import type { Feature as FeatureName } from '../../shared/model/features.ts';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import { rateLimitOf, needsCsrf, needsRight, type Route } from '../../shared/contract/route.ts';
import { account } from './account.ts';
import { admin } from './admin.ts';
import { assistants } from './assistants.ts';
import { billing } from './billing.ts';
import { bounces } from './bounces.ts';
import { checks } from './checks.ts';
import { connections } from './connections.ts';
import { credits } from './credits.ts';
import {
  type FeatureDefinition,
  type Grant,
  toKebabCase,
  type RouteNeeds,
  type ScheduleNeeds,
  type WorkerNeeds,
} from './feature.ts';
import { factors } from './factors.ts';
import { forms } from './forms.ts';
import { lists } from './lists.ts';
import { mail } from './mail.ts';
import { members } from './members.ts';
import { privacy } from './privacy.ts';
import { security } from './security.ts';
import { system } from './system.ts';
import { usage } from './usage.ts';
import { webhooks } from './webhooks.ts';

const features = {
  account,
  admin,
  assistants,
  billing,
  bounces,
  checks,
  connections,
  credits,
  factors,
  forms,
  lists,
  mail,
  members,
  privacy,
  security,
  system,
  usage,
  webhooks,
} satisfies { readonly [Name in FeatureName]: FeatureDefinition<Name> } & Readonly<
  Record<string, FeatureNeeds>
>;

export const routeNames = Object.keys(contract) as readonly RouteName[];

/** Grants to identify the caller, count calls and verify CSRF tokens. */
function grantsOfRoute(route: Route): Grant[] {
  const { caller, keys } = AUTH_RULES[route.auth];
  return [
    ...(caller === 'nobody' ? [] : (['read:SESSION', 'read:USER', 'key-use'] as const)),
    // Polled routes count calls in memory instead of the table.
    ...(rateLimitOf(route) === 'poll_user' ? [] : (['limits'] as const)),
    ...(needsCsrf(route) ? (['csrf-secret'] as const) : []),
    ...(needsCsrf(route) && needsRight(route) ? (['profile:check'] as const) : []),
    ...(keys ? (['read:APIKEY'] as const) : []),
  ];
}

type FeatureNeeds = Pick<FeatureDefinition<string>, 'workers' | 'schedules'> & {
  readonly routes: Readonly<Record<string, RouteNeeds>>;
};

const needsOf = <Needs>(
  of: (feature: FeatureNeeds) => Readonly<Record<string, Needs>> | undefined,
) =>
  Object.entries<FeatureNeeds>(features).flatMap(([feature, each]) =>
    Object.entries(of(each) ?? {}).map(([name, needs]) => [feature, name, needs] as const),
  );

const routes = needsOf((feature) => feature.routes);
const workers = needsOf((feature) => feature.workers);
const schedules = needsOf((feature) => feature.schedules);

const routeNeedEntries = routes.map(([, name, { grants, ...numbers }]) => [
  name,
  { ...numbers, grants: [...grantsOfRoute(contract[name as RouteName]), ...grants] },
]);
export const routeNeeds = Object.fromEntries(routeNeedEntries) as Readonly<
  Record<RouteName, RouteNeeds>
>;
export const workerNeeds: ReadonlyMap<string, WorkerNeeds> = new Map(
  workers.map(([, name, needs]) => [name, needs]),
);
export const scheduleNeeds: ReadonlyMap<string, ScheduleNeeds> = new Map(
  schedules.map(([, name, needs]) => [name, needs]),
);

export const bundleNameOf = toKebabCase;

/** A handler: an export of a source file. */
export interface FunctionEntry {
  readonly file: string;
  readonly exportName: string;
}

/** Handler of each function, by the name of its bundle. */
export const functionEntries: Readonly<Record<string, FunctionEntry>> = Object.fromEntries([
  ...routeNames.map((exportName) => [
    bundleNameOf(exportName),
    { file: `functions/${contract[exportName].feature}/api.ts`, exportName },
  ]),
  ...[...workers, ...schedules].map(([feature, exportName]) => [
    bundleNameOf(exportName),
    { file: `functions/${feature}/workers.ts`, exportName },
  ]),
]);

/** The feature is the folder of the function's source file. */
export function featureOf(name: string): string {
  const [, feature] = functionEntries[bundleNameOf(name)]?.file.split('/') ?? [];
  if (feature === undefined) throw new TypeError(`No feature defines the function ${name}`);
  return feature;
}
