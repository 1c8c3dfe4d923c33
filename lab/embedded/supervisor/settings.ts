import example from '../../../infra/stages/example.json' with { type: 'json' };
import { getSettingNames } from '../../../functions/platform/env.ts';
import { parseLocalSeller } from '../../../infra/stage/stage-file.ts';
import type { MailnetPorts } from './mailnet.ts';

/** Settings that the template derives from its resources. */
const RESOURCE_SETTINGS = /^(STAGE|TABLE_NAME|\w+_(BUCKET|QUEUE_URL|SECRET_ID))$/;

/** The web app's configuration (web/src/lib/config.ts), from the environment of `npm start`. */
export const localSiteConfig = (environment: NodeJS.ProcessEnv = process.env) => ({
  seller: parseLocalSeller(
    environment['SELLER'] ? JSON.parse(environment['SELLER']) : example.seller,
  ),
  links: {
    faq: environment['FAQ_URL'] ?? '/docs/',
    support: environment['SUPPORT_URL'] ?? 'mailto:support@tamis.test',
    privacy: environment['PRIVACY_URL'] ?? '/conditions',
  },
  packagesPublished: environment['PACKAGES_PUBLISHED'] === 'true',
});

export const usesRealStripe = (environment: NodeJS.ProcessEnv): boolean =>
  Boolean(environment['STRIPE_SECRET_KEY']);

/**
 * Returns the function settings specific to this stack, and the settings from the environment of
 * `npm start` (see functions/platform/env.ts). Without `mailnet`, verification uses the real
 * internet.
 */
export function localSettings(
  origin: string,
  {
    mailnet,
    timeScale,
  }: { mailnet: Pick<MailnetPorts, 'dnsPort' | 'smtpPort'> | undefined; timeScale: number },
  environment: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const passedThrough = getSettingNames().flatMap((name) => {
    const value = environment[name];
    return value === undefined || RESOURCE_SETTINGS.test(name) ? [] : [[name, value] as const];
  });
  return {
    LIMIT_FACTOR: '100',
    CHECK_OUTPUT: 'true',
    SMTP_EGRESS: 'direct',
    ...(mailnet !== undefined && {
      SERVICES_ORIGIN: origin,
      OAUTH_CLIENTS: 'mailchimp=local,hubspot=local',
    }),
    ...Object.fromEntries(passedThrough),
    PUBLIC_ORIGIN: origin,
    SUPPORT_URL: localSiteConfig(environment).links.support,
    TIME_SCALE: String(timeScale),
    ...(!usesRealStripe(environment) && { STRIPE_API_BASE: origin }),
    ...(mailnet !== undefined && {
      DNS_SERVERS: `127.0.0.1:${mailnet.dnsPort}`,
      PUBLIC_DNS_SERVERS: `127.0.0.1:${mailnet.dnsPort}`,
      SMTP_PORT: String(mailnet.smtpPort),
      SMTP_ALLOW_PRIVATE: 'true',
      WEBHOOKS_ALLOW_PRIVATE: 'true',
    }),
  };
}
