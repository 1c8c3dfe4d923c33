import { useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { ApiError } from '../../../../../shared/client/api-error.ts';
import { withTexts } from '../../../i18n/i18n.ts';
import { useAppDependencies, type AppDependencies } from '../../../lib/api.ts';
import { toastFailure } from '../../../lib/failure.ts';
import { useMe } from '../../../lib/me.ts';
import type { UploadQueue } from './queue/create-queue.ts';

interface Uploads {
  readonly queue: UploadQueue;
  readonly Panel: ComponentType<{ queue: UploadQueue }>;
}

/** One queue per account, outside of all pages, so that uploads survive navigation and a login. */
const loaded = new WeakMap<AppDependencies, Uploads>();
const listeners = new Set<() => void>();

async function load(dependencies: AppDependencies): Promise<UploadQueue> {
  const { UploadsPanel: Panel, openUploadQueue } = await withTexts(
    import('./queue/uploads-panel.tsx'),
    'preflight',
    'uploads',
  );
  const uploads = loaded.get(dependencies) ?? { queue: openUploadQueue(dependencies), Panel };
  loaded.set(dependencies, uploads);
  for (const listener of listeners) listener();
  return uploads.queue;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function useUploads(): Uploads | undefined {
  const dependencies = useAppDependencies();
  return useSyncExternalStore(subscribe, () => loaded.get(dependencies));
}

export function LazyUploadsPanel() {
  const { email } = useMe();
  const uploads = useUploads();
  useEffect(() => uploads?.queue.claim(email), [uploads, email]);
  return uploads && <uploads.Panel queue={uploads.queue} />;
}

/** Adds files that were chosen together: the first one opens its dialog, the others wait. */
export function useAddFiles(): (files: readonly File[]) => Promise<void> {
  const dependencies = useAppDependencies();
  const { email } = useMe();
  return async (files) => {
    const token = dependencies.session.token();
    try {
      const queue = await load(dependencies);
      if (dependencies.session.token() !== token) return;
      queue.claim(email);
      queue.add(files);
    } catch (cause) {
      const code = navigator.onLine ? 'unreachable' : 'offline';
      toastFailure(new ApiError({ status: 0, code }, { cause }));
    }
  };
}

/** Selects a number from the queue; 0 before the queue exists. */
export function useUploadCount(select: (queue: UploadQueue) => number): number {
  const queue = useUploads()?.queue;
  return useSyncExternalStore(queue?.subscribe ?? subscribe, () => (queue ? select(queue) : 0));
}
