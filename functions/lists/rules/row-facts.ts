import type { VerdictReason, VerdictStatus } from '../../../shared/model/verdict.ts';
import { type Evidence, evidenceOf } from '../../checks/rules/score.ts';
import type { TaskVerdict } from './work-lines.ts';

/** Characters that are kept of a reply. */
const MAX_REPLY_LENGTH = 200;
/** Stands for the address in a reply that repeats it, so that one text serves many addresses. */
const ADDRESS = '\u0001';

/** Bits of `flags`; the evidence is the two above the first six, to fill one byte of a result. */
const KINDS = {
  role: 1,
  free: 2,
  disposable: 4,
  tagged: 8,
  gateway: 16,
  parked: 32,
  no_dmarc: 256,
} as const;
/** Bits of a row beside those of its address. */
const MARKS = {
  /** A correction of the address is suggested. */
  suggested: 512,
  /** An earlier row has the same address. */
  repeated: 1024,
  /** The last time that the address was asked again, its verdict became another one. */
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
 * What is kept of a verdict beside status and reason. Of an accepted recipient's reply only the
 * codes are: the rest of it says nothing, and is another text each time.
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

/** What a row says of its address. Of its domain, only a verdict that rests on it is kept. */
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

/** A reply as it was said about an address. */
export const replyTo = (address: string, reply: string): string =>
  reply.replaceAll(ADDRESS, address);
