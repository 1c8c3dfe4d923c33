import * as z from 'zod/mini';
import { SERVICES, type ServiceName } from '../../../shared/model/connections/service-name.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { SecretText } from '../../platform/secrets/secret-text.ts';
import { type Credentials, ServiceError } from '../rules/service.ts';
import { SERVICE_LOGINS } from '../rules/service-login.ts';
import type { ServiceCalls } from './call-service.ts';

/** Exceeds the duration of a run, because a run uses one token throughout. */
const REFRESH_BEFORE_MS = 5 * 60_000;

const clientSecrets = z.record(z.string(), z.string());
// Mailchimp's response has a lifetime of 0 and no type, which libraries for OAuth reject:
// mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
const tokens = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.optional(z.string()),
  expires_in: z.optional(z.number()),
});
const metadata = z.object({ dc: z.string() });
const failure = z.object({ error: z.optional(z.string()), status: z.optional(z.string()) });
/**
 * HubSpot uses its own name for the same failure:
 * developers.hubspot.com/docs/api-reference/error-handling
 */
const ENDED = new Set(['invalid_grant', 'BAD_REFRESH_TOKEN', 'BAD_AUTH_CODE']);

interface Options {
  /** Client ids of the stage, such as `mailchimp=123,hubspot=abc`. */
  readonly clients: string;
  /** JSON object of the client secrets by service. */
  readonly secret: SecretText | undefined;
  readonly calls: ServiceCalls;
  readonly publicOrigin: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** Logins at services (OAuth 2), by which customers connect accounts without a key. */
export interface ServiceLogins {
  /**
   * Lists services with a login, and the login's URL without `state`, which the browser adds and
   * compares.
   */
  list(): { readonly service: ServiceName; readonly url: string }[];
  /**
   * Exchanges the code of a finished login.
   * @throws {ServiceError} `revoked` if the code is not valid (anymore)
   */
  exchange(service: ServiceName, code: string): Promise<Credentials>;
  /** Returns new credentials if these expire soon. @throws {ServiceError} `revoked` */
  refresh(service: ServiceName, credentials: Credentials): Promise<Credentials | undefined>;
  /** Revokes the tokens at the service, if it can. A failure is only logged. */
  revoke(service: ServiceName, credentials: Credentials): Promise<void>;
}

export function createServiceLogins(options: Options): ServiceLogins {
  const { calls, clock } = options;
  const clientIds = new Map(
    options.clients.split(',').map((each) => {
      const [name = '', id = ''] = each.split('=');
      return [name, id];
    }),
  );
  // One address per service, so that no service can return the code of another (RFC 9700, 4.4.2).
  const redirectUriOf = (name: ServiceName): string =>
    `${options.publicOrigin}/connections/${name}`;

  /** Posts a form with the client's credentials in the body, as both services document. */
  async function post(
    name: ServiceName,
    url: string | undefined,
    form: Readonly<Record<string, string>>,
  ) {
    const id = clientIds.get(name);
    const secrets = clientSecrets.parse(JSON.parse((await options.secret?.read()) || '{}'));
    const clientSecret = secrets[name];
    if (!url || !id || !clientSecret)
      throw new ServiceError('refused', `${name} has no client here`);
    const response = await calls.callLogin(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ client_id: id, client_secret: clientSecret, ...form }),
    });
    if (response.status < 400) return response;
    const { error = '', status = '' } = failure.safeParse(response.body).data ?? {};
    if (ENDED.has(error) || ENDED.has(status))
      throw new ServiceError('revoked', `${name} does not accept the grant`);
    const isPassing = response.status >= 500 || response.status === 429;
    throw new ServiceError(
      isPassing ? 'unavailable' : 'refused',
      `${name} answered ${response.status}`,
    );
  }

  async function requestTokens(
    name: ServiceName,
    form: Readonly<Record<string, string>>,
  ): Promise<Credentials> {
    const { body } = await post(name, SERVICE_LOGINS[name]?.tokenUrl, form);
    const found = tokens.safeParse(body).data;
    if (!found) throw new ServiceError('unavailable', `${name} returned no token`);
    const { access_token: token, refresh_token: refreshToken, expires_in: seconds = 0 } = found;
    return {
      token,
      ...(refreshToken !== undefined && { refreshToken }),
      ...(seconds > 0 && { expiresAt: clock.now() + seconds * 1000 }),
    };
  }

  return {
    list: () =>
      SERVICES.flatMap((service) => {
        const login = SERVICE_LOGINS[service];
        const id = clientIds.get(service);
        if (!login || !id) return [];
        const url = calls.locate(new URL(login.authorizeUrl));
        const query = new URLSearchParams({
          response_type: 'code',
          client_id: id,
          redirect_uri: redirectUriOf(service),
          ...(login.scopes.length > 0 && { scope: login.scopes.join(' ') }),
        });
        // HubSpot's examples separate scopes by `%20`, and `+` is a space only in forms.
        url.search = query.toString().replaceAll('+', '%20');
        return [{ service, url: url.href }];
      }),

    async exchange(name, code) {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUriOf(name) };
      const credentials = await requestTokens(name, form);
      const url = SERVICE_LOGINS[name]?.metadataUrl;
      if (url === undefined) return credentials;
      const headers = { authorization: `OAuth ${credentials.token}` };
      const { body } = await calls.callLogin(url, { headers });
      const found = metadata.safeParse(body).data;
      if (!found) throw new ServiceError('unavailable', `${name} named no data center`);
      return { ...credentials, dataCenter: found.dc };
    },

    async refresh(name, { refreshToken, expiresAt }) {
      if (refreshToken === undefined || expiresAt === undefined) return undefined;
      if (clock.now() < expiresAt - REFRESH_BEFORE_MS) return undefined;
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
      return { refreshToken, ...(await requestTokens(name, form)) };
    },

    async revoke(name, { refreshToken }) {
      const url = SERVICE_LOGINS[name]?.revokeUrl;
      if (url === undefined || refreshToken === undefined) return;
      try {
        await post(name, url, { token: refreshToken, token_type_hint: 'refresh_token' });
      } catch (error) {
        // Our tokens are deleted in any case, and the page explains that the access still exists at
        // the service.
        if (!(error instanceof ServiceError)) throw error;
        options.log.warn('revocation_failed', { source: name, reason: error.failure });
      }
    },
  };
}
