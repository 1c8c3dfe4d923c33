import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../lib/api.ts';

/**
 * Opens the payment provider's page about the subscription in a new tab. The tab is opened at the
 * click, since browsers block one that opens later, and closed again if the address does not come.
 */
export function usePortal() {
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      const tab = open('about:blank', '_blank');
      try {
        const { data } = await api.subscription({});
        if (tab === null) location.assign(data);
        else {
          tab.opener = null;
          tab.location.replace(data);
        }
      } catch (failure) {
        tab?.close();
        throw failure;
      }
    },
  });
}
