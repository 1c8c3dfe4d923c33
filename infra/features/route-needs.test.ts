import { expect, it } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';
import { routeNames, routeNeeds } from './index.ts';

it.each([
  ['captcha', ['limits', 'code-secret']],
  [
    'me',
    ['read:SESSION', 'read:USER', 'key-use', 'activity', 'read:KEYCOPIES', 'csrf-secret', 'secret'],
  ],
  ['getFile', ['read:SESSION', 'read:USER', 'key-use', 'read:APIKEY', 'read:RATE']],
  [
    'renameFile',
    [
      'read:SESSION',
      'read:USER',
      'key-use',
      'limits',
      'csrf-secret',
      'profile:check',
      'read:APIKEY',
      'activity',
      'write:lists',
    ],
  ],
  [
    'resetApiKeyByGet',
    [
      'read:SESSION',
      'read:USER',
      'key-use',
      'limits',
      'csrf-secret',
      'profile:check',
      'write:keyCopies',
      'write:apiKeys',
      'secret',
      'send:account',
    ],
  ],
  ['receipt', ['limits', 'read:USER', 'link-secret', 'stripe-secret']],
] as const)('%s has what its row brings, and what its feature names', (name, grants) => {
  expect(routeNeeds[name].grants).toEqual(grants);
});

/** Grants for work whose cost grows with the amount of stored data. */
const STORED_WORK = /^(send:(list|finalize|privacy)|(uploads|work|results|selections):)/;

/** Routes that succeed only once, or whose use case limits the costly calls itself. */
const LIMITED_ELSEWHERE = new Set(['deleteAccount', 'download']);

it('gives every route that starts work proportional to stored data a rate limit of its own', () => {
  const unlimited = routeNames.filter((name) => {
    const route: Route = contract[name];
    return (
      route.limit === undefined &&
      route.auth !== 'admin' &&
      !LIMITED_ELSEWHERE.has(name) &&
      routeNeeds[name].grants.some((grant) => STORED_WORK.test(grant))
    );
  });
  expect(unlimited).toEqual([]);
});
