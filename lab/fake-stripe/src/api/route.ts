import type { z } from 'zod';
import type { Account } from '../model/account.ts';
import { parseParameters } from './parameters.ts';

export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call of Stripe's API, or of the control API for tests. */
export interface ApiRoute {
  /** Method and path, such as `POST /v1/customers/:id`. */
  readonly route: string;
  /**
   * @param input a parsed form or JSON
   * @param id the id in the path, or an empty string
   * @throws {StripeApiError}
   */
  readonly run: (account: Account, input: unknown, id: string) => object;
}

export const defineRoute = <Parameters extends z.ZodType>(
  route: string,
  parameters: Parameters,
  run: (account: Account, given: z.output<Parameters>, id: string) => object,
): ApiRoute => ({
  route,
  run: (account, input, id) => run(account, parseParameters(parameters, input), id),
});

export function findRoute(
  calls: readonly ApiRoute[],
  method: string,
  path: string,
): { readonly call: ApiRoute; readonly id: string } | undefined {
  const parts = `${method} ${path}`.split('/');
  const found = calls.find(({ route }) => {
    const pattern = route.split('/');
    const matches = (part: string, i: number): boolean =>
      part === pattern[i] || (pattern[i] === ':id' && part !== '');
    return pattern.length === parts.length && parts.every(matches);
  });
  const idIndex = found?.route.split('/').indexOf(':id') ?? -1;
  return found && { call: found, id: decodeURIComponent(parts[idIndex] ?? '') };
}
