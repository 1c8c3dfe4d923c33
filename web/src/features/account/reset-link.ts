/** What the mail's link to a new password carries. */
export interface ResetLink {
  readonly token: string;
  readonly email: string;
}

/**
 * Reads the link in the address of the page and takes it out of the address, so that it is neither
 * kept in the history nor sent on. A reload keeps it, in the state of the history entry.
 */
export function takeResetLink(): ResetLink | undefined {
  const query = new URLSearchParams(location.search);
  const [token, email] = [query.get('token'), query.get('email')];
  if (token && email) {
    history.replaceState({ ...history.state, link: { token, email } }, '', location.pathname);
    return { token, email };
  }
  const kept: unknown = history.state?.link;
  return isResetLink(kept) ? kept : undefined;
}

const isResetLink = (value: unknown): value is ResetLink =>
  value instanceof Object && 'token' in value && 'email' in value;
