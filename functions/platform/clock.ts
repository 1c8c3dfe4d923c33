/** Time and randomness, injected so that tests control both. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export interface Ids {
  /** A ULID for a time: 26 characters that sort by time. */
  ulid(now: number): string;
  /** An unguessable text: `bytes` random bytes in base64url. */
  token(bytes: number): string;
  /** Uniform in [0, 1), not for secrets. */
  random(): number;
  /** A uniformly random decimal code of `digits` digits, for secrets. */
  code(digits: number): string;
}
