import type { RouteHandler } from '../../functions/access/serve-route.ts';
import { contract, type Contract, type RouteName } from '../../shared/contract/index.ts';
import type { AllDeps } from './compose.ts';

export type RouteHandlers = { readonly [Name in RouteName]: RouteHandler<Contract[Name], AllDeps> };

async function handlerOf(name: RouteName): Promise<unknown> {
  // Vitest needs this form of import to determine which handlers a test uses.
  const module: unknown = await import(`../../functions/${contract[name].feature}/api.ts`);
  return Reflect.get(module as object, name);
}

/** Handlers by route name, each an export of its feature’s `api.ts`. */
export const routes = Object.fromEntries(
  await Promise.all(
    (Object.keys(contract) as RouteName[]).map(async (name) => [name, await handlerOf(name)]),
  ),
) as RouteHandlers;
