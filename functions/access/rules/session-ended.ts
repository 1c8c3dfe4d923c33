/** All sessions opened before a moment have ended, but one. Epoch milliseconds. */
export interface SessionsEnded {
  readonly at: number;
  /** The session that goes on: the one in which the password was changed. */
  readonly except?: string | undefined;
}

/**
 * Whether a session is among those that a change of the password has ended. It is decided by what
 * stands on the profile, since deleting the sessions comes after the change and may be broken off.
 */
export const hasEnded = (
  session: { readonly id: string; readonly createdAt: number },
  ended: SessionsEnded | undefined,
): boolean => ended !== undefined && session.createdAt < ended.at && session.id !== ended.except;
