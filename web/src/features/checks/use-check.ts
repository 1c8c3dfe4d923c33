import { useMutation, useMutationState } from '@tanstack/react-query';
import { checkRoutes } from '../../../../shared/contract/checks.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { useApi } from '../../lib/api.ts';
import { useUpdateMe } from '../../lib/me-query.ts';
import { applyCheckCost, type CheckResponse } from './verdict.ts';

const KEY = ['check'];

const MAX_EARLIER_CHECKS = 5;

/** Responses are kept until the tab is closed or reloaded. */
export function useCheck() {
  const api = useApi();
  const updateMe = useUpdateMe();
  return useMutation({
    mutationKey: KEY,
    async mutationFn(body: { email: string }) {
      // Preload the verdict texts while the check runs.
      const texts = loadTexts('verdict').catch(() => undefined);
      const response = await api(checkRoutes.checkEmail, { body });
      await texts;
      return response;
    },
    onSuccess: ({ result }) => updateMe((me) => applyCheckCost(me, result.status)),
    gcTime: Infinity,
    meta: { quiet: true },
  });
}

export const useEarlierChecks = (shown: CheckResponse | undefined): readonly CheckResponse[] =>
  useMutationState({
    filters: { mutationKey: KEY, status: 'success' },
    select: (mutation) => mutation.state.data as CheckResponse,
  })
    .filter((response) => response !== shown)
    .slice(-MAX_EARLIER_CHECKS)
    .toReversed();
