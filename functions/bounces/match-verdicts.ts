import { BOUNCE_REPORT_RETENTION_DAYS } from '../../shared/model/bounces/bounce.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { findVerdicts } from '../lists/result/find-verdicts.ts';
import type { List } from '../lists/rules/list.ts';
import { mailboxKeyOf } from '../lists/rules/mailbox-key.ts';
import { BlobMissingError } from '../platform/s3/blobs.ts';
import type { BouncesDeps } from './deps.ts';
import type { MatchedVerdict } from './rules/report-row.ts';

/** Maximum total rows of the results that are searched for a report that names no mailing. */
const MAX_SEARCHED_ROWS = 2_000_000;

type MatchVerdictsDeps = Pick<BouncesDeps, 'blobs' | 'lists' | 'verdictMemory'>;
type ListCounts = Awaited<ReturnType<typeof findVerdicts>>['counts'];

export interface VerdictMatches {
  readonly verdicts: ReadonlyMap<string, MatchedVerdict>;
  /** Counts of the mailed list, by reason and evidence. */
  readonly counts?: ListCounts;
}

/** Finds a list's verdicts for mailboxes; none if the list's result has been deleted. */
export async function matchListVerdicts(
  deps: MatchVerdictsDeps,
  list: List,
  mailboxes: ReadonlySet<string>,
): Promise<VerdictMatches> {
  const { listId, charged } = list;
  const at = list.startDate ?? list.createdAt;
  try {
    const { verdicts, counts } = await findVerdicts(deps, list, mailboxes);
    const said = Array.from(
      verdicts,
      ([mailbox, each]) => [mailbox, { ...each, at, listId, charged: charged > 0 }] as const,
    );
    return { verdicts: new Map(said), counts };
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
    return { verdicts: new Map() };
  }
}

/**
 * Finds the latest verdicts for addresses, in the user's single checks and lists of the last 90
 * days. Searches the newest lists first, up to MAX_SEARCHED_ROWS rows.
 * @param latest latest time of a verdict (ISO 8601), by mailbox; for other mailboxes, any time
 * matches
 */
export async function matchAllVerdicts(
  deps: MatchVerdictsDeps,
  userId: string,
  addresses: readonly string[],
  now: number,
  latest: ReadonlyMap<string, string> = new Map(),
): Promise<VerdictMatches> {
  const since = new Date(now - BOUNCE_REPORT_RETENTION_DAYS * DAY_MS).toISOString();
  const verdicts = new Map<string, MatchedVerdict>();
  function add(mailbox: string, verdict: MatchedVerdict): void {
    const isEarly = verdict.at <= (latest.get(mailbox) ?? verdict.at);
    if (isEarly && verdict.at > (verdicts.get(mailbox)?.at ?? '')) verdicts.set(mailbox, verdict);
  }
  const remembered = await deps.verdictMemory.find(userId, addresses);
  for (const [address, { requestId: checkId, ...verdict }] of remembered)
    add(mailboxKeyOf(address), { ...verdict, checkId });
  const mailboxes = new Set(addresses.map(mailboxKeyOf));
  let rows = 0;
  for (const list of await deps.lists.list(userId)) {
    if (list.status !== LIST_STATUS.finished || (list.endDate ?? '') < since) continue;
    rows += list.total + list.duplicates;
    if (rows > MAX_SEARCHED_ROWS) break;
    for (const [mailbox, verdict] of (await matchListVerdicts(deps, list, mailboxes)).verdicts)
      add(mailbox, verdict);
  }
  return { verdicts };
}
