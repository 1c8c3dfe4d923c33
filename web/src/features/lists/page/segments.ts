import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import type { INCLUDES, RowsPage } from '../../../../../shared/contract/list-rows.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { useApi } from '../../../lib/api.ts';
import { retryAfterOf } from '../../../lib/poll.ts';

export type Include = (typeof INCLUDES)[number];
export type Segments = NonNullable<RowsPage['segments']>;

/** Counts the rows that a download with `include` selects, again after a recheck. */
export function useSegments({ id, expires_at: written }: ListDetail, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['rows', id, 'segments', written],
    async queryFn({ signal }) {
      const query = { with: 'segments' } as const;
      return (await api(listRoutes.listRows, { params: { id }, query }, { signal })).data.segments;
    },
    placeholderData: keepPreviousData,
    enabled,
    retry: (failures, error) => failures < 3 && retryAfterOf(error) !== undefined,
    retryDelay: (_, error) => retryAfterOf(error) ?? 0,
  });
}

/** Estimates segments from the counts of a list, until its segments are known. */
export const estimateSegments = ({ valid, risky, unknown, duplicates }: ListDetail): Segments => [
  { include: 'safe', reason: 'accepted', score: 98, count: valid, duplicates, bounced: 0 },
  { include: 'risky', reason: 'catch_all', score: 70, count: risky, duplicates: 0, bounced: 0 },
  {
    include: 'unknown',
    reason: 'not_answered',
    score: 66,
    count: unknown,
    duplicates: 0,
    bounced: 0,
  },
];

/** Which risky addresses a file contains; empty for all of them. */
export interface RiskLevel {
  min_score?: number;
  /** Set if disposable addresses are excluded, because they accept email but are soon abandoned. */
  only?: 'lasting';
}

/**
 * Returns the levels for the risky addresses of a list, from only the most likely to arrive up to
 * all of them.
 */
export function riskLevelsOf(segments: Segments): readonly [...RiskLevel[], RiskLevel] {
  const risky = segments.filter(({ include }) => include === 'risky');
  const lasting = risky.filter(({ reason }) => reason !== 'disposable');
  const scores = [...new Set(lasting.map(({ score }) => score))].toSorted((a, b) => b - a);
  const limited = lasting.length < risky.length ? scores : scores.slice(0, -1);
  return [...limited.map((score) => ({ min_score: score, only: 'lasting' as const })), {}];
}

/** Counts the rows of a file, the expected bounces, and the bounced addresses that are excluded. */
export function summarize(segments: Segments, includes: readonly Include[], risk: RiskLevel) {
  const { min_score: minScore = 0, only } = risk;
  const total = { rows: 0, bounces: 0, bounced: 0 };
  for (const { include, reason, score, count, duplicates, bounced } of segments) {
    const isTooRisky = score < minScore || (only && reason === 'disposable');
    if (!includes.includes(include) || (include === 'risky' && isTooRisky)) continue;
    const rows = count + (includes.includes('duplicates') ? duplicates : 0);
    total.rows += rows;
    // A score is the percentage of addresses at which email arrives.
    total.bounces += (rows * (100 - score)) / 100;
    total.bounced += bounced;
  }
  return total;
}

/**
 * Counts the distinct addresses of a list that no file contains, because they are invalid and have
 * no valid correction.
 */
export const countInvalid = ({ processed }: ListDetail, segments: Segments): number =>
  segments.reduce((rest, { count, bounced }) => rest - count - bounced, processed);
