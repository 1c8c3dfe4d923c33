import {
  HUBSPOT_SCOPES,
  type ServiceName,
} from '../../../shared/model/connections/service-name.ts';

/** Pages of a service at which customers grant access by a login (RFC 6749, 4.1). */
interface ServiceLogin {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
  /** Page at which a refresh token is revoked (RFC 7009). */
  readonly revokeUrl?: string;
  /** Page that names the data center of an access token. */
  readonly metadataUrl?: string;
}

/**
 * Separate from the services, so that functions that only read stored connections do not load them.
 */
export const SERVICE_LOGINS: Readonly<Partial<Record<ServiceName, ServiceLogin>>> = {
  // mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
  mailchimp: {
    authorizeUrl: 'https://login.mailchimp.com/oauth2/authorize',
    tokenUrl: 'https://login.mailchimp.com/oauth2/token',
    metadataUrl: 'https://login.mailchimp.com/oauth2/metadata',
    scopes: [],
  },
  // developers.hubspot.com/docs/api-reference/2026-03/authentication/manage-oauth-tokens
  hubspot: {
    authorizeUrl: 'https://app.hubspot.com/oauth/authorize',
    tokenUrl: 'https://api.hubapi.com/oauth/2026-03/token',
    revokeUrl: 'https://api.hubapi.com/oauth/2026-03/token/revoke',
    scopes: ['oauth', ...HUBSPOT_SCOPES],
  },
};
