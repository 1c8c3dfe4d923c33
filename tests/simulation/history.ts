/** Possible faults of a call that leaves a process. */
export const FAULT_KINDS = [
  /** The call is rejected before it has an effect: throttling, or an outage. */
  'refuse',
  /** The effect happens, and the response is lost. */
  'lose',
  /** The effect happens twice, because the client retries. */
  'repeat',
  /** The call takes long, while other calls continue. */
  'slow',
  /** Only part of the effect happens: some entries of a batch, half of a body. */
  'tear',
  /** Another process is changing the same item. */
  'conflict',
  /** The process is killed before the effect. */
  'die',
  /** The process is killed after the effect. */
  'die-after',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault at one call of a step; `at` is the number of the call, starting at 1. */
export interface InjectedFault {
  readonly at: number;
  readonly kind: FaultKind;
}

/** A named action. `by` selects the actor, and `choice`, in [0, 1), selects the object. */
export interface SimulatedAction<Name extends string = string> {
  readonly name: Name;
  readonly by: number;
  readonly choice: number;
}

export interface HistoryStep<Name extends string = string> {
  /** Seconds that pass before the step. */
  readonly wait: number;
  readonly acts: readonly SimulatedAction<Name>[];
  /** Maximum number of messages delivered, some of them twice. */
  readonly deliveries: number;
  /** Seed for the order of calls and the choice of messages. */
  readonly seed: number;
  readonly faults: readonly InjectedFault[];
}

export type SimulationHistory<Name extends string = string> = readonly HistoryStep<Name>[];
