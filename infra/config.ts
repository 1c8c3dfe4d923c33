import { type Context, type EgressKind, IncompleteError } from './context.ts';

/**
 * Every number and name that differs between stages, or that somebody may want to change. The rest
 * of infra reads them here and branches on no stage name.
 */

export const STAGES = ['local', 'dev', 'prod'] as const;
export type Stage = (typeof STAGES)[number];

/** Settings of functions that are no resource; functions/platform/env.ts explains each. */
interface Settings {
  readonly PUBLIC_ORIGIN: string;
  readonly MAIL_FROM: string;
  readonly SMTP_HELO: string;
  readonly SMTP_MAIL_FROM: string;
  readonly SMTP_EGRESS: string;
  readonly [name: string]: string;
}

/** What is around the application in an account. */
interface AccountConfig {
  /** The account and region; without them the stacks fit any. */
  readonly env: { readonly account?: string; readonly region?: string };
  /** Where CloudFront serves web app and API. Without one there is the API alone. */
  readonly domain: string | undefined;
  readonly hostedZoneId: string | undefined;
  readonly alarmEmail: string | undefined;
  readonly egress: EgressKind;
  /** A restored table to use in the place of the stack's own. */
  readonly restoredTable: string | undefined;
  /** Dollars a month, above which somebody is told. */
  readonly monthlyBudget: number;
}

export interface StageConfig {
  readonly stage: Stage;
  readonly settings: Settings;
  /** A laptop runs functions on its own processor; in the cloud arm64 costs a fifth less. */
  readonly architecture: 'arm64' | 'x86_64';
  /** Absent on a laptop. */
  readonly account: AccountConfig | undefined;
  /** Table and files survive the deletion of the stack. */
  readonly keepsData: boolean;
  readonly logDays: 7 | 30;
  readonly api: {
    readonly memoryMb: number;
    readonly timeoutSeconds: number;
    /** Requests a second over all callers, and the burst above it. */
    readonly throttle: { readonly rate: number; readonly burst: number };
  };
  /** Every environment of a function is a process of one machine. */
  readonly onLaptop: boolean;
  /** Workers and some calls have their concurrency reserved, so that none takes the others'. */
  readonly reservesConcurrency: boolean;
  /** A message is set aside when this many receives have failed. */
  readonly maxReceives: number;
  readonly retentionDays: {
    readonly uploads: number;
    readonly work: number;
    readonly results: number;
    readonly exports: number;
    readonly deadMessages: number;
  };
}

const cloud = {
  architecture: 'arm64',
  api: {
    memoryMb: 512,
    // The gateway gives up after 29 s; the response of a function that ran longer would reach
    // nobody.
    timeoutSeconds: 29,
    // An open dashboard makes a call every 4.4 s. A caller's own limits are counted in the table.
    throttle: { rate: 1000, burst: 2000 },
  },
  onLaptop: false,
  // A new account may run fewer functions at once than would be reserved.
  reservesConcurrency: false,
  // A receive counts also where the account had no room for the function.
  maxReceives: 12,
  // A list may wait 30 days for credits and then needs what was made of its file. A result can be
  // downloaded for 365 days, an export for 7; the application says so before the object is gone.
  retentionDays: {
    uploads: 30,
    work: 32,
    results: 366,
    exports: 8,
    deadMessages: 14,
  },
} as const satisfies Partial<StageConfig>;

/** Addresses of a company's own. */
const settingsOf = (domain: string): Settings => ({
  PUBLIC_ORIGIN: `https://${domain}`,
  MAIL_FROM: `no-reply@${domain}`,
  SMTP_HELO: `mta.${domain}`,
  SMTP_MAIL_FROM: `verify@${domain}`,
  // Port 25 is closed in a new account; until an egress is chosen, verdicts are `unknown`.
  SMTP_EGRESS: 'off',
});

/** What mails and links of a stage without a domain of its own name. */
const NO_DOMAIN = 'tamis.example';

type Numbers = Omit<StageConfig, 'stage' | 'settings' | 'account'>;

const stages: Readonly<Record<Stage, Numbers>> = {
  local: {
    ...cloud,
    architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64',
    keepsData: false,
    logDays: 7,
    onLaptop: true,
  },
  dev: { ...cloud, keepsData: false, logDays: 7 },
  prod: { ...cloud, keepsData: true, logDays: 30, reservesConcurrency: true },
};

/** An address that every domain has (RFC 5321, 4.5.1), where a mail server always replies. */
const EGRESS_TEST_ADDRESS = 'postmaster@gmail.com';

/** Its stack is in a region of its own, and both have to be known. */
const NEEDED_BY_EDGE = ['account', 'region'] as const;
/** Without these, what serves customers would be half there. */
const NEEDED_BY_PROD = ['domain', 'account', 'region', 'alarmEmail', 'egress'] as const;

/**
 * The configuration of a stage.
 * @throws {IncompleteError} when there is no such stage, or it lacks a value
 */
export function configOf(stage: string, context: Context = {}): StageConfig {
  const name = STAGES.find((known) => known === stage);
  if (name === undefined)
    throw new IncompleteError(
      `There is no stage "${stage}": say -c stage=NAME, ${STAGES.join(', ')}.`,
    );
  const needed = name === 'prod' ? NEEDED_BY_PROD : context.domain ? NEEDED_BY_EDGE : [];
  const missing = needed.filter((value) => context[value] === undefined);
  if (missing.length > 0) {
    const options = missing.map((value) => `-c ${value}=…`).join(' ');
    throw new IncompleteError(`The stage ${name} cannot be described without ${options}`);
  }
  const settings =
    name === 'local'
      ? { ...settingsOf('tamis.test'), PUBLIC_ORIGIN: 'http://localhost:3000' }
      : {
          ...settingsOf(context.domain ?? NO_DOMAIN),
          SMTP_EGRESS: egressSetting(context.egress),
          EGRESS_TEST_ADDRESS: (context.egress ?? 'off') === 'off' ? '' : EGRESS_TEST_ADDRESS,
          ...(context.domain && { VIEWER_ADDRESS_HEADER: 'x-viewer-address' }),
        };
  return {
    stage: name,
    ...stages[name],
    settings: { ...settings, ...context.settings },
    account: name === 'local' ? undefined : accountOf(context),
  };
}

/** `secret`: the proxy's address has a password and stands in Secrets Manager. */
const egressSetting = (egress: EgressKind = 'off'): string =>
  ({ nat: 'direct', socks5: 'secret', off: 'off' })[egress];

const accountOf = ({ account, region, ...context }: Context): AccountConfig => ({
  env: { ...(account && { account }), ...(region && { region }) },
  domain: context.domain,
  hostedZoneId: context.hostedZoneId,
  alarmEmail: context.alarmEmail,
  egress: context.egress ?? 'off',
  restoredTable: context.table,
  monthlyBudget: 200,
});
