import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { useApi } from '../../../lib/api.ts';
import { downloadUrl } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useAddFiles } from './uploads.tsx';

/** Uploads a new list with the suggested corrections, each inserted before the cells of its row. */
export function Corrections({ list }: { list: ListDetail }) {
  const { t } = useTranslation();
  const api = useApi();
  const addFiles = useAddFiles();
  const { file_id, file_name: name } = list;
  const upload = useMutation({
    mutationFn: () =>
      api(listRoutes.download, {
        body: {
          file_id,
          type: 'all',
          only: 'suggested',
          columns: ['suggestion', 'original'],
          duplicates: false,
        },
      }),
    async onSuccess(result) {
      // The browser can download a large result from its link, but this page cannot read it.
      if (result.kind !== 'file') downloadUrl(result.url);
      else await addFiles([new File([result.blob], `${t('list.rows.corrected', { name })}.csv`)]);
    },
  });
  return (
    <div>
      <Button busy={upload.isPending} onClick={() => upload.mutate()}>
        {t('list.rows.verify', { count: list.suggested })}
      </Button>
    </div>
  );
}
