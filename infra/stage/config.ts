import { MAX_RECEIVES } from '../../shared/messages/engine-task.ts';
import { type HostSpec, createHostSpecs, createHostSettings } from './host-specs.ts';
import { type EgressSettings, StageError, parseStageFile, type StageValues } from './stage-file.ts';

/**
 * All numbers and names that differ between stages or may need to be changed. The rest of infra
 * reads them from here and does not branch on stage names. Values of a single deployment are in its
 * file in infra/stages.
 */

/** CloudFront accepts certificates and web ACLs from no other region. */
export const EDGE_REGION = 'us-east-1';

/** Values from the stage's file, and values derived from them. */
interface AccountConfig extends StageValues {
  /** Account and region. Without them, the templates can be deployed to any account and region. */
  readonly env: { readonly account?: string; readonly region?: string };
  readonly egress: EgressSettings;
  readonly hosts: readonly HostSpec[];
  /** The stage's file, with which the next deployment is compared. */
  readonly file: StageValues;
}

/** Settings of functions, except resource names; functions/platform/env.ts documents them. */
type Settings = Readonly<ReturnType<typeof settingsOf> & Record<string, string>>;

export interface StageConfig extends Readonly<typeof cloud> {
  /** Name of the stage: `local`, or the name of its file. */
  readonly stage: string;
  readonly settings: Settings;
  /** Undefined in the stage `local`, where every function environment is a process. */
  readonly account: AccountConfig | undefined;
  /** Whether the table and files outlive the stack. */
  readonly keepsData: boolean;
  readonly logDays: 7 | 30;
  /** Whether workers and some routes reserve concurrency, so that others cannot use it up. */
  readonly reservesConcurrency: boolean;
}

const cloud = {
  api: {
    memoryMb: 512,
    // API Gateway times out after 29 s, so nobody would receive a later response.
    timeoutSeconds: 29,
    // Default limit of each method, in calls per second. The only limit on the whole stage is the
    // account's 10,000. Ten thousand open dashboards make 2,250 calls per second
    // (docs/operators/cost.md).
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
    throttle: { rate: 2500, burst: 5000 },
  },
  maxReceives: MAX_RECEIVES,
  // A list may wait 30 days for credits and 30 for its owner, and then needs its work files. An
  // answer must outlive its message, which would otherwise contact the servers again. A result can
  // be downloaded for 365 days, a bounce report read for 90, and an export downloaded for 7; the
  // application expires them before S3 deletes the object. A selection is used for ten minutes, but
  // S3 keeps an object for at least a day.
  retentionDays: {
    uploads: 30,
    bounces: 30,
    answers: 15,
    work: 75,
    results: 366,
    selections: 1,
    reports: 91,
    exports: 8,
    deadMessages: 14,
  },
};

const settingsOf = (domain: string) => ({
  PUBLIC_ORIGIN: `https://${domain}`,
  MAIL_FROM: `no-reply@${domain}`,
  SMTP_HELO: `mta.${domain}`,
  SMTP_MAIL_FROM: `verify@mta.${domain}`,
  // AWS blocks port 25 in a new account. Until an egress is configured, verdicts that need a mail
  // server are `unknown`.
  SMTP_EGRESS: 'off',
});

/** Placeholder domain in emails and links of a stage without a domain. */
const NO_DOMAIN = 'tamis.example';

/** No concurrency is reserved, because the limit of a new account may be below the reservations. */
const dev = { ...cloud, keepsData: false, logDays: 7, reservesConcurrency: false } as const;
const prod = { ...cloud, keepsData: true, logDays: 30, reservesConcurrency: true } as const;

/** Every domain has `postmaster` (RFC 5321, 4.5.1), and Gmail's server always replies. */
const EGRESS_TEST_ADDRESS = 'postmaster@gmail.com';

/** @param settings overrides of function settings */
export const createLocalConfig = (
  settings: Readonly<Record<string, string>> = {},
): StageConfig => ({
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
 * Validates the file of a stage in an account, and returns its configuration.
 * @param file parsed JSON of the stage's file
 * @throws {StageError} when a value is missing or invalid
 */
export function createStageConfig(stage: string, file: unknown): StageConfig {
  const values = parseStageFile(stage, file);
  const egress = values.egress ?? { kind: 'off' };
  const hosts = hostsOf(stage, egress, values.domain);
  return {
    stage,
    ...(values.kind === 'prod' ? prod : dev),
    settings: {
      ...settingsOf(values.domain ?? NO_DOMAIN),
      ...(egress.kind === 'hosts'
        ? createHostSettings(hosts)
        : { SMTP_EGRESS: EGRESS_SETTING_BY_KIND[egress.kind] }),
      ...stageSettings(stage, values, egress),
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

/** Maximum size of a stage's settings; Lambda limits a function's environment to 4 KB. */
const MAX_STAGE_SETTINGS_BYTES = 900;

/** Derives function settings from the stage's file. @throws {StageError} when they are too long */
function stageSettings(
  stage: string,
  values: StageValues,
  egress: EgressSettings,
): Record<string, string> {
  const own = {
    EGRESS_TEST_ADDRESS: egress.kind === 'off' ? '' : EGRESS_TEST_ADDRESS,
    ...(values.kind === 'prod' && { STRIPE_LIVE: 'true', ADMIN_SECOND_FACTOR: 'true' }),
    ...(values.tax && { TAX: values.tax }),
    ...(values.seller && { INVOICE_SELLER: sellerLine(values.seller) }),
    ...(values.alarmEmail && { OPERATOR_EMAIL: values.alarmEmail }),
    ...(values.links && { SUPPORT_URL: values.links.support }),
    ...(values.domain ? { VIEWER_ADDRESS_HEADER: 'x-viewer-address' } : { MAILS_TO_TABLE: 'true' }),
    ...values.settings,
  };
  const bytes = Buffer.byteLength(JSON.stringify(own));
  if (bytes <= MAX_STAGE_SETTINGS_BYTES) return own;
  throw new StageError(
    `The stage ${stage} has an invalid file: seller, links and settings are ${bytes - MAX_STAGE_SETTINGS_BYTES} bytes too long.`,
  );
}

const sellerLine = ({ company, legalForm, office, registration, vatNumber }: Seller): string =>
  [company, legalForm, office, registration, vatNumber].filter(Boolean).join(', ');
type Seller = NonNullable<StageValues['seller']>;

/** With `secret`, functions read the proxy URL from Secrets Manager, because it has a password. */
const EGRESS_SETTING_BY_KIND = { socks5: 'secret', off: 'off' } as const;

function hostsOf(stage: string, egress: EgressSettings, domain: string | undefined): HostSpec[] {
  if (egress.kind !== 'hosts') return [];
  if (domain === undefined)
    throw new StageError(
      `The stage ${stage} has an invalid file: hosts need a domain for their names.`,
    );
  return createHostSpecs(domain, egress.count);
}

export const mailDomainOf = ({ settings }: StageConfig): string =>
  settings.MAIL_FROM.slice(settings.MAIL_FROM.lastIndexOf('@') + 1);
