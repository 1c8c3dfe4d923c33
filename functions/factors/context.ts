import { accounts } from '../access/context.ts';
import type { Get } from '../platform/container.ts';
import { clock, db, env, ids, secrets } from '../platform/context.ts';
import { createFactors } from './adapters/factors.ts';
import { createWebAuthn } from './adapters/web-authn.ts';

export const factors = (get: Get) =>
  createFactors(get(db), get(accounts), get(secrets), get(ids), get(clock));
export const webAuthn = (get: Get) => createWebAuthn(get(env).PUBLIC_ORIGIN);
