import {
  MutationCache,
  QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState, type ComponentProps, lazy, Suspense } from 'react';
import { Outlet, useMatch } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../shared/client/api-error.ts';
import { listsQuery, NEWEST_LISTS_VIEW } from '../features/lists/row/queries.ts';
import { useAppDependencies } from '../lib/api.ts';
import { toastFailure } from '../lib/failure.ts';
import { meQuery, useMeTimes } from '../lib/me-query.ts';
import { MeContext } from '../lib/me.ts';
import { paths } from '../lib/paths.ts';
import { temporaryCause } from '../lib/poll.ts';
import { LoadingPage } from './loading.tsx';
import { withTexts } from '../i18n/i18n.ts';
import { SECOND_MS } from '../../../shared/model/duration.ts';
import { useFormat } from '../lib/use-format.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './connection-notice.module.css';

/** The notice is hidden while the data is newer than this. */
const STALE_AFTER_MS = 30_000;
const MINUTE_S = 60;

/**
 * Explains that the page cannot refresh because the device is offline or the server is busy. Shown
 * only while the data is old.
 */
function ConnectionNotice({ error }: { error: unknown }) {
  const cause = temporaryCause(error);
  return <div role="status">{cause !== undefined && <Line cause={cause} />}</div>;
}

function Line({ cause }: { cause: 'offline' | 'busy' }) {
  const now = useNow();
  const { loadedAt, nextAt } = useMeTimes();
  if (now - loadedAt < STALE_AFTER_MS) return null;
  return (
    <p className={`raised ${styles.line}`}>
      <Icon name="info" />
      {cause === 'offline' ? (
        <Offline loadedAt={loadedAt} now={now} />
      ) : (
        <Busy seconds={Math.max(1, Math.ceil((nextAt - now) / SECOND_MS))} />
      )}
    </p>
  );
}

function Offline({ loadedAt, now }: { loadedAt: number; now: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (loadedAt === 0) return t('connection.offline');
  const time = format.moment(new Date(loadedAt).toISOString(), new Date(now).toISOString());
  return `${t('connection.offline')} ${t('connection.since', { time })}`;
}

/** A countdown. It is hidden from screen readers, because they would read out every second. */
function Busy({ seconds }: { seconds: number }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="hidden">{t('connection.busy')}</span>
      <span aria-hidden="true">
        {seconds > MINUTE_S
          ? t('connection.busyMinutes', { minutes: Math.ceil(seconds / MINUTE_S) })
          : t('connection.busySeconds', { seconds })}
      </span>
    </>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const Reauthentication = lazy(async () => {
  const dialog = import('../features/second-factor/reauthentication.tsx');
  return { default: (await withTexts(dialog, 'security')).ReauthenticationDialog };
});

function ReauthenticationPrompt() {
  const { reauthentication } = useAppDependencies();
  const [question, setQuestion] = useState<ComponentProps<typeof Reauthentication>>();
  useEffect(() => {
    let cancel = (): void => undefined;
    reauthentication.prompt = (needed) =>
      new Promise<void>((resolve, reject) => {
        cancel = () => reject(new Error('canceled'));
        setQuestion({ needed, onDone: resolve, onCancel: cancel });
      }).finally(() => setQuestion(undefined));
    return () => {
      delete reauthentication.prompt;
      // Otherwise, the call's action would never complete, and React would delay every navigation
      // until it does.
      cancel();
    };
  }, [reauthentication]);
  return <Suspense>{question && <Reauthentication {...question} />}</Suspense>;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Suppresses the toast if the action fails. */
      quiet?: true;
    };
  }
}

/** Failed actions are shown as toasts, unless they are `quiet`. Pages show their failed queries. */
const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false },
      // Fail immediately when offline, instead of running the action later.
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (failure, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) toastFailure(failure);
      },
    }),
  });

/**
 * Loads the user of the session and keeps the data fresh. The session ends if loading fails, except
 * while the device is offline or the server is busy: then the old data is kept, with a notice.
 * Prefetches the lists for the dashboard.
 */
export function CurrentUserProvider() {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <WithMe />
    </QueryClientProvider>
  );
}

function WithMe() {
  const dependencies = useAppDependencies();
  const { api, session } = dependencies;
  const queries = useQueryClient();
  const atLists = useMatch(paths.dashboard) !== null;
  useEffect(() => {
    if (atLists) void queries.prefetchQuery(listsQuery(api, NEWEST_LISTS_VIEW));
  }, [atLists, queries, api]);
  const { data: me, error } = useQuery(meQuery(dependencies));
  const ended = error !== null && temporaryCause(error) === undefined;
  const [token] = useState(session.token);
  useEffect(() => {
    // Keep a session that another tab has started in the meantime.
    if (!ended || (session.token() ?? token) !== token) return;
    const reason = error instanceof ApiError && error.status === 401 ? 'expired' : 'unreachable';
    session.end({ reason, email: me?.email });
  }, [ended, error, me, session, token]);
  if (ended) return <LoadingPage />;
  return (
    <>
      <MeContext value={me}>
        {me === undefined ? <LoadingPage /> : <Outlet />}
        <ReauthenticationPrompt />
      </MeContext>
      <ConnectionNotice error={error} />
    </>
  );
}
