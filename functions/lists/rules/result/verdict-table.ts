import { VERDICT_REASONS, VERDICT_STATUSES } from '../../../../shared/model/verdict.ts';
import { suggestRepair } from '../../../../packages/verifier/src/address/suggest-repair.ts';
import type { RowVerdict } from './result-format.ts';
import { MAX_PROVIDERS } from '../breakdown.ts';
import { withFlag } from '../row-facts.ts';
import { parseVerdictLines } from '../work-lines.ts';

/** A verdict with its flags, its provider's number and its reply's number (0 for none). */
export interface TableVerdict extends RowVerdict {
  /** The index of the reason in VERDICT_REASONS. */
  readonly code: number;
  readonly flags: number;
  readonly provider: number;
  readonly reply: number;
}

/** Maximum distinct replies per list. Further replies are stored as codes only, up to MAX_CODES. */
const MAX_REPLIES = 10_000;
const MAX_CODES = 20_000;
const REPLY_CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/;

const BAD_SYNTAX_VERDICT: TableVerdict = {
  status: 'undeliverable',
  reason: 'bad_syntax',
  suggestion: '',
  address: '',
  code: VERDICT_REASONS.indexOf('bad_syntax'),
  flags: 0,
  provider: 0,
  reply: 0,
};
const statusCodes = new Map<string, number>(VERDICT_STATUSES.map((word, at) => [word, at + 1]));
const reasonCodes = new Map<string, number>(VERDICT_REASONS.map((word, at) => [word, at]));

/** Stores each distinct text once, under a number. */
function createTextInterner(previous: readonly string[] = ['']) {
  const texts = [...previous];
  const numbers = new Map(texts.map((text, number) => [text, number]));
  return {
    texts,
    /** Returns the number of a text, or 0 for a new text once `limit` is reached. */
    intern(text: string, limit: number): number {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      if (texts.length > limit) return 0;
      numbers.set(text, texts.length);
      return texts.push(text) - 1;
    },
  };
}

/** The verdicts of a list by ordinal, in seven bytes per address plus the distinct texts. */
export interface VerdictTable {
  /** Number of addresses that have a verdict. */
  readonly known: number;
  /** Provider ids and replies by number; 0 means none. */
  readonly providers: readonly string[];
  readonly replies: readonly string[];
  /** Adds the verdicts of one part. @throws {Error} for a malformed line */
  addPart(part: string): void;
  /**
   * Returns the verdict of an address, or `bad_syntax` if no part contains the address.
   * @param address as spelled in its row
   */
  at(ordinal: number, address: string): TableVerdict;
}

/** @param previous provider ids and replies of the previous result, which keep their numbers */
export function createVerdictTable(
  total: number,
  previous: { readonly providers?: readonly string[]; readonly replies?: readonly string[] } = {},
): VerdictTable {
  const statuses = new Uint8Array(total);
  const reasons = new Uint8Array(total);
  const flagBits = new Uint16Array(total);
  const providerNumbers = new Uint8Array(total);
  const replyNumbers = new Uint16Array(total);
  const suggestions = new Map<number, string>();
  const providers = createTextInterner(previous.providers);
  const replies = createTextInterner(previous.replies);
  let known = 0;
  const replyNumber = (reply: string): number =>
    replies.intern(reply, MAX_REPLIES) ||
    replies.intern(REPLY_CODES.exec(reply)?.[0] ?? '', MAX_REPLIES + MAX_CODES);
  return {
    get known() {
      return known;
    },
    providers: providers.texts,
    replies: replies.texts,
    addPart(part) {
      for (const cells of parseVerdictLines(part)) {
        const [ordinal = '', status = '', reason = '', suggestion, flags, provider, reply] = cells;
        const index = Number(ordinal);
        const statusCode = statusCodes.get(status);
        const reasonCode = reasonCodes.get(reason);
        if (statusCode === undefined || reasonCode === undefined || !(index < total))
          throw new Error(`malformed verdict line "${ordinal} ${status} ${reason}"`);
        if (statuses[index] === 0) known += 1;
        statuses[index] = statusCode;
        reasons[index] = reasonCode;
        if (suggestion) suggestions.set(index, suggestion);
        flagBits[index] = withFlag(Number(flags ?? 0), 'suggested', Boolean(suggestion));
        if (provider) providerNumbers[index] = providers.intern(provider, MAX_PROVIDERS);
        if (reply) replyNumbers[index] = replyNumber(reply);
      }
    },
    at(ordinal, address) {
      const status = VERDICT_STATUSES[(statuses[ordinal] ?? 0) - 1];
      const code = reasons[ordinal] ?? 0;
      const reason = VERDICT_REASONS[code];
      if (!status || !reason) {
        const suggestion = suggestRepair(address);
        if (!suggestion) return BAD_SYNTAX_VERDICT;
        return { ...BAD_SYNTAX_VERDICT, suggestion, flags: withFlag(0, 'suggested', true) };
      }
      return {
        status,
        reason,
        address: reason === 'bad_syntax' ? '' : address,
        code,
        suggestion: suggestions.get(ordinal) ?? '',
        flags: flagBits[ordinal] ?? 0,
        provider: providerNumbers[ordinal] ?? 0,
        reply: replyNumbers[ordinal] ?? 0,
      };
    },
  };
}
