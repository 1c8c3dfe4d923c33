import { useMutation, useMutationState } from '@tanstack/react-query';
import { useApi } from '../../lib/api.ts';
import { useUpdateMe } from '../../lib/me-query.ts';
import { afterCheck, type CheckResponse } from './verdict.ts';

const KEY = ['check'];

/** How many checks are shown below the current one. */
const EARLIER = 5;

/** Checks one address. Responses are kept as long as the session of the tab. */
export function useCheck() {
  const api = useApi();
  const updateMe = useUpdateMe();
  return useMutation({
    mutationKey: KEY,
    mutationFn: (body: { email: string }) => api.checkEmail({ body }),
    onSuccess: ({ result }) => updateMe((me) => afterCheck(me, result.status)),
    gcTime: Infinity,
    meta: { quiet: true },
  });
}

/** The last responses but the one that is shown, the newest first. */
export const useEarlierChecks = (shown: CheckResponse | undefined): readonly CheckResponse[] =>
  useMutationState({
    filters: { mutationKey: KEY, status: 'success' },
    select: (mutation) => mutation.state.data as CheckResponse,
  })
    .filter((response) => response !== shown)
    .slice(-EARLIER)
    .toReversed();
