import type { User } from './accounts.ts';

/** API keys: looked up by their hash, shown again from a sealed copy, there while the user is paid. */
export interface ApiKeys {
  /** The id of the user a key belongs to; undefined for a key that is wrong or no longer valid. */
  findUser(key: string): Promise<string | undefined>;
  /**
   * The user's key in the clear, or null without one. Null also when the sealed copy cannot be
   * opened any more, after the application secret was replaced: the key still works.
   */
  reveal(user: User): Promise<string | null>;
  /** Becoming paid makes a key, ceasing to be paid ends it; saying it again changes nothing. */
  setPaid(userId: string, paid: boolean): Promise<void>;
}
