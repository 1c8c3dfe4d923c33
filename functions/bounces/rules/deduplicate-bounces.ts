import type { ReportedBounce } from '../../../shared/bounces/reported-bounce.ts';
import { BOUNCE_REASONS, BOUNCE_SUBJECTS } from '../../../shared/model/bounces/bounce.ts';
import { addressOfCell } from '../../../shared/list-file/address-cell.ts';
import { mailboxKeyOf } from '../../lists/rules/mailbox-key.ts';
import type { ClassifiedBounce } from './classify-bounce.ts';
import { type ReportRow, truncateText } from './report-row.ts';

/** Ranks bounces: lower is more informative. Delivery reports come first among equals. */
function rankOf({ subject, reason, server }: ReportRow): number {
  const rank = reason
    ? BOUNCE_REASONS.indexOf(reason)
    : BOUNCE_REASONS.length + BOUNCE_SUBJECTS.indexOf(subject);
  return 2 * rank + (server === undefined ? 1 : 0);
}

/** Returns the most informative bounce of each mailbox, by the mailbox's key. */
export function deduplicateBounces(
  bounces: readonly ReportedBounce[],
  read: (bounce: ReportedBounce) => ClassifiedBounce,
): Map<string, ReportRow> {
  const rows = new Map<string, ReportRow>();
  for (const bounce of bounces) {
    const { server, isReport } = bounce;
    const row: ReportRow = {
      email: addressOfCell(bounce.email),
      text: truncateText(bounce.text),
      ...read(bounce),
      ...(isReport && server !== undefined && { server }),
    };
    const mailbox = mailboxKeyOf(row.email);
    const known = rows.get(mailbox);
    if (!known || rankOf(row) < rankOf(known)) rows.set(mailbox, row);
  }
  return rows;
}
