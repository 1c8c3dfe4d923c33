import { type HostPlace, hostPlaces, hostSettings } from './host-names.ts';
import { type Egress, IncompleteError, parseStage, type StageValues } from './stage-file.ts';

/**
 * Every number and name that differs between stages, or that somebody may want to change. The rest
 * of infra reads them here and branches on no stage name. What one deployment alone says is in its
 * file of infra/stages.
 */

/** CloudFront's certificates and firewalls are here, and so is the stack that holds them. */
export const EDGE_REGION = 'us-east-1';

/** What the file of a stage says, and what follows from it. */
interface AccountConfig extends StageValues {
  /** The account and region; without them the stacks fit any. */
  readonly env: { readonly account?: string; readonly region?: string };
  readonly egress: Egress;
  /** Where its hosts are, if it has any. */
  readonly hosts: readonly HostPlace[];
  /** As it is compared with that of the next deployment. */
  readonly file: StageValues;
}

/** Settings of functions that are no resource; functions/platform/env.ts explains each. */
type Settings = Readonly<ReturnType<typeof settingsOf> & Record<string, string>>;

export interface StageConfig extends Readonly<typeof cloud> {
  /** `local`, or the name of its file. */
  readonly stage: string;
  readonly settings: Settings;
  /** Absent on a laptop, where every environment of a function is a process of one machine. */
  readonly account: AccountConfig | undefined;
  /** Table and files survive the deletion of the stack. */
  readonly keepsData: boolean;
  readonly logDays: 7 | 30;
  /** Workers and some calls have their concurrency reserved, so that none takes the others'. */
  readonly reservesConcurrency: boolean;
}

/** The same in all stages. */
const cloud = {
  api: {
    memoryMb: 512,
    // The gateway gives up after 29 s; the response of a function that ran longer would reach
    // nobody.
    timeoutSeconds: 29,
    // The default of each method; the stage as a whole is bound by the account's 10,000 alone. Ten
    // thousand open dashboards make 2,250 calls a second (docs/cost.md).
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
    throttle: { rate: 2500, burst: 5000 },
  },
  // A message is set aside then. A receive counts also where the account had no room for the function.
  maxReceives: 12,
  // A list may wait 30 days for credits and then needs what was made of its file. A result can be
  // downloaded for 365 days, an export for 7; the application says so before the object is gone. A
  // selection is of no use after ten minutes, and an object lives a day at least.
  retentionDays: {
    uploads: 30,
    work: 32,
    results: 366,
    selections: 1,
    exports: 8,
    deadMessages: 14,
  },
};

/** Addresses of a company's own. */
const settingsOf = (domain: string) => ({
  PUBLIC_ORIGIN: `https://${domain}`,
  MAIL_FROM: `no-reply@${domain}`,
  SMTP_HELO: `mta.${domain}`,
  SMTP_MAIL_FROM: `verify@mta.${domain}`,
  // Port 25 is closed in a new account; until an egress is chosen, verdicts are `unknown`.
  SMTP_EGRESS: 'off',
});

/** What mails and links of a stage without a domain of its own name. */
const NO_DOMAIN = 'tamis.example';

/** A new account may run fewer functions at once than would be reserved. */
const dev = { ...cloud, keepsData: false, logDays: 7, reservesConcurrency: false } as const;
const prod = { ...cloud, keepsData: true, logDays: 30, reservesConcurrency: true } as const;

/** An address that every domain has (RFC 5321, 4.5.1), where a mail server always replies. */
const EGRESS_TEST_ADDRESS = 'postmaster@gmail.com';

/** The stage `local`. @param settings of functions, to lay over its own */
export const laptopConfig = (settings: Readonly<Record<string, string>> = {}): StageConfig => ({
  ...dev,
  stage: 'local',
  settings: {
    ...settingsOf('tamis.test'),
    PUBLIC_ORIGIN: 'http://localhost:3000',
    OPERATOR_EMAIL: 'operator@tamis.test',
    ...settings,
  },
  account: undefined,
});

/**
 * The configuration of a stage in an account.
 * @param file what the JSON of its file says
 * @throws {IncompleteError} when a value is missing or wrong
 */
export function configOf(stage: string, file: unknown): StageConfig {
  const values = parseStage(stage, file);
  const egress = values.egress ?? { kind: 'off' };
  const hosts = hostsOf(stage, egress, values.domain);
  return {
    stage,
    ...(values.kind === 'prod' ? prod : dev),
    settings: {
      ...settingsOf(values.domain ?? NO_DOMAIN),
      ...(egress.kind === 'hosts' ? hostSettings(hosts) : { SMTP_EGRESS: SETTING[egress.kind] }),
      ...ownSettings(stage, values, egress),
    },
    account: {
      ...values,
      env: {
        ...(values.account && { account: values.account }),
        ...(values.region && { region: values.region }),
      },
      egress,
      hosts,
      file: values,
    },
  };
}

/** Most bytes of the settings that a file says: its functions have no room for more. */
const MAX_OWN_BYTES = 1000;

/** @throws {IncompleteError} when they are too long */
function ownSettings(stage: string, values: StageValues, egress: Egress): Record<string, string> {
  const own = {
    EGRESS_TEST_ADDRESS: egress.kind === 'off' ? '' : EGRESS_TEST_ADDRESS,
    ...(values.kind === 'prod' && { STRIPE_LIVE: 'true' }),
    ...(values.tax && { TAX: values.tax }),
    ...(values.seller && { INVOICE_SELLER: sellerLine(values.seller) }),
    ...(values.alarmEmail && { OPERATOR_EMAIL: values.alarmEmail }),
    ...(values.links && { SUPPORT_URL: values.links.support }),
    ...(values.domain ? { VIEWER_ADDRESS_HEADER: 'x-viewer-address' } : { MAILS_TO_TABLE: 'true' }),
    ...values.settings,
  };
  const bytes = Buffer.byteLength(JSON.stringify(own));
  if (bytes <= MAX_OWN_BYTES) return own;
  throw new IncompleteError(
    `The stage ${stage} is not described: seller, links and settings are ${bytes - MAX_OWN_BYTES} bytes too long.`,
  );
}

const sellerLine = ({ company, legalForm, office, registration, vatNumber }: Seller): string =>
  [company, legalForm, office, registration, vatNumber].filter(Boolean).join(', ');
type Seller = NonNullable<StageValues['seller']>;

/** `secret`: the proxy's address has a password and stands in Secrets Manager. */
const SETTING = { socks5: 'secret', off: 'off' } as const;

function hostsOf(stage: string, egress: Egress, domain: string | undefined): HostPlace[] {
  if (egress.kind !== 'hosts') return [];
  if (domain === undefined)
    throw new IncompleteError(`The stage ${stage} is not described: hosts are named by a domain.`);
  return hostPlaces(domain, egress.count);
}

/** The domain our own mails come from. */
export const mailDomain = ({ settings }: StageConfig): string =>
  settings.MAIL_FROM.slice(settings.MAIL_FROM.lastIndexOf('@') + 1);
