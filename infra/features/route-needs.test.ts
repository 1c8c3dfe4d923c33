import { expect, it } from 'vitest';
import { routeNeeds } from './index.ts';

it.each([
  ['captcha', ['limits', 'code-secret']],
  ['me', ['table:read', 'csrf-secret', 'secret']],
  ['getFile', ['table:read', 'key-use']],
  ['renameFile', ['table:read', 'limits', 'csrf-secret', 'key-use', 'write:lists']],
  ['resetApiKeyByGet', ['table:read', 'limits', 'csrf-secret', 'write:apiKeys', 'secret']],
  ['receipt', ['limits', 'table:read', 'link-secret', 'stripe-secret']],
] as const)(
  '%s has the grants implied by its contract and those of its feature',
  (name, grants) => {
    expect(routeNeeds[name].grants).toEqual(grants);
  },
);
