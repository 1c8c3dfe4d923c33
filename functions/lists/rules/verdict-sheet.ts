import { VERDICT_REASONS, VERDICT_STATUSES } from '../../../shared/model/verdict.ts';
import type { RowVerdict } from './result-format.ts';
import { parseVerdictLines } from './work-lines.ts';

/** The verdicts of a list by ordinal: two bytes an address, whatever the list's size. */
export interface VerdictSheet {
  /** Addresses with a verdict. */
  readonly known: number;
  /** Takes the lines of one part. Throws an Error for a line that is none. */
  take(part: string): void;
  /** The verdict of an address; the few that no task had were of bad syntax. */
  at(ordinal: number): RowVerdict;
}

const BAD_SYNTAX: RowVerdict = { status: 'undeliverable', reason: 'bad_syntax', suggestion: '' };
const statusCodes = new Map<string, number>(VERDICT_STATUSES.map((word, at) => [word, at + 1]));
const reasonCodes = new Map<string, number>(VERDICT_REASONS.map((word, at) => [word, at]));

export function createVerdictSheet(total: number): VerdictSheet {
  const statuses = new Uint8Array(total);
  const reasons = new Uint8Array(total);
  const suggestions = new Map<number, string>();
  let known = 0;
  return {
    get known() {
      return known;
    },
    take(part) {
      for (const [ordinal = '', status = '', reason = '', suggestion] of parseVerdictLines(part)) {
        const place = Number(ordinal);
        const statusCode = statusCodes.get(status);
        const reasonCode = reasonCodes.get(reason);
        if (statusCode === undefined || reasonCode === undefined || !(place < total))
          throw new Error(`a part holds the line "${ordinal} ${status} ${reason}"`);
        if (statuses[place] === 0) known += 1;
        statuses[place] = statusCode;
        reasons[place] = reasonCode;
        if (suggestion) suggestions.set(place, suggestion);
      }
    },
    at(ordinal) {
      const status = VERDICT_STATUSES[(statuses[ordinal] ?? 0) - 1];
      const reason = VERDICT_REASONS[reasons[ordinal] ?? 0];
      if (!status || !reason) return BAD_SYNTAX;
      return { status, reason, suggestion: suggestions.get(ordinal) ?? '' };
    },
  };
}
