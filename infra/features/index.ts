import { contract, type RouteName } from '../../shared/contract/index.ts';
import { account } from './account.ts';
import { admin } from './admin.ts';
import { billing } from './billing.ts';
import { checks } from './checks.ts';
import { credits } from './credits.ts';
import {
  type Feature,
  type FunctionNeeds,
  kebab,
  type ScheduleNeeds,
  type WorkerNeeds,
} from './feature.ts';
import { forms } from './forms.ts';
import { lists } from './lists.ts';
import { mail } from './mail.ts';
import { privacy } from './privacy.ts';
import { system } from './system.ts';
import { usage } from './usage.ts';
import { webhooks } from './webhooks.ts';

/** By the names of their folders in functions/. */
const features = {
  account,
  admin,
  billing,
  checks,
  credits,
  forms,
  lists,
  mail,
  privacy,
  system,
  usage,
  webhooks,
} as const;

type FeatureName = keyof typeof features;

export const routeNames = Object.keys(contract) as readonly RouteName[];

export const routeNeeds = {
  ...account.routes,
  ...admin.routes,
  ...billing.routes,
  ...checks.routes,
  ...credits.routes,
  ...forms.routes,
  ...lists.routes,
  ...mail.routes,
  ...privacy.routes,
  ...system.routes,
  ...usage.routes,
  ...webhooks.routes,
} satisfies Feature<string>['routes'];

/** The members of one kind over all features. */
const all = <T>(kind: 'workers' | 'schedules'): [feature: FeatureName, name: string, needs: T][] =>
  (Object.keys(features) as FeatureName[]).flatMap((feature) =>
    Object.entries(
      (features[feature] as { [K in typeof kind]?: Record<string, T> })[kind] ?? {},
    ).map(([name, each]): [FeatureName, string, T] => [feature, name, each]),
  );

const workers = all<WorkerNeeds>('workers');
const schedules = all<ScheduleNeeds>('schedules');

export const workerNeeds: ReadonlyMap<string, WorkerNeeds> = new Map(
  workers.map(([, name, needs]) => [name, needs]),
);
export const scheduleNeeds: ReadonlyMap<string, ScheduleNeeds> = new Map(
  schedules.map(([, name, needs]) => [name, needs]),
);

const featureNames = new Map<string, FeatureName>([
  ...routeNames.map((name) => [name, contract[name].feature] as const),
  ...[...workers, ...schedules].map(([feature, name]) => [name, feature] as const),
]);

/** Whose a route, worker or schedule is. */
export function featureOf(name: string): FeatureName {
  const feature = featureNames.get(name);
  if (feature === undefined) throw new TypeError(`No feature has the function ${name}`);
  return feature;
}

/** The folder below dist/functions that holds the bundle of a route, worker or schedule. */
export const bundleOf = kebab;

/** The folder of a function's entry: one that asks mail servers has one that brings the engine. */
const folderOf = ({ grants }: FunctionNeeds, folder: 'api' | 'workers'): string =>
  grants.includes('egress') ? 'entries' : folder;

/** Bundle folder → source file, for every function there is. */
export const entries: Readonly<Record<string, string>> = Object.fromEntries([
  ...routeNames.map((name) => [
    bundleOf(name),
    `functions/${contract[name].feature}/${folderOf(routeNeeds[name], 'api')}/${kebab(name)}.ts`,
  ]),
  ...[...workers, ...schedules].map(([feature, name, needs]) => [
    bundleOf(name),
    `functions/${feature}/${folderOf(needs, 'workers')}/${kebab(name)}.ts`,
  ]),
]);
