import { AUTH } from '../auth.ts';
import type { Example } from '../examples/example.ts';
import { examples } from '../examples/index.ts';
import { type Contract, contract } from '../index.ts';
import type { Route } from '../route.ts';

/** Routes that accept an API key, for callers other than our web app. */
export type PublicName = {
  [Name in keyof Contract]: (typeof AUTH)[Contract[Name]['auth']]['keys'] extends true
    ? Name
    : never;
}[keyof Contract];

export interface PublicCall {
  readonly name: PublicName;
  readonly operation: string;
  readonly route: Route;
  readonly example: Example;
}

const isPublic = (name: keyof Contract): name is PublicName => AUTH[contract[name].auth].keys;

/** Of two paths, the documented one is under /api/lists. */
function publicCallOf(name: PublicName): PublicCall {
  const { also, ...route }: Route = contract[name];
  return {
    name,
    operation: also?.name ?? name,
    route: { ...route, path: also?.path ?? route.path },
    example: examples[name],
  };
}

export const publicCalls: readonly PublicCall[] = (Object.keys(contract) as (keyof Contract)[])
  .filter(isPublic)
  .map(publicCallOf);
