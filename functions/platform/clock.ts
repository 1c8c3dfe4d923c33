/** Time and chance, handed in so that tests can hold both. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface Ids {
  /** A ULID of the given moment: 26 characters that sort by time. */
  ulid(now: number): string;
  /** Unguessable text: `bytes` random bytes in base64url. */
  token(bytes: number): string;
  /** Uniform in [0, 1), not for secrets. */
  random(): number;
  /** A uniformly random decimal code of `digits` digits, for secrets. */
  code(digits: number): string;
}
