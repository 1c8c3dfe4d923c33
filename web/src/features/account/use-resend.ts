import { toast } from 'react-hot-toast/headless';
import { suggestLanguage } from '../../i18n/i18n.ts';
import { useApi } from '../../lib/api.ts';
import { toastFailure } from '../../lib/failure.ts';

/** Asks for a new one-time code, then shows `done` or the error as a toast. */
export function useResend(
  done: string,
): (email: string, registration: string | undefined) => Promise<void> {
  const api = useApi();
  return async (email, registration) => {
    try {
      const { data } = await api.resendOtp({ body: { email, registration } });
      toast.success(done);
      await suggestLanguage(data.language);
    } catch (failure) {
      toastFailure(failure);
    }
  };
}
