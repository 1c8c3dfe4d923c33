import type { z } from 'zod';
import type { World } from '../model/world.ts';
import type { Form } from './form.ts';
import { readParameters } from './parameters.ts';

/** One call of the API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/customers/:id` */
  readonly path: string;
  /**
   * Reads the parameters and does it.
   * @param id what the path names, or nothing
   * @throws {StripeApiError}
   */
  readonly answer: (world: World, form: Form, id: string) => object;
}

export const call = <T extends z.ZodType>(
  method: Call['method'],
  path: string,
  parameters: T,
  run: (world: World, parameters: z.output<T>, id: string) => object,
): Call => ({
  method,
  path,
  answer: (world, form, id) => run(world, readParameters(parameters, form), id),
});

/** Finds the call of a request, and the id in its path. */
export function findCall(
  calls: readonly Call[],
  method: string,
  path: string,
): { readonly call: Call; readonly id: string } | undefined {
  for (const one of calls) {
    if (one.method !== method) continue;
    const [before = '', after] = one.path.split(':id');
    if (after === undefined) {
      if (path === one.path) return { call: one, id: '' };
      continue;
    }
    if (!path.startsWith(before) || !path.endsWith(after)) continue;
    const id = path.slice(before.length, path.length - after.length);
    if (id !== '' && !id.includes('/')) return { call: one, id: decodeURIComponent(id) };
  }
  return undefined;
}
