import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../lib/api.ts';
import { sendFile } from './send-file.ts';

export interface Submission {
  name: string;
  file: File;
}

/** An upload: its file, its progress, and functions that stop or retry it. */
export type Upload = ReturnType<typeof useUpload>;

/** Sends a list: asks the server where to, then sends the file there. */
export function useUpload(onSubmitted: () => void) {
  const { t } = useTranslation();
  const api = useApi();
  const [share, setShare] = useState(0);
  const abort = useRef(new AbortController());
  const upload = useMutation({
    mutationFn: async ({ name, file }: Submission) => {
      const { signal } = abort.current;
      const body = { name, file_name: file.name, size: file.size };
      const { data } = await api.upload({ body }, { signal });
      if ('upload' in data)
        await sendFile({ upload: data.upload, file, signal, onProgress: setShare });
    },
    onMutate: () => {
      abort.current = new AbortController();
      setShare(0);
    },
    onSuccess: () => {
      toast.success(t('lists.upload.uploaded'));
      upload.reset();
      onSubmitted();
    },
  });
  useWarningBeforeLeaving(upload.isPending);

  return {
    submission: upload.isSuccess ? undefined : upload.variables,
    failed: upload.isError,
    share,
    start: (submission: Submission) => upload.mutate(submission),
    retry: () => upload.variables && upload.mutate(upload.variables),
    /** Stops an upload that is running, or drops one that has failed. */
    discard: () => {
      abort.current.abort();
      upload.reset();
    },
  };
}

/** Makes the browser ask before it closes a page that is still sending. */
function useWarningBeforeLeaving(sending: boolean): void {
  useEffect(() => {
    if (!sending) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    globalThis.addEventListener('beforeunload', warn);
    return () => globalThis.removeEventListener('beforeunload', warn);
  }, [sending]);
}
