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
/** The last time that the address was asked again, its verdict became another one. */
const CHANGED = 512;
type Kind = keyof typeof KINDS;
type Kinds = Readonly<Record<Kind, boolean>>;
const EVIDENCE = 0xc0;
type RowFlags = Kinds & { readonly catch_all: boolean };

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

export const withChange = (flags: number, isChanged: boolean): number =>
  isChanged ? flags | CHANGED : flags & ~CHANGED;

export const isChanged = (flags: number): boolean => (flags & CHANGED) > 0;

/** What a row says of its address. Of its domain, only a verdict that rests on it is kept. */
export const flagsOf = (flags: number, reason: VerdictReason): RowFlags => ({
  role: (flags & KINDS.role) > 0,
  free: isFree(flags),
  disposable: (flags & KINDS.disposable) > 0,
  tagged: (flags & KINDS.tagged) > 0,
  gateway: (flags & KINDS.gateway) > 0,
  parked: (flags & KINDS.parked) > 0,
  no_dmarc: (flags & KINDS.no_dmarc) > 0,
  catch_all: reason === 'catch_all',
});

export const isFree = (flags: number): boolean => (flags & KINDS.free) > 0;

export const evidenceIn = (flags: number): Evidence => {
  const evidence = (flags & EVIDENCE) >> 6;
  return evidence === 1 || evidence === 2 ? evidence : 0;
};

/** A reply as it was said about an address. */
export const replyTo = (address: string, reply: string): string =>
  reply.replaceAll(ADDRESS, address);
