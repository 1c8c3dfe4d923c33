/** A group of mail hosts that reply in the same way, known by the suffixes of their names. */
export interface Provider {
  /** Short stable name, used in verdicts, rules and remembered facts. */
  id: string;
  /** Suffixes of mail host names, lower case; matched on whole labels, the longest wins. */
  mx: readonly string[];
  /** Most recipients of one transaction, as long as the server does not ask for fewer. */
  recipientsPerTransaction: number;
  /** Sessions open at once from one egress identity: the number to start with, and the largest. */
  sessions: { initial: number; max: number };
  /** Whether the random recipient that tests for catch-all needs a transaction of its own. */
  probe: 'same_transaction' | 'own_transaction';
}
