import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contract } from '../shared/contract/index.ts';
import { routes } from '../tests/support/routes.ts';

it('every route has a handler of its name, and every handler has a route', () => {
  for (const [name, handler] of Object.entries(routes))
    expect(handler.route).toBe(Reflect.get(contract, name));
  const handlers = globSync('functions/*/api.ts').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/^export const (\w+) =/gm), ([, name]) => name),
  );
  expect(handlers.toSorted()).toEqual(Object.keys(contract).toSorted());
});
