import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { checkRoutes } from '../../../../shared/contract/checks.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { useApi } from '../../lib/api.ts';
import { refreshMe } from '../../lib/me-query.ts';
import type { CheckResponse } from './verdict.ts';

const CHECK_MUTATION_KEY = ['check'];

const MAX_EARLIER_CHECKS = 5;

/** Runs single checks. Their responses are kept until the tab is closed or reloaded. */
export function useCheck() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: CHECK_MUTATION_KEY,
    async mutationFn(body: { email: string }) {
      // Preload the verdict texts while the check runs.
      const texts = loadTexts('verdict').catch(() => undefined);
      const response = await api(checkRoutes.checkEmail, { body });
      await texts;
      return response;
    },
    // Do not deduct the cost, because a poll during the check may have returned the new balance.
    onSuccess: () => void refreshMe(queries),
    gcTime: Infinity,
    meta: { quiet: true },
  });
}

export const useEarlierChecks = (shown: CheckResponse | undefined): readonly CheckResponse[] =>
  useMutationState({
    filters: { mutationKey: CHECK_MUTATION_KEY, status: 'success' },
    select: (mutation) => mutation.state.data as CheckResponse,
  })
    .filter((response) => response !== shown)
    .slice(-MAX_EARLIER_CHECKS)
    .toReversed();
