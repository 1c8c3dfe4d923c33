import * as z from 'zod/mini';
import { emptyResponse, linkSignature, objectId } from './fields.ts';
import { defineRoutes, UNDEFINED_SCHEMA } from './route.ts';

/**
 * Export and deletion are available even if the user has not accepted the general conditions. They
 * concern the account for its owner, and the login for a user without an account.
 */
export const privacyRoutes = defineRoutes('privacy', {
  /** Emails a link to the data within minutes. It is valid for seven days. */
  exportAccount: {
    method: 'POST',
    path: '/api/account/export',
    auth: 'customer',
    role: 'any',
    limit: 'export_user',
    output: emptyResponse(),
    errors: ['role_required'],
  },

  downloadExport: {
    method: 'GET',
    path: '/api/account/export/{id}',
    auth: 'signed-link',
    params: z.object({ id: objectId() }),
    query: z.object({ t: linkSignature() }),
    output: UNDEFINED_SCHEMA,
    redirect: '/settings',
  },

  /**
   * Ends all sessions, revokes all API keys, stops running lists and cancels the subscription.
   * Closing an account cannot be undone. An account with members requires a recent proof.
   */
  deleteAccount: {
    method: 'DELETE',
    path: '/api/account/delete',
    auth: 'customer',
    role: 'any',
    sensitive: 'with factor',
    output: emptyResponse(),
    errors: ['role_required', 'owns_other_account'],
  },
});
