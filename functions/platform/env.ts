import * as z from 'zod/mini';

const text = () => z.string().check(z.minLength(1));
/** A name that may be absent where no grant of the function opens it. */
const granted = () => z._default(z.string(), '');
/** A setting that is `true` or `false`, which is the default. */
const flag = () =>
  z.pipe(
    z._default(z.enum(['true', 'false']), 'false'),
    z.transform((value) => value === 'true'),
  );
const number = (fallback: number) =>
  z.pipe(z._default(z.string(), String(fallback)), z.coerce.number());

const logLevel = z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info');
export type LogLevel = z.infer<typeof logLevel>;

/**
 * Every setting a function has, read once at start. What a function may touch is decided by its
 * grants; one that asks mail servers gets no names of the rest. Durations end in their unit.
 */
const schema = z.object({
  /**
   * `local`, or the name of a file of `infra/stages`; `local` needs an endpoint for each service, so
   * that it never reaches a real account.
   */
  STAGE: text(),
  /** The table. */
  TABLE_NAME: text(),
  /** Arrived files: `uploads/<user>/<list>`. */
  UPLOADS_BUCKET: text(),
  /** `work/<list>/…`, `results/<list>/…` and `exports/<user>/…`. */
  FILES_BUCKET: text(),
  /** Files that arrived, and lists that may go on; it also tells where all queues are. */
  LIST_QUEUE_URL: text(),
  /** Tasks of small lists. */
  VERIFY_EXPRESS_QUEUE_URL: granted(),
  /** Tasks of large lists. */
  VERIFY_BULK_QUEUE_URL: granted(),
  /** Lists whose tasks are done. */
  FINALIZE_QUEUE_URL: granted(),
  /** What follows on a change of an account. */
  ACCOUNT_QUEUE_URL: granted(),
  /** Events of Stripe. */
  BILLING_QUEUE_URL: granted(),
  /** Mails to send. */
  MAIL_QUEUE_URL: granted(),
  /** Mails that did not arrive, as SES tells of them, or that it refused. */
  MAIL_FEEDBACK_QUEUE_URL: granted(),
  /** Events for the endpoints of customers, and endpoints with deliveries. */
  WEBHOOKS_QUEUE_URL: granted(),
  /** Exports, and accounts to close. */
  PRIVACY_QUEUE_URL: granted(),
  /** Secrets Manager id of the application secret, which guards what is stored. */
  APP_SECRET_ID: granted(),
  /** Secrets Manager id of the secret of one-time codes, captchas and registrations. */
  CODE_SECRET_ID: granted(),
  /** Secrets Manager id of the secret of CSRF tokens. */
  CSRF_SECRET_ID: granted(),
  /** Secrets Manager id of the secret of signed links. */
  LINK_SECRET_ID: granted(),
  /** Secrets Manager id of what seals the secrets of webhooks. */
  WEBHOOK_SECRET_ID: granted(),
  /** Secrets Manager id of what Stripe gave us: `{"secret_key","webhook_secret"}`. */
  STRIPE_SECRET_ID: granted(),
  /** Origin of Stripe's API where it is not Stripe's own, such as that of our fake. */
  STRIPE_API_BASE: z.optional(text()),
  /** `true` refuses a test key of Stripe, and to start without TAX. */
  STRIPE_LIVE: flag(),
  /**
   * The choice of the seller on VAT: `stripe` has Stripe compute it, once its dashboard is set up;
   * `franchise-293B` and no choice charge none.
   */
  TAX: z.optional(z.enum(['stripe', 'franchise-293B'])),
  /** The seller at the foot of invoices: company, legal form, office, registration, VAT number. */
  INVOICE_SELLER: z.optional(text()),
  /** `true` has Stripe ask for acceptance of the conditions that its dashboard links to. */
  STRIPE_TERMS: flag(),
  /**
   * Secrets Manager id of the test key by which a schedule tries the service at PUBLIC_ORIGIN;
   * without it nothing is tried.
   */
  SERVICE_KEY_SECRET_ID: z.optional(text()),
  /** From address of our own mails. */
  MAIL_FROM: text(),
  /** `true` keeps our own mails in the table, where there is no domain to send them from. */
  MAILS_TO_TABLE: flag(),
  /** Where the web app is served, without a final slash; links in mails start with it. */
  PUBLIC_ORIGIN: text(),
  /** Who is mailed of money that a bank or Stripe takes back, and of fraud; without it nobody is. */
  OPERATOR_EMAIL: z.optional(text()),
  /** Where mails lead who needs help, with its scheme; without it they name nobody. */
  SUPPORT_URL: z.optional(text()),
  /** `true` restores "one email costs one credit" for addresses that could not be verified. */
  CHARGE_UNKNOWN: flag(),
  /**
   * The header in which CloudFront names the viewer; without it, the gateway's address is taken.
   */
  VIEWER_ADDRESS_HEADER: z.optional(text()),
  /** Every rate limit is multiplied by this. */
  LIMIT_FACTOR: number(1),
  /** Single checks that an account which never bought may have in flight. */
  CHECKS_IN_FLIGHT_TRIAL: number(2),
  /** The same of an account that pays. */
  CHECKS_IN_FLIGHT_PAID: number(10),
  /** `host:port` of the resolvers, comma separated; empty takes the system's. */
  DNS_SERVERS: z._default(z.string(), ''),
  /** Where mail servers listen. */
  SMTP_PORT: number(25),
  /** Our name in EHLO, where SMTP_EGRESS gives none: the PTR of the egress address. */
  SMTP_HELO: text(),
  /** Our reverse path. */
  SMTP_MAIL_FROM: text(),
  /**
   * Our egress addresses, comma separated: `direct[:<local address>]` or
   * `socks5://[user:password@]host:port`, each with `#<EHLO name>`; `secret`: in EGRESS_SECRET_ID;
   * `off`, as for functions that ask no mail server: what needs SMTP is unknown.
   */
  SMTP_EGRESS: z._default(text(), 'off'),
  /** Secrets Manager id of the egress addresses, where SMTP_EGRESS is `secret`. */
  EGRESS_SECRET_ID: z.optional(text()),
  /** Whom a schedule asks for, to learn whether mail servers reply at all; empty asks nobody. */
  EGRESS_TEST_ADDRESS: z._default(z.string(), ''),
  /**
   * DNS block lists in which a schedule looks our egress addresses up, comma separated. Others have
   * terms of use or want a key: `KEY.zen.dq.spamhaus.net` is that of Spamhaus.
   */
  EGRESS_BLOCK_LISTS: z._default(z.string(), 'bl.spamcop.net,psbl.surriel.com'),
  /**
   * Domains that many others keep running, comma separated. When many mail hosts or names of a list
   * fail, these tell an outage of ours from theirs; empty takes every such row for one.
   */
  SMTP_CONTROLS: z._default(z.string(), 'gmail.com,outlook.com,yahoo.com'),
  /** `true` only where the mail servers are simulated on loopback. */
  SMTP_ALLOW_PRIVATE: flag(),
  /** `true` only where webhooks may go to this machine: to loopback, and by HTTP. */
  WEBHOOKS_ALLOW_PRIVATE: flag(),
  /** Divides greylist windows, retry delays and the waiting times of the reconciler. */
  TIME_SCALE: number(1),
  /** `true` checks every response against the contract before it leaves. */
  CHECK_OUTPUT: flag(),
  /** `debug`, `info`, `warn`, `error` or `silent`. */
  LOG_LEVEL: logLevel,
});

