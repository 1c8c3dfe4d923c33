/** Possible faults of a call that leaves a process. */
export const FAULT_KINDS = [
  /** The call is refused before its effect: a throttle, an outage. */
  'refuse',
  /** The effect happens, and the response is lost. */
  'lose',
  /** The effect happens twice, because the client retried. */
  'repeat',
  /** The call takes long, while others continue. */
  'slow',
  /** Only part of the effect happens: some entries of a batch, half of a body. */
  'tear',
  /** Another party is changing the same item. */
  'conflict',
  /** The process is killed before its effect. */
  'die',
  /** The process is killed after its effect. */
  'die-after',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault at one call of a step, by the call's number, counted from 1. */
export interface Fault {
  readonly at: number;
  readonly kind: FaultKind;
}

/** A named act; `by` chooses the actor and `choice` in [0, 1) the object. */
export interface Action<Name extends string = string> {
  readonly name: Name;
  readonly by: number;
  readonly choice: number;
}

/** Acts that start concurrently. */
export interface Step<Name extends string = string> {
  /** Seconds that pass before the step. */
  readonly wait: number;
  readonly acts: readonly Action<Name>[];
  /** Maximum messages delivered, some of them twice. */
  readonly deliveries: number;
  /** Seed of the order of calls and of the choice of messages. */
  readonly seed: number;
  readonly faults: readonly Fault[];
}

export type History<Name extends string = string> = readonly Step<Name>[];
