import type { VerdictReason, VerdictStatus } from '../../../shared/model/verdict.ts';
import { type VerdictEvidence, evidenceOf } from '../../checks/rules/score.ts';
import type { TaskVerdict } from './work-lines.ts';

const MAX_REPLY_LENGTH = 200;
/** Replaces the address in replies that quote it, so that many addresses share one reply. */
const ADDRESS_PLACEHOLDER = '\u0001';

/** Bits of `flags` that depend only on the address. The evidence is stored in bits 6 and 7. */
const ADDRESS_BITS = {
  role: 1,
  free: 2,
  disposable: 4,
  tagged: 8,
  gateway: 16,
  parked: 32,
  no_dmarc: 256,
} as const;
/** Bits of `flags` that also depend on the row or on its history. */
const ROW_BITS = {
  /** A correction of the address is suggested. */
  suggested: 512,
  /** An earlier row has the same address. */
  repeated: 1024,
  /** The last recheck of the address changed its status. */
  changed: 2048,
  /** The suggested correction was verified. */
  corrected: 4096,
} as const;
const FLAG_BITS = { ...ADDRESS_BITS, ...ROW_BITS };
type AddressFlag = keyof typeof ADDRESS_BITS;
type AddressFlags = Readonly<Record<AddressFlag, boolean>>;
const EVIDENCE_MASK = 0xc0;
type RowFlags = AddressFlags & { readonly catch_all: boolean; readonly catch_all_unknown: boolean };

interface AnsweredVerdict {
  readonly email: string;
  readonly status: VerdictStatus;
  readonly confidence: number;
  readonly flags: AddressFlags;
  readonly provider?: string | undefined;
  readonly reply?:
    | { readonly code?: number | undefined; readonly enhanced?: string | undefined; text: string }
    | undefined;
}

/**
 * Facts stored about a verdict in addition to its status and reason. For an accepted recipient,
 * only the reply codes are stored, because the text varies and means nothing.
 */
export function toStoredFacts(
  verdict: AnsweredVerdict,
): Pick<TaskVerdict, 'flags' | 'provider' | 'reply'> {
  const { email, status, flags, provider, reply } = verdict;
  let kindBits = 0;
  for (const [kind, bit] of Object.entries(ADDRESS_BITS))
    if (flags[kind as AddressFlag]) kindBits |= bit;
  const bits = withEvidence(kindBits, evidenceOf(verdict));
  if (!reply) return { flags: bits, provider };
  const { code, enhanced, text } = reply;
  const replyText =
    status === 'deliverable' ? (enhanced ?? '') : text.replaceAll(email, ADDRESS_PLACEHOLDER);
  const line = `${code ?? ''} ${replyText}`.replaceAll('\t', ' ').trim();
  return { flags: bits, provider, reply: line.slice(0, MAX_REPLY_LENGTH).toWellFormed() };
}

export const withEvidence = (flags: number, evidence: VerdictEvidence): number =>
  (flags & ~EVIDENCE_MASK) | (evidence << 6);

export const withFlag = (flags: number, flag: keyof typeof ROW_BITS, isSet: boolean): number =>
  isSet ? flags | ROW_BITS[flag] : flags & ~ROW_BITS[flag];

export const hasFlag = (flags: number, name: keyof typeof FLAG_BITS): boolean =>
  (flags & FLAG_BITS[name]) > 0;

/** Returns the flags of a row. The catch-all flags are derived from the reason and the evidence. */
export const decodeRowFlags = (flags: number, reason: VerdictReason): RowFlags => ({
  role: hasFlag(flags, 'role'),
  free: hasFlag(flags, 'free'),
  disposable: hasFlag(flags, 'disposable'),
  tagged: hasFlag(flags, 'tagged'),
  gateway: hasFlag(flags, 'gateway'),
  parked: hasFlag(flags, 'parked'),
  no_dmarc: hasFlag(flags, 'no_dmarc'),
  catch_all: reason === 'catch_all',
  // Evidence 1 means reduced confidence. For an accepted address, only an unanswered catch-all test
  // reduces the confidence.
  catch_all_unknown: reason === 'accepted' && decodeEvidence(flags) === 1,
});

export const decodeEvidence = (flags: number): VerdictEvidence => {
  const evidence = (flags & EVIDENCE_MASK) >> 6;
  return evidence === 1 || evidence === 2 ? evidence : 0;
};

/** Restores the reply that the server sent for this address. */
export const insertAddressIntoReply = (address: string, reply: string): string =>
  reply.replaceAll(ADDRESS_PLACEHOLDER, () => address);
