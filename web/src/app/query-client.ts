import { MutationCache, QueryClient } from '@tanstack/react-query';
import { toastFailure } from '../lib/failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** A failure of this action is not shown as a toast. */
      quiet?: true;
    };
  }
}

/** A failed read is shown by its page. A failed action is shown as a toast unless it is `quiet`. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: false } },
    mutationCache: new MutationCache({
      onError: (failure, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) toastFailure(failure);
      },
    }),
  });
