import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { bounceRoutes, type BounceReport } from '../../../../shared/contract/bounces.ts';
import type { BounceSubject } from '../../../../shared/model/bounces/bounce.ts';
import { UPLOAD_FORM_LIFETIME_SECONDS } from '../../../../shared/model/upload-limits.ts';
import type { Api } from '../../lib/api.ts';
import { backoffInterval } from '../../lib/poll.ts';

const READING_POLL_MS = 3000;
/** Polling interval in the state `checking`, because mail servers are asked again after minutes. */
const CHECKING_POLL_MS = 60_000;

/** Whether the file of a report never arrived, and can no longer arrive. */
export const isUploadExpired = ({ state, created_at: at }: BounceReport): boolean =>
  state === 'waiting' && Date.now() > Date.parse(at) + UPLOAD_FORM_LIFETIME_SECONDS * 1000;

const statesOf = (reports: readonly BounceReport[]): string =>
  reports.map(({ id, state }) => `${id} ${state}`).join();

/** Query for the newest bounce reports of a list, polled while one of them is in progress. */
export const bounceReportsQuery = (api: Api, listId: string) =>
  queryOptions({
    queryKey: ['bounces', listId],
    queryFn: async ({ signal, client, queryKey }) => {
      const query = { list_id: listId };
      const { reports } = (await api(bounceRoutes.listBounceReports, { query }, { signal })).data;
      const before = client.getQueryData<readonly BounceReport[]>(queryKey);
      // The rows of lists contain the bounces of their addresses.
      if (before && statesOf(before) !== statesOf(reports))
        void client.invalidateQueries({ queryKey: ['rows'] });
      return reports;
    },
    refetchInterval(query) {
      const reports = query.state.data ?? [];
      const isReading = reports.some(
        (report) =>
          report.state === 'reading' || (report.state === 'waiting' && !isUploadExpired(report)),
      );
      const isChecking = reports.some(({ state }) => state === 'checking');
      return (
        (isReading || isChecking) &&
        backoffInterval(query, isReading ? READING_POLL_MS : CHECKING_POLL_MS)
      );
    },
  });

/** Query for the rows of a report, which are reloaded when the state of the report changes. */
export const bounceRowsQuery = (
  api: Api,
  { id, state }: BounceReport,
  subject: BounceSubject | undefined,
) =>
  infiniteQueryOptions({
    queryKey: ['bounces', 'rows', id, state, subject],
    queryFn: async ({ signal, pageParam: cursor }) =>
      (
        await api(
          bounceRoutes.getBounceReport,
          { params: { id }, query: { subject, cursor } },
          { signal },
        )
      ).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
