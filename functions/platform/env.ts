import * as z from 'zod/mini';

const text = () => z.string().check(z.minLength(1));
/** Returns the schema of a setting that is empty if no grant of the function requires it. */
const grantedText = () => z._default(z.string(), '');
/** Returns the schema of a boolean setting, which is `false` by default. */
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
 * All settings of a function, read once at startup. A function gets only the settings that its
 * grants require (infra/constructs/stack-context.ts). Commands use the settings of the function
 * `health`.
 */
const schema = z.object({
  /** `local`, which requires an endpoint per service, or the name of a file in `infra/stages`. */
  STAGE: text(),
  /** Name of the DynamoDB table. */
  TABLE_NAME: text(),
  /**
   * Bucket of objects that are untrusted or arrive from outside: `uploads/<user>/<list>`,
   * `bounces/<user>/<report>` and the engine's `answers/<user>/<list>/…`.
   */
  UPLOADS_BUCKET: grantedText(),
  /**
   * Bucket of `work/<list>/…`, `results/<list>/…`, `selections/<user>/…`, `reports/<user>/…` and
   * `exports/<user>/…`.
   */
  FILES_BUCKET: grantedText(),
  /** URL of the queue of new uploads and resumable lists. Other queue URLs derive from it. */
  LIST_QUEUE_URL: text(),
  /** URL of the queue of tasks to start, answers to book, and background checks. */
  VERIFY_QUEUE_URL: grantedText(),
  /** URL of the engine's queue for small lists. */
  ENGINE_EXPRESS_QUEUE_URL: grantedText(),
  /** URL of the engine's queue for large lists. */
  ENGINE_BULK_QUEUE_URL: grantedText(),
  /** URL of the queue of lists whose tasks are done. */
  FINALIZE_QUEUE_URL: grantedText(),
  /** URL of the queue of follow-up work for account changes. */
  ACCOUNT_QUEUE_URL: grantedText(),
  /** URL of the queue of Stripe events and other billing work. */
  BILLING_QUEUE_URL: grantedText(),
  /** URL of the queue of emails to send. */
  MAIL_QUEUE_URL: grantedText(),
  /** URL of the queue of SES feedback: bounces, complaints, and emails that SES rejected. */
  MAIL_FEEDBACK_QUEUE_URL: grantedText(),
  /** URL of the queue of webhook work: new events, and endpoints with due deliveries. */
  WEBHOOKS_QUEUE_URL: grantedText(),
  /** URL of the queue of uploaded bounce reports, and of refunds to confirm. */
  BOUNCES_QUEUE_URL: grantedText(),
  /** URL of the queue of imports from other services. */
  CONNECTIONS_QUEUE_URL: grantedText(),
  /** URL of the queue of exports, and of accounts to close. */
  PRIVACY_QUEUE_URL: grantedText(),
  /** Name of the engine's function. */
  ENGINE_FUNCTION: grantedText(),
  /** Secrets Manager id of the application secret, which protects stored data. */
  APP_SECRET_ID: grantedText(),
  /** Secrets Manager id of the secret for one-time codes, captchas and registrations. */
  CODE_SECRET_ID: grantedText(),
  /** Secrets Manager id of the secret for CSRF tokens and login challenges. */
  CSRF_SECRET_ID: grantedText(),
  /** Secrets Manager id of the secret for signed links and for HMACs of addresses. */
  LINK_SECRET_ID: grantedText(),
  /** Secrets Manager id of the secret for webhook secrets, form tokens and captchas. */
  WEBHOOK_SECRET_ID: grantedText(),
  /** Secrets Manager id of the secret that encrypts customers' credentials for other services. */
  CONNECTION_SECRET_ID: grantedText(),
  /**
   * Ids of our OAuth clients at services, such as `mailchimp=123,hubspot=abc`. A service without one
   * is connected only by a key.
   */
  OAUTH_CLIENTS: z._default(z.string(), ''),
  /** Secrets Manager id of the client secrets by service, if there are OAuth clients. */
  OAUTH_SECRET_ID: z.optional(text()),
  /** Secrets Manager id of Stripe's keys: `{"secret_key","webhook_secret"}`. */
  STRIPE_SECRET_ID: grantedText(),
  /** Origin of Stripe's API, if not the real one: for example, our fake. */
  STRIPE_API_BASE: z.optional(text()),
  /**
   * Origin of the fakes that replace the email services in tests and locally; undefined for the
   * real services.
   */
  SERVICES_ORIGIN: z.optional(text()),
  /** `true` rejects a Stripe test key and requires TAX. */
  STRIPE_LIVE: flag(),
  /**
   * The seller's VAT treatment. With `stripe`, Stripe computes the VAT, once its dashboard is
   * configured. With `franchise-293B` or no value, no VAT is charged.
   */
  TAX: z.optional(z.enum(['stripe', 'franchise-293B'])),
  /** Seller in the invoice footer: company, legal form, office, registration, VAT number. */
  INVOICE_SELLER: z.optional(text()),
  /** `true` makes Stripe ask for acceptance of the terms that its dashboard links to. */
  STRIPE_TERMS: flag(),
  /**
   * Secrets Manager id of the test API key with which a schedule monitors the service. Without it,
   * nothing is monitored.
   */
  SERVICE_KEY_SECRET_ID: z.optional(text()),
  /** Sender address of our emails. */
  MAIL_FROM: grantedText(),
  /** `true` stores emails in the table instead of sending them, so no sender domain is needed. */
  MAILS_TO_TABLE: flag(),
  /** Origin of the web app without a trailing slash. Links in emails start with it. */
  PUBLIC_ORIGIN: text(),
  /**
   * Recipient of emails about disputes, refunds, fraud, and bounce reports to review. Without it,
   * none are sent.
   */
  OPERATOR_EMAIL: z.optional(text()),
  /** Support link in emails, with its scheme. Without it, emails have no support link. */
  SUPPORT_URL: z.optional(text()),
  /** `true` also charges addresses that could not be verified: one address costs one credit. */
  CHARGE_UNKNOWN: flag(),
  /**
   * Header in which CloudFront passes the viewer's address. If empty, the gateway's value is used.
   */
  VIEWER_ADDRESS_HEADER: z.optional(text()),
  /** `true` requires that administrators have a second factor. */
  ADMIN_SECOND_FACTOR: flag(),
  /** Factor by which all rate limits are multiplied. */
  LIMIT_FACTOR: number(1),
  /**
   * Maximum concurrent single checks of all accounts, 100 by default. A deployment reserves Lambda
   * concurrency for them.
   */
  CHECKS_IN_FLIGHT: z.optional(z.coerce.number()),
  /** Maximum concurrent single checks of an account that never bought credits. */
  CHECKS_IN_FLIGHT_TRIAL: number(2),
  /** Maximum concurrent single checks of a paying account. */
  CHECKS_IN_FLIGHT_PAID: number(10),
  /** Maximum concurrent mailbox checks of a form. */
  CHECKS_IN_FLIGHT_FORM: number(3),
  /** Resolvers as `host:port`, comma separated. If empty, the system's. */
  DNS_SERVERS: z._default(z.string(), ''),
  /** Like DNS_SERVERS, for functions that contact no mail server. */
  PUBLIC_DNS_SERVERS: z._default(z.string(), ''),
  /** Port of mail servers. */
  SMTP_PORT: number(25),
  /**
   * Default EHLO name of the addresses in SMTP_EGRESS. Must equal the PTR record of the egress
   * address.
   */
  SMTP_HELO: grantedText(),
  /** Our reverse path (MAIL FROM). */
  SMTP_MAIL_FROM: grantedText(),
  /**
   * Egress addresses, separated by commas, each with `#<EHLO name>`: `direct[:<local address>]` or
   * `socks5://[user:password@]host:port`. `secret` reads them from EGRESS_SECRET_ID. `off`, also
   * for functions without egress, opens no SMTP sessions, so verdicts that need one are `unknown`.
   */
  SMTP_EGRESS: z._default(text(), 'off'),
  /** Secrets Manager id of the egress addresses, if SMTP_EGRESS is `secret`. */
  EGRESS_SECRET_ID: z.optional(text()),
  /** Address with which a schedule tests whether mail servers reply. If empty, no test runs. */
  EGRESS_TEST_ADDRESS: z._default(z.string(), ''),
  /**
   * DNS block lists that a schedule checks for our egress addresses, separated by commas. Other
   * lists have terms of use or require a key, such as `KEY.zen.dq.spamhaus.net` for Spamhaus.
   */
  EGRESS_BLOCK_LISTS: z._default(z.string(), 'bl.spamcop.net,psbl.surriel.com'),
  /**
   * Reliable domains with MX records, separated by commas. If a resolver finds none of them, its
   * responses that a domain does not exist are not trusted. If many mail hosts or domains of a list
   * fail, checking these domains shows whether the outage is ours. If the setting is empty, every
   * such outage counts as ours, and no domain is considered dead.
   */
  SMTP_CONTROLS: z._default(z.string(), 'gmail.com,outlook.com,yahoo.com'),
  /** `true` only if the mail servers are simulated on the loopback interface. */
  SMTP_ALLOW_PRIVATE: flag(),
  /** `true` only if webhooks may be sent to this machine's loopback interface, and over HTTP. */
  WEBHOOKS_ALLOW_PRIVATE: flag(),
  /** Divisor of greylisting windows, retry delays and the reconciler's delays. */
  TIME_SCALE: number(1),
  /** `true` validates every response against the contract. */
  CHECK_OUTPUT: flag(),
  /**
   * `ACCOUNT TIME`: until TIME (ISO 8601), the functions that contact mail servers log the evidence
   * of each verdict for ACCOUNT.
   */
  INVESTIGATION: z.optional(text()),
  /** `debug`, `info`, `warn`, `error` or `silent`. */
  LOG_LEVEL: logLevel,
});

