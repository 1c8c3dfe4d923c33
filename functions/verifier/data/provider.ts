/** A family of mail hosts that answers alike, recognised by the names of its mail hosts. */
export interface Provider {
  /** Short stable name, used in verdicts, rules and remembered facts. */
  id: string;
  /** Suffixes of mail host names, lower case; matched on whole labels, the longest wins. */
  mx: readonly string[];
  /** Most recipients to put in one transaction before the server objected. */
  recipientsPerTransaction: number;
  /** Sessions open at once from one egress identity: where to start and where to stop growing. */
  sessions: { initial: number; max: number };
  /** Whether the random recipient that unmasks a catch-all domain needs a transaction of its own. */
  probe: 'same_transaction' | 'own_transaction';
}
