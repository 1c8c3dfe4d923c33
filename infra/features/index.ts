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

type Background = Pick<Feature<string>, 'workers' | 'schedules'> & { readonly routes: object };

/** The members of one kind over all features. */
const all = <Needs>(of: (feature: Background) => Readonly<Record<string, Needs>> | undefined) =>
  Object.entries<Background>(features).flatMap(([feature, each]) =>
    Object.entries(of(each) ?? {}).map(([name, needs]) => [feature, name, needs] as const),
  );

const workers = all((feature) => feature.workers);
const schedules = all((feature) => feature.schedules);

export const workerNeeds: ReadonlyMap<string, WorkerNeeds> = new Map(
  workers.map(([, name, needs]) => [name, needs]),
);
export const scheduleNeeds: ReadonlyMap<string, ScheduleNeeds> = new Map(
  schedules.map(([, name, needs]) => [name, needs]),
);

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

/** Whose a route, worker or schedule is: the folder of its source. */
export function featureOf(name: string): string {
  const [, feature] = entries[bundleOf(name)]?.split('/') ?? [];
  if (feature === undefined) throw new TypeError(`No feature has the function ${name}`);
  return feature;
}
