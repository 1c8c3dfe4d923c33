import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../../../../shared/contract/lists.ts';
import { useApi } from '../../../lib/api.ts';
import { saveFile, saveFrom } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';

/** Saves the result of a finished list. The server sends a file or, if it is large, a link. */
export function DownloadButton({ row }: { row: ListRow }) {
  const { t } = useTranslation();
  const api = useApi();
  const download = useMutation({
    mutationFn: () => api.download({ body: { file_id: row.file_id, type: 'all' } }),
    onSuccess: (result) =>
      result.kind === 'file'
        ? saveFile(result.blob, result.name ?? `${row.file_name}.csv`)
        : saveFrom(result.url),
  });
  return (
    <Tooltip text={t('lists.message.finished')}>
      {(id) => (
        <Button
          variant="quiet"
          aria-label={t('lists.downloadNamed', { name: row.file_name })}
          aria-describedby={id}
          busy={download.isPending}
          onClick={() => download.mutate()}
        >
          {!download.isPending && <Icon name="tray" />}
          {t('lists.download')}
        </Button>
      )}
    </Tooltip>
  );
}