export type Env = z.infer<typeof schema>;

/** The name of each setting. */
export const settingNames = (): string[] => Object.keys(schema.shape);

const ENDPOINTS = ['DYNAMODB', 'S3', 'SQS', 'SES', 'SECRETS_MANAGER'] as const;

/**
 * Reads and checks the environment. Throws an Error that names every setting that is missing or
 * wrong, also when the stage is `local` and a service has no endpoint.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is incomplete. ${names.join('; ')}`);
  }
  if (parsed.data.STRIPE_LIVE && parsed.data.TAX === undefined)
    throw new Error('Real money needs a choice of TAX: stripe or franchise-293B');
  if (parsed.data.STAGE === 'local' && !source['AWS_ENDPOINT_URL']) {
    const missing = ENDPOINTS.filter((service) => !source[`AWS_ENDPOINT_URL_${service}`]);
    if (missing.length > 0)
      throw new Error(
        `Stage local needs AWS_ENDPOINT_URL or an endpoint for ${missing.join(', ')}`,
      );
  }
  return parsed.data;
}

/** The log level alone, `info` where it is wrong: errors of the settings have to be logged. */
export const readLogLevel = (source: NodeJS.ProcessEnv = process.env): LogLevel =>
  logLevel.safeParse(source['LOG_LEVEL']).data ?? 'info';
