/** Slow, salted password hashes. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one that was hashed. Without a hash, for an account that does not
   * exist, the same work is done and the answer is no.
   */
  matches(password: string, hash: string | undefined): Promise<boolean>;
  /** Whether the hash was made with weaker parameters than those in use. */
  isWeak(hash: string): boolean;
}
