import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contract } from '../shared/contract/index.ts';
import { routes } from '../tests/support/routes.ts';

it('every route has a handler in a file of its name, and every handler has a route', () => {
  for (const [name, handler] of Object.entries(routes))
    expect(handler.route).toBe(Reflect.get(contract, name));
  const handlers = globSync('functions/*/api/*.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('export const handler ='),
  );
  expect(handlers).toHaveLength(Object.keys(contract).length);
});
