import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod/mini';
import type { ListSummary } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { VERDICT_KINDS } from '../../../../../shared/model/verdict.ts';
import { useApi } from '../../../lib/api.ts';
import { saveFile, downloadUrl } from '../../../lib/save-file.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Menu } from '../../../ui/popup/menu.tsx';
import { Tooltip } from '../../../ui/popup/tooltip.tsx';
import styles from './download.module.css';

type Choice = z.output<typeof listRoutes.download.body>;
type DownloadKind = Choice['type'] | 'every';

export function Download({ row }: { row: ListSummary }) {
  const { t } = useTranslation();
  const { download, menu } = useDownloadMenu(row);
  return (
    <span className={styles.download}>
      <Tooltip text={t('lists.message.finished')}>
        {(id) => (
          <Button
            variant="quiet"
            icon="tray"
            aria-label={t('lists.downloadNamed', { name: row.file_name })}
            aria-describedby={id}
            busy={download.isPending}
            onClick={() => download.mutate({ type: 'all' })}
          >
            {t('lists.download')}
          </Button>
        )}
      </Tooltip>
      <Menu {...menu} />
    </span>
  );
}

function useDownloadMenu(row: ListSummary) {
  const { t } = useTranslation();
  const format = useFormat();
  const download = useDownload(row);
  const { total_email: all, duplicates } = row;
  const item = (part: DownloadKind, count: number, chosen: Omit<Choice, 'file_id'>) => ({
    name: part,
    label: t(`lists.details.part.${part}`),
    note: format.number(count),
    disabled: count === 0 || download.isPending,
    onChoose: () => download.mutate(chosen),
  });
  const deduplicated = (type: Choice['type'], count: number) =>
    item(type, count, { type, duplicates: false });
  const items = [
    deduplicated('all', all),
    ...VERDICT_KINDS.map((kind) => deduplicated(kind, row[kind])),
  ];
  if (duplicates > 0) items.push(item('every', all + duplicates, { type: 'all' }));
  return { download, menu: { label: t('lists.details.parts', { name: row.file_name }), items } };
}

/** Downloads a result, for which the server returns a file or, if it is large, a link. */
export function useDownload({ file_id, file_name }: ListSummary) {
  const { t } = useTranslation();
  const api = useApi();
  return useMutation({
    mutationFn: (chosen: Omit<Choice, 'file_id'>) =>
      api(listRoutes.download, { body: { ...chosen, file_id } }),
    onSuccess(result) {
      if (result.kind === 'file') saveFile(result.blob, result.name ?? `${file_name}.csv`);
      else downloadUrl(result.url);
      toast.success(t('lists.downloading'));
    },
  });
}
