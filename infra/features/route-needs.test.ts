import { expect, it } from 'vitest';
import { routeNeeds } from './index.ts';

it.each([
  ['captcha', ['limits', 'code-secret']],
  ['me', ['table:read', 'csrf-secret', 'secret']],
  ['getFile', ['table:read', 'key-use']],
  ['renameFile', ['table:read', 'limits', 'csrf-secret', 'key-use', 'write:lists']],
  ['resetApiKeyByGet', ['table:read', 'limits', 'csrf-secret', 'write:apiKeys', 'secret']],
  ['receipt', ['limits', 'table:read', 'link-secret', 'stripe-secret']],
] as const)('%s has what its row brings, and what its feature names', (name, grants) => {
  expect(routeNeeds[name].grants).toEqual(grants);
});