export type Env = z.infer<typeof schema>;

export const getSettingNames = (): string[] => Object.keys(schema.shape);

const ENDPOINTS = ['DYNAMODB', 'LAMBDA', 'S3', 'SQS', 'SES', 'SECRETS_MANAGER'] as const;

/**
 * Reads and validates the environment.
 * @throws {Error} if settings are missing or invalid, live payments are enabled without TAX, or
 * services have no endpoint in the stage `local`; the message names them
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is incomplete. ${names.join('; ')}`);
  }
  if (parsed.data.STRIPE_LIVE && parsed.data.TAX === undefined)
    throw new Error('Live payments require TAX: stripe or franchise-293B');
  if (parsed.data.STAGE === 'local' && !source['AWS_ENDPOINT_URL']) {
    const missing = ENDPOINTS.filter((service) => !source[`AWS_ENDPOINT_URL_${service}`]);
    if (missing.length > 0)
      throw new Error(
        `Stage local requires AWS_ENDPOINT_URL or an endpoint for ${missing.join(', ')}`,
      );
  }
  return parsed.data;
}

/** Reads only the log level, so that invalid settings can be logged; `info` if it is invalid. */
export const readLogLevel = (source: NodeJS.ProcessEnv = process.env): LogLevel =>
  logLevel.safeParse(source['LOG_LEVEL']).data ?? 'info';
