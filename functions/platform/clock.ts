/** Time, injected so that tests control it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export interface Ids {
  /** A ULID for a time: 26 characters that sort by time. */
  ulid(now: number): string;
  /** `bytes` random bytes in base64url, for secrets. */
  token(bytes: number): string;
  /** A number from the uniform distribution in [0, 1), not for secrets. */
  random(): number;
  /** A random decimal code of `digits` digits from a uniform distribution, for secrets. */
  code(digits: number): string;
}
