import { type OpenApiDocument, toOpenApi } from './openapi.ts';
import type { OpenApiVersion } from './schemas.ts';
import { AUTH_RULES } from '../auth.ts';
import type { RouteExample } from '../examples/example.ts';
import { publicExamples } from '../examples/public-examples.ts';
import { type Contract, contract } from '../index.ts';
import type { PublicRouteNameOf, Route } from '../route.ts';

/** Routes that accept an API key, for callers other than our web app. */
export type PublicRouteName = PublicRouteNameOf<Contract>;

export interface PublicCall {
  readonly name: PublicRouteName;
  readonly operation: string;
  readonly route: Route;
  readonly example: RouteExample;
}

const isPublic = (name: keyof Contract): name is PublicRouteName =>
  AUTH_RULES[contract[name].auth].keys;

/** Prefers the path under /api/lists if a route has two. */
function publicCallOf(name: PublicRouteName): PublicCall {
  const { also, ...route }: Route = contract[name];
  return {
    name,
    operation: also?.name ?? name,
    route: { ...route, path: also?.path ?? route.path },
    example: publicExamples[name],
  };
}

export const publicCalls: readonly PublicCall[] = (Object.keys(contract) as (keyof Contract)[])
  .filter(isPublic)
  .map(publicCallOf);

export const createPublicDocument = (origin: string, version?: OpenApiVersion): OpenApiDocument =>
  toOpenApi(
    Object.fromEntries(publicCalls.map(({ operation, route }) => [operation, route])),
    Object.fromEntries(publicCalls.map(({ operation, example }) => [operation, example])),
    { origin, version, keysOnly: true },
  );
