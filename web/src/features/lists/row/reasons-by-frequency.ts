import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import {
  REASONS_BY_STATUS,
  type VerdictReason,
  type VerdictStatus,
} from '../../../../../shared/model/verdict.ts';

export function reasonsByFrequency(
  status: VerdictStatus,
  reasons: ListDetail['reasons'],
): (readonly [VerdictReason, number])[] {
  const verdictReasons: readonly VerdictReason[] = REASONS_BY_STATUS[status];
  return verdictReasons
    .flatMap((reason) => (reasons[reason] ? [[reason, reasons[reason]] as const] : []))
    .sort(([, one], [, other]) => other - one);
}
