import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contract } from '../shared/contract/index.ts';
import { type Handlers, routes } from './routes.ts';

it('every route has its handler, in a file of its own name', () => {
  expect(Object.keys(routes).toSorted()).toEqual(Object.keys(contract).toSorted());
  for (const [name, handler] of Object.entries(routes)) {
    const { feature } = handler.route;
    expect(handler.route).toBe(Reflect.get(contract, name));
    const file = `${name.replaceAll(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}.ts`;
    expect(existsSync(new URL(`${feature}/api/${file}`, import.meta.url))).toBe(true);
  }
});

it('a handler that is missing, surplus or bound to another route does not compile', () => {
  const { me, ...others } = routes;
  const checked = [
    // @ts-expect-error me is missing
    others satisfies Handlers,
    // @ts-expect-error there is no such route
    { ...routes, more: me } satisfies Handlers,
    // @ts-expect-error logout serves another route
    { ...routes, me: routes.logout } satisfies Handlers,
    routes satisfies Handlers,
  ];
  expect(checked).toHaveLength(4);
});
