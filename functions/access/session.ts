import { hash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../shared/model/duration.ts';

/** Lifetime of a session, used or not. */
export const SESSION_LIFETIME_MS = 7 * DAY_MS;
/** Shorter, because a provider does not report that a person has left the company. */
export const SSO_SESSION_LIFETIME_MS = 12 * HOUR_MS;

/** The hash is stored instead of the token, because the hash cannot be used to log in. */
export const sessionIdOf = (token: string): string => hash('sha256', token);
