import { missing } from './stripe-error.ts';

interface Listing {
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
  { limit = DEFAULT_LIMIT, starting_after, ending_before }: Listing,
  url: string,
): object {
  const newestFirst = objects.toReversed();
  const indexOf = (id: string, param: string): number => {
    const index = newestFirst.findIndex((object) => object.id === id);
    if (index < 0) throw missing('object', id, param);
    return index;
  };
  if (ending_before !== undefined) {
    const end = indexOf(ending_before, 'ending_before');
    const from = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(from, end), has_more: from > 0, url };
  }
  const from = starting_after === undefined ? 0 : indexOf(starting_after, 'starting_after') + 1;
  return {
    object: 'list',
    data: newestFirst.slice(from, from + limit),
    has_more: from + limit < newestFirst.length,
    url,
  };
}
