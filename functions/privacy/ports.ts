import type { PrivacyMessage } from '../../shared/messages/privacy.ts';

/** Exports and closings that wait to be worked on. A delivery may come twice, late, or out of order. */
export interface PrivacyQueue {
  send(message: PrivacyMessage): Promise<void>;
}

/** What stands in the table below a user. */
export interface PersonalItems {
  /**
   * Deletes everything below the user but what the rules of retention keep, and gives what is kept
   * its end, counted from `closedAt` (ISO 8601). Lists are left to those who know their credits.
   */
  erase(userId: string, closedAt: string): Promise<void>;
}
