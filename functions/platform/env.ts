import * as z from 'zod/mini';

const text = () => z.string().check(z.minLength(1));
/** A setting that is absent unless a grant requires it. */
const grantedText = () => z._default(z.string(), '');
/** A boolean setting; `false` by default. */
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
 * All settings of a function, read once at startup. Grants decide what a function may access; one
 * that talks to mail servers gets no names of the rest. Durations end in their unit.
 */
const schema = z.object({
  /**
   * `local`, or the name of a file in `infra/stages`; `local` requires an endpoint for each
   * service, so that it never reaches a real account.
   */
  STAGE: text(),
  /** Name of the table. */
  TABLE_NAME: text(),
  /** Bucket of arrived files: `uploads/<user>/<list>`. */
  UPLOADS_BUCKET: text(),
  /** Bucket of `work/<list>/…`, `results/<list>/…` and `exports/<user>/…`. */
  FILES_BUCKET: text(),
  /** Queue of arrived files and of lists that may continue; all other queue URLs derive from it. */
  LIST_QUEUE_URL: text(),
  /** Queue of tasks of small lists. */
  VERIFY_EXPRESS_QUEUE_URL: grantedText(),
  /** Queue of tasks of large lists. */
  VERIFY_BULK_QUEUE_URL: grantedText(),
  /** Queue of lists whose tasks are done. */
  FINALIZE_QUEUE_URL: grantedText(),
  /** Queue of follow-up work for a change of an account. */
  ACCOUNT_QUEUE_URL: grantedText(),
  /** Queue of Stripe events. */
  BILLING_QUEUE_URL: grantedText(),
  /** Queue of mails to send. */
  MAIL_QUEUE_URL: grantedText(),
  /** Queue of mails that did not arrive, as reported by SES, or that it rejected. */
  MAIL_FEEDBACK_QUEUE_URL: grantedText(),
  /** Queue of events for customers' endpoints, and of endpoints with deliveries. */
  WEBHOOKS_QUEUE_URL: grantedText(),
  /** Queue of exports, and of accounts to close. */
  PRIVACY_QUEUE_URL: grantedText(),
  /** Secrets Manager id of the application secret, which protects stored data. */
  APP_SECRET_ID: grantedText(),
  /** Secrets Manager id of the secret of one-time codes, captchas and registrations. */
  CODE_SECRET_ID: grantedText(),
  /** Secrets Manager id of the secret of CSRF tokens. */
  CSRF_SECRET_ID: grantedText(),
  /** Secrets Manager id of the secret of signed links. */
  LINK_SECRET_ID: grantedText(),
  /** Secrets Manager id of the secret that seals webhook secrets. */
  WEBHOOK_SECRET_ID: grantedText(),
  /** Secrets Manager id of the keys from Stripe: `{"secret_key","webhook_secret"}`. */
  STRIPE_SECRET_ID: grantedText(),
  /** Origin of Stripe's API if it is not Stripe's own, for example that of our fake. */
  STRIPE_API_BASE: z.optional(text()),
  /** `true` rejects a Stripe test key, and a start without TAX. */
  STRIPE_LIVE: flag(),
  /**
   * The seller's VAT treatment: `stripe` has Stripe compute it, once its dashboard is set up;
   * `franchise-293B` and no value charge none.
   */
  TAX: z.optional(z.enum(['stripe', 'franchise-293B'])),
  /** The seller at the foot of invoices: company, legal form, office, registration, VAT number. */
  INVOICE_SELLER: z.optional(text()),
  /** `true` has Stripe ask for acceptance of the conditions linked in its dashboard. */
  STRIPE_TERMS: flag(),
  /**
   * Secrets Manager id of the test key by which a schedule checks the service at PUBLIC_ORIGIN;
   * without it nothing is checked.
   */
  SERVICE_KEY_SECRET_ID: z.optional(text()),
  /** Sender address of our own mails. */
  MAIL_FROM: text(),
  /** `true` stores our own mails in the table, for a stage without a sender domain. */
  MAILS_TO_TABLE: flag(),
  /** Origin of the web app without a trailing slash; links in mails start with it. */
  PUBLIC_ORIGIN: text(),
  /** Recipient of mails about disputes, refunds and fraud; nobody by default. */
  OPERATOR_EMAIL: z.optional(text()),
  /** Support link in mails, with its scheme; without it they mention none. */
  SUPPORT_URL: z.optional(text()),
  /** `true` restores "one email costs one credit" for addresses that could not be verified. */
  CHARGE_UNKNOWN: flag(),
  /** Header in which CloudFront passes the viewer's address; the gateway's address by default. */
  VIEWER_ADDRESS_HEADER: z.optional(text()),
  /** Factor for all rate limits. */
  LIMIT_FACTOR: number(1),
  /** Concurrent single checks of all accounts, 100 by default; a deployment reserves functions. */
  CHECKS_IN_FLIGHT: z.optional(z.coerce.number()),
  /** Concurrent single checks of an account that never bought. */
  CHECKS_IN_FLIGHT_TRIAL: number(2),
  /** Concurrent single checks of a paying account. */
  CHECKS_IN_FLIGHT_PAID: number(10),
  /** Concurrent mailbox checks of a form. */
  CHECKS_IN_FLIGHT_FORM: number(3),
  /** Resolvers as `host:port`, comma separated; the system's if empty. */
  DNS_SERVERS: z._default(z.string(), ''),
  /** Port of mail servers. */
  SMTP_PORT: number(25),
  /** EHLO name if SMTP_EGRESS has none: the PTR of the egress address. */
  SMTP_HELO: text(),
  /** Our reverse path (MAIL FROM). */
  SMTP_MAIL_FROM: text(),
  /**
   * Egress addresses, comma separated: `direct[:<local address>]` or
   * `socks5://[user:password@]host:port`, each with `#<EHLO name>`; `secret`: in EGRESS_SECRET_ID;
   * `off`, also for functions without egress: what needs SMTP is unknown.
   */
  SMTP_EGRESS: z._default(text(), 'off'),
  /** Secrets Manager id of the egress addresses, if SMTP_EGRESS is `secret`. */
  EGRESS_SECRET_ID: z.optional(text()),
  /** Address that a schedule checks to see whether mail servers reply at all; none if empty. */
  EGRESS_TEST_ADDRESS: z._default(z.string(), ''),
  /**
   * DNS block lists that a schedule checks for our egress addresses, comma separated. Others have
   * terms of use or require a key: `KEY.zen.dq.spamhaus.net` for Spamhaus.
   */
  EGRESS_BLOCK_LISTS: z._default(z.string(), 'bl.spamcop.net,psbl.surriel.com'),
  /**
   * Reliable domains, comma separated. When many mail hosts or names of a list fail, checking these
   * shows whether the outage is ours; if empty, every such series counts as ours.
   */
  SMTP_CONTROLS: z._default(z.string(), 'gmail.com,outlook.com,yahoo.com'),
  /** `true` only if the mail servers are simulated on loopback. */
  SMTP_ALLOW_PRIVATE: flag(),
  /** `true` only if webhooks may go to this machine: to loopback, and by HTTP. */
  WEBHOOKS_ALLOW_PRIVATE: flag(),
  /** Divisor of greylist windows, retry delays and the waiting times of the reconciler. */
  TIME_SCALE: number(1),
  /** `true` validates every response against the contract. */
  CHECK_OUTPUT: flag(),
  /** `debug`, `info`, `warn`, `error` or `silent`. */
  LOG_LEVEL: logLevel,
});

export type Env = z.infer<typeof schema>;

export const settingNames = (): string[] => Object.keys(schema.shape);

const ENDPOINTS = ['DYNAMODB', 'S3', 'SQS', 'SES', 'SECRETS_MANAGER'] as const;

/**
 * Reads and validates the environment. Throws an Error that names every missing or invalid setting,
 * also if the stage is `local` and a service has no endpoint.
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

/** Only the log level, `info` if it is invalid: errors of the settings must be logged. */
export const readLogLevel = (source: NodeJS.ProcessEnv = process.env): LogLevel =>
  logLevel.safeParse(source['LOG_LEVEL']).data ?? 'info';
