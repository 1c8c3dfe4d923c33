import { toast } from 'react-hot-toast/headless';
import { accountRoutes } from '../../../../shared/contract/account.ts';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { suggestLanguage } from '../../i18n/i18n.ts';
import { useApi } from '../../lib/api.ts';
import { errorMessagesOf, toastFailure } from '../../lib/failure.ts';

export function useResendOtp(
  successMessage: string,
): (email: string, registration: string | undefined) => Promise<void> {
  const api = useApi();
  return async (email, registration) => {
    try {
      const { data } = await api(accountRoutes.resendOtp, { body: { email, registration } });
      toast.success(successMessage);
      await suggestLanguage(data.language);
    } catch (failure) {
      // Show this error as a success, because the code sent a moment ago is still valid.
      if (failure instanceof ApiError && failure.code === 'code_on_its_way')
        toast.success(errorMessagesOf(failure).join());
      else toastFailure(failure);
    }
  };
}
