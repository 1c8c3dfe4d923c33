import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import type { ListRow, listRoutes } from '../../../../../shared/contract/lists.ts';
import { useApi } from '../../../lib/api.ts';
import { saveFile, saveFrom } from '../../../lib/save-file.ts';

/** All rows of a result, or those of one category. */
export type Part = z.output<typeof listRoutes.download.body>['type'];

/** Saves the result of a finished list. The server sends a file or, if it is large, a link. */
export function useDownload({ file_id, file_name }: ListRow) {
  const api = useApi();
  return useMutation({
    mutationFn: (type: Part) => api.download({ body: { file_id, type } }),
    onSuccess: (result) =>
      result.kind === 'file'
        ? saveFile(result.blob, result.name ?? `${file_name}.csv`)
        : saveFrom(result.url),
  });
}
