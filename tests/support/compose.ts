import * as access from '../../functions/access/context.ts';
import * as account from '../../functions/account/context.ts';
import * as admin from '../../functions/admin/context.ts';
import * as assistants from '../../functions/assistants/context.ts';
import * as billing from '../../functions/billing/context.ts';
import * as bounces from '../../functions/bounces/context.ts';
import * as checks from '../../functions/checks/context.ts';
import * as engines from '../../functions/checks/engine-context.ts';
import * as connections from '../../functions/connections/context.ts';
import * as credits from '../../functions/credits/context.ts';
import * as events from '../../functions/events/context.ts';
import * as forms from '../../functions/forms/context.ts';
import * as members from '../../functions/members/context.ts';
import * as lists from '../../functions/lists/context.ts';
import * as lowCredits from '../../functions/low-credits/context.ts';
import * as mail from '../../functions/mail/context.ts';
import * as clients from '../../functions/platform/clients.ts';
import { createContainer, type DepsOf, depsOf } from '../../functions/platform/container.ts';
import type { Factory } from '../../functions/platform/container.ts';
import * as platform from '../../functions/platform/context.ts';
import * as privacy from '../../functions/privacy/context.ts';
import * as secondFactor from '../../functions/factors/context.ts';
import * as webhooks from '../../functions/webhooks/context.ts';

const FACTORIES = {
  ...platform,
  ...access,
  ...account,
  ...admin,
  ...assistants,
  ...billing,
  ...bounces,
  ...checks,
  ...connections,
  ...credits,
  ...engines,
  ...events,
  ...forms,
  ...members,
  ...lists,
  ...lowCredits,
  ...mail,
  ...privacy,
  ...secondFactor,
  ...webhooks,
};
const REPLACEABLE = { ...clients, ...FACTORIES };

export type AllDeps = DepsOf<typeof FACTORIES>;

export type FakeFactories = {
  readonly [Name in keyof typeof REPLACEABLE]?: Factory<ReturnType<(typeof REPLACEABLE)[Name]>>;
};

/** Composes the product's dependencies as its functions do, in a new container and with fakes. */
export function composeDeps(fakes: FakeFactories): AllDeps {
  const factories: Readonly<Record<string, Factory<unknown>>> = REPLACEABLE;
  const overrides = new Map<Factory<unknown>, Factory<unknown>>();
  for (const [name, fake] of Object.entries<Factory<unknown>>(fakes)) {
    const factory = factories[name];
    if (!factory) throw new Error(`there is no dependency ${name}`);
    overrides.set(factory, fake);
  }
  return { ...depsOf(FACTORIES, createContainer(overrides)) };
}
