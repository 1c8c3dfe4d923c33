import type { RefundState } from '../../../shared/model/bounces/bounce.ts';
import type { VerdictStatus } from '../../../shared/model/verdict.ts';
import type { ReportRow } from './report-row.ts';

/** `mx` is the contacted mail server of the domain. */
interface NewVerdict {
  readonly status: VerdictStatus;
  readonly mx?: string | undefined;
}

/**
 * Decides about a refund after a new verification. A delivery report can be forged, so it counts
 * only if even the last attempt is inconclusive, and only if it names a server of the domain.
 */
export function decideRefundState(
  { server }: Pick<ReportRow, 'server'>,
  verdict: NewVerdict | undefined,
  isLast: boolean,
): RefundState {
  if (verdict?.status === 'undeliverable') return 'refunded';
  if (verdict?.status === 'deliverable') return 'still_accepts';
  if (!isLast) return 'checking';
  const isOurs =
    server !== undefined && verdict?.mx !== undefined && isSameOperator(server, verdict.mx);
  return isOurs ? 'refunded' : 'inconclusive';
}

/** Whether two mail servers are below the same parent domain, such as `google.com`. */
const isSameOperator = (a: string, b: string): boolean => parentOf(a) === parentOf(b);

const parentOf = (host: string): string => {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  return labels.length > 2 ? labels.slice(1).join('.') : labels.join('.');
};
