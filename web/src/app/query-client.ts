import { MutationCache, QueryClient } from '@tanstack/react-query';
import { toastFailure } from '../lib/failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Failures of this action are shown in place, or not at all, but never as a toast. */
      quiet?: true;
    };
  }
}

/** Reads fail silently and are shown by their page; actions fail aloud unless they are `quiet`. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: false } },
    mutationCache: new MutationCache({
      onError: (failure, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) toastFailure(failure);
      },
    }),
  });
