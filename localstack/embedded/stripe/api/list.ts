import { z } from 'zod';
import { form, integer, text } from './parameters.ts';
import { invalid, noSuch } from '../model/errors.ts';

/** The parameters of a list: how much of it, and those that choose among its objects. */
export const listForm = <Filters extends z.ZodRawShape>(filters: Filters) =>
  form(
    {},
    {
      limit: integer.pipe(z.number().min(1).max(100)),
      starting_after: text,
      ending_before: text,
      ...filters,
    },
  );

interface Page {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

const DEFAULT_LIMIT = 10;

/**
 * One page of a list, the newest first.
 * @param objects in the order of their creation
 * @throws {StripeApiError} when the page begins after an object that is not there
 */
export function listPage<T extends { readonly id: string }>(
  objects: readonly T[],
  { limit = DEFAULT_LIMIT, starting_after, ending_before }: Page,
  url: string,
): object {
  const newestFirst = objects.toReversed();
  const indexOf = (id: string, param: string): number => {
    const index = newestFirst.findIndex((object) => object.id === id);
    if (index < 0) throw noSuch('object', id, param);
    return index;
  };
  if (ending_before !== undefined) {
    if (starting_after !== undefined)
      throw invalid('You may only specify one of these parameters: starting_after, ending_before.');
    const end = indexOf(ending_before, 'ending_before');
    const data = newestFirst.slice(Math.max(0, end - limit), end);
    return { object: 'list', data, has_more: end > limit, url };
  }
  const from = starting_after === undefined ? 0 : indexOf(starting_after, 'starting_after') + 1;
  const data = newestFirst.slice(from, from + limit);
  return { object: 'list', data, has_more: from + limit < newestFirst.length, url };
}

/** `created=1` or `created[gte]=1`. */
export const range = z.union([
  integer,
  z.strictObject({ gt: integer, gte: integer, lt: integer, lte: integer }).partial(),
]);

/** Whether a time lies within the bounds of a `created`. */
export function isWithin(value: number, bounds: z.output<typeof range>): boolean {
  if (typeof bounds === 'number') return value === bounds;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = bounds;
  return value > gt && value >= gte && value < lt && value <= lte;
}
