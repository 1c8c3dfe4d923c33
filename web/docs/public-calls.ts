import { AUTH } from '../../shared/contract/auth.ts';
import type { Example } from '../../shared/contract/examples/example.ts';
import { examples } from '../../shared/contract/examples/index.ts';
import { type Contract, contract } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';

/** The routes that take an API key: what others than our own web app call. */
export type PublicName = {
  [Name in keyof Contract]: (typeof AUTH)[Contract[Name]['auth']]['keys'] extends true
    ? Name
    : never;
}[keyof Contract];

export interface PublicCall {
  readonly name: PublicName;
  readonly route: Route;
  readonly example: Example;
}

const isPublic = (name: keyof Contract): name is PublicName => AUTH[contract[name].auth].keys;

/** In the order of the contract. */
export const publicCalls: readonly PublicCall[] = (Object.keys(contract) as (keyof Contract)[])
  .filter(isPublic)
  .map((name) => ({ name, route: contract[name], example: examples[name] }));
