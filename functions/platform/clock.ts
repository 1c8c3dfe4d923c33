/** The current time, injected so that tests control it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export interface IdGenerator {
  /** A ULID: 26 characters that sort by the given time. */
  ulid(now: number): string;
  /** `bytes` random bytes in base64url, for secrets. */
  token(bytes: number): string;
  /** A uniformly distributed number in [0, 1). Not for secrets. */
  random(): number;
  /** A uniformly distributed decimal code of `digits` digits, suitable for secrets. */
  code(digits: number): string;
}
