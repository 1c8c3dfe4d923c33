/** Maximum connections of an account. */
export const MAX_CONNECTIONS = 10;

/** `revoked` until the customer connects the account again, because the key is no longer accepted. */
export const CONNECTION_STATES = ['active', 'revoked'] as const;
/** `paused` until the account is connected again; the last two are final. */
export const IMPORT_STATES = ['reading', 'paused', 'finished', 'failed'] as const;

/** Why a service did not do what we asked. */
export const SERVICE_FAILURES = [
  'revoked',
  'forbidden',
  'limited',
  'unavailable',
  'not_found',
  'refused',
] as const;
export const IMPORT_ERRORS = [...SERVICE_FAILURES, 'no_contacts', 'too_many_contacts'] as const;

/** `paused` until the account is connected again; `finished` and `failed` jobs can be undone. */
export const APPLY_STATES = [
  'working',
  'paused',
  'finished',
  'failed',
  'undoing',
  'undone',
] as const;
export const UNDO_DAYS = 30;
