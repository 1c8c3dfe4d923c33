import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { privacyRoutes } from '../../../../shared/contract/privacy.ts';
import { useApi } from '../../lib/api.ts';
import { Button } from '../../ui/button/button.tsx';

export function ExportData() {
  const { t } = useTranslation();
  const api = useApi();
  const request = useMutation({
    mutationFn: () => api(privacyRoutes.exportAccount),
    onSuccess: () => toast.success(t('privacy.export.done')),
  });
  return (
    <>
      <p className="prose">{t('privacy.export.text')}</p>
      <div>
        <Button busy={request.isPending} onClick={() => request.mutate()}>
          {t('privacy.export.submit')}
        </Button>
      </div>
    </>
  );
}
