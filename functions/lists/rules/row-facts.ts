import type { VerdictReason, VerdictStatus } from '../../../shared/model/verdict.ts';
import { type Evidence, evidenceOf } from '../../checks/rules/score.ts';
import type { TaskVerdict } from './work-lines.ts';

const MAX_REPLY_LENGTH = 200;
/** Placeholder for the address in replies that repeat it, so that many addresses share a text. */
const ADDRESS = '\u0001';

/** Bits of `flags`. Bits 6 and 7 have the evidence, so that these fit into one byte of a result. */
const KINDS = {
  role: 1,
  free: 2,
  disposable: 4,
  tagged: 8,
  gateway: 16,
  parked: 32,
  no_dmarc: 256,
} as const;
/** Bits of a row that do not depend only on its address. */
const MARKS = {
  /** A correction of the address is suggested. */
  suggested: 512,
  /** An earlier row has the same address. */
  repeated: 1024,
  /** The last recheck of the address changed its verdict. */
  changed: 2048,
} as const;
const BITS = { ...KINDS, ...MARKS };
type Kind = keyof typeof KINDS;
type Kinds = Readonly<Record<Kind, boolean>>;
const EVIDENCE = 0xc0;
type RowFlags = Kinds & { readonly catch_all: boolean; readonly catch_all_unknown: boolean };

interface Answer {
  readonly email: string;
  readonly status: VerdictStatus;
  readonly confidence: number;
  readonly flags: Kinds;
  readonly provider?: string | undefined;
  readonly reply?:
    | { readonly code?: number | undefined; readonly enhanced?: string | undefined; text: string }
    | undefined;
}

/**
 * The facts stored about a verdict in addition to its status and reason. Of a reply to an accepted
 * recipient, only the codes are stored: the text varies and has no meaning.
 */
export function factsOf(verdict: Answer): Pick<TaskVerdict, 'flags' | 'provider' | 'reply'> {
  const { email, status, flags, provider, reply } = verdict;
  let kinds = 0;
  for (const [kind, bit] of Object.entries(KINDS)) if (flags[kind as Kind]) kinds |= bit;
  const bits = withEvidence(kinds, evidenceOf(verdict));
  if (!reply) return { flags: bits, provider };
  const { code, enhanced, text } = reply;
  const said = status === 'deliverable' ? (enhanced ?? '') : text.replaceAll(email, ADDRESS);
  const line = `${code ?? ''} ${said}`.replaceAll('\t', ' ').trim();
  return { flags: bits, provider, reply: line.slice(0, MAX_REPLY_LENGTH).toWellFormed() };
}

export const withEvidence = (flags: number, evidence: Evidence): number =>
  (flags & ~EVIDENCE) | (evidence << 6);

export const withMark = (flags: number, mark: keyof typeof MARKS, isSet: boolean): number =>
  isSet ? flags | MARKS[mark] : flags & ~MARKS[mark];

export const hasBit = (flags: number, name: keyof typeof BITS): boolean => (flags & BITS[name]) > 0;

/** The flags of a row. For its domain, only a verdict that depends on it is stored. */
export const flagsOf = (flags: number, reason: VerdictReason): RowFlags => ({
  role: hasBit(flags, 'role'),
  free: hasBit(flags, 'free'),
  disposable: hasBit(flags, 'disposable'),
  tagged: hasBit(flags, 'tagged'),
  gateway: hasBit(flags, 'gateway'),
  parked: hasBit(flags, 'parked'),
  no_dmarc: hasBit(flags, 'no_dmarc'),
  catch_all: reason === 'catch_all',
  // Only an unanswered catch-all test lowers the confidence in an accepted address.
  catch_all_unknown: reason === 'accepted' && evidenceIn(flags) === 1,
});

export const evidenceIn = (flags: number): Evidence => {
  const evidence = (flags & EVIDENCE) >> 6;
  return evidence === 1 || evidence === 2 ? evidence : 0;
};

/** The reply as the server sent it for this address. */
export const replyTo = (address: string, reply: string): string =>
  reply.replaceAll(ADDRESS, address);
