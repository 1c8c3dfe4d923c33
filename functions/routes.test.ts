import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contract } from '../shared/contract/index.ts';
import type { Route } from '../shared/contract/route.ts';
import { routes } from '../tests/support/routes.ts';

const handlersIn = (file: string) =>
  Array.from(readFileSync(file, 'utf8').matchAll(/^export const (\w+) =/gm), ([, name]) => name);

it('every route has a handler of its name, and every handler has a route', () => {
  for (const [name, handler] of Object.entries(routes))
    expect(handler.route).toBe(Reflect.get(contract, name));
  const handlers = globSync('functions/*/api.ts').flatMap(handlersIn);
  expect(handlers.toSorted()).toEqual(Object.keys(contract).toSorted());
});

it('handlers have the order of their routes in the contract', () => {
  const all = Object.entries<Route>(contract);
  for (const [feature, rows] of Map.groupBy(all, ([, route]) => route.feature))
    expect(handlersIn(`functions/${feature}/api.ts`)).toEqual(rows.map(([name]) => name));
});
