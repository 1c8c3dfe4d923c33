/** The public interface of the engine. Code outside the engine imports nothing else. */
export { parseAddress } from './address/parse-address.ts';
export { classifyReply } from './classify/classify-reply.ts';
export { createMemoryFacts } from './facts/memory-facts.ts';
export { parseEgress, parseHostPort } from './endpoints.ts';
export { GREYLIST_SCHEDULE } from './verdict/retry.ts';
export { createVerifier } from './verifier.ts';
export type { AddressError, ParsedAddress, SyntaxDetail } from './address/types.ts';
export type { LeaseStore, Priority } from './model/leases.ts';
export type { Limits } from './model/limits.ts';
export type {
  IndexedVerdict,
  Counters,
  Egress,
  EgressEvent,
  ErrorSource,
  Flags,
  HostPort,
  Reason,
  ReplyEvidence,
  RunOptions,
  Stage,
  Status,
  TraceEvent,
  Verdict,
  Verifier,
  VerifierConfig,
} from './model/types.ts';
export type { DomainFact, FactStore, ProviderFact } from './model/facts.ts';
