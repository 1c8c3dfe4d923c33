export interface Session {
  /** SHA-256 of the token in hex: what is stored, and the session's name everywhere but the client. */
  readonly id: string;
  readonly userId: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Who is signed in. Reads are strongly consistent, so that an ended session ends at once. */
export interface Sessions {
  /** Stores a session; of more than `MAX_SESSIONS` live ones of a user the oldest end. */
  create(session: Session): Promise<void>;
  /** Undefined when it has ended, expired, or never was. */
  find(id: string): Promise<Session | undefined>;
  end(userId: string, id: string): Promise<void>;
  /** Ends every session of the user but, when given, one. */
  endAll(userId: string, except?: string): Promise<void>;
}
