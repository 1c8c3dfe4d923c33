/** What may become of a call that leaves a process. */
export const FAULT_KINDS = [
  /** Refused before its effect: a throttle, an outage. */
  'refuse',
  /** Its effect happens, and its response is lost. */
  'lose',
  /** Its effect happens twice: the client asked again. */
  'repeat',
  /** It takes long, while others go on. */
  'slow',
  /** Only a part of it happens: some entries of a batch, half of a body. */
  'tear',
  /** Somebody else is at work on the same. */
  'conflict',
  /** The process is killed before its effect. */
  'die',
  /** The process is killed after its effect. */
  'die-after',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** The call of this number within a step, counted from 1, and what becomes of it. */
export interface Fault {
  readonly at: number;
  readonly kind: FaultKind;
}

/** What somebody does, by its name; `by` says who, `choice` in [0, 1) with or to what. */
export interface Act<Name extends string = string> {
  readonly name: Name;
  readonly by: number;
  readonly choice: number;
}

/** What begins at one moment, side by side. */
export interface Step<Name extends string = string> {
  /** Seconds that pass before. */
  readonly wait: number;
  readonly acts: readonly Act<Name>[];
  /** The most messages that are delivered, some of them twice. */
  readonly deliveries: number;
  /** Of its own chance: in which order calls have their turns, which messages come. */
  readonly seed: number;
  readonly faults: readonly Fault[];
}

export type History<Name extends string = string> = readonly Step<Name>[];
