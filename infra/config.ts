/**
 * Every number and name that differs between stages, or that somebody may want to turn. The rest
 * of infra reads them here and branches on no stage name.
 */

export const STAGES = ['local', 'dev', 'prod'] as const;
export type Stage = (typeof STAGES)[number];

/** Settings of functions that are no resource of the stack; functions/platform/env.ts explains each. */
interface Settings {
  readonly PUBLIC_ORIGIN: string;
  readonly MAIL_FROM: string;
  readonly SMTP_HELO: string;
  readonly SMTP_MAIL_FROM: string;
  readonly SMTP_EGRESS: string;
  readonly [name: string]: string;
}

export interface StageConfig {
  readonly stage: Stage;
  readonly settings: Settings;
  /** A laptop runs functions on its own processor; in the cloud arm64 costs a fifth less. */
  readonly architecture: 'arm64' | 'x86_64';
  /** What is around the application in an account: SES identity, alarms, point-in-time recovery. */
  readonly inAccount: boolean;
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
  inAccount: true,
  api: {
    memoryMb: 512,
    // The gateway gives up after 29 s; a function that ran longer would answer nobody.
    timeoutSeconds: 29,
    throttle: { rate: 50, burst: 100 },
  },
  onLaptop: false,
  maxReceives: 5,
  // A list may wait 30 days for credits and then needs what was made of its file. A result can be
  // downloaded for 365 days, an export for 7; the application says so before the object is gone.
  retentionDays: { uploads: 30, work: 32, results: 366, exports: 8, deadMessages: 14 },
} as const satisfies Partial<StageConfig>;

/** Addresses of a company's own: replace the domain before the first deployment. */
const settingsOf = (domain: string): Settings => ({
  PUBLIC_ORIGIN: `https://${domain}`,
  MAIL_FROM: `no-reply@${domain}`,
  SMTP_HELO: `verify.${domain}`,
  SMTP_MAIL_FROM: `verify@${domain}`,
  // Port 25 is closed in a new account; until an egress is set, answers are `unknown`.
  SMTP_EGRESS: 'off',
});

const stages: Readonly<Record<Stage, Omit<StageConfig, 'stage'>>> = {
  local: {
    ...cloud,
    settings: { ...settingsOf('tamis.test'), PUBLIC_ORIGIN: 'http://localhost:3000' },
    architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64',
    inAccount: false,
    keepsData: false,
    logDays: 7,
    onLaptop: true,
  },
  dev: { ...cloud, settings: settingsOf('dev.tamis.example'), keepsData: false, logDays: 7 },
  prod: { ...cloud, settings: settingsOf('tamis.example'), keepsData: true, logDays: 30 },
};

/**
 * The configuration of a stage, with `settings` laid over its own.
 * @throws when there is no such stage
 */
export function configOf(
  stage: string,
  settings: Readonly<Record<string, string>> = {},
): StageConfig {
  const name = STAGES.find((known) => known === stage);
  if (name === undefined) {
    throw new Error(`There is no stage "${stage}": say -c stage=NAME, ${STAGES.join(', ')}.`);
  }
  const config = stages[name];
  return { stage: name, ...config, settings: { ...config.settings, ...settings } };
}
