export interface RateLimit {
  /** Number of calls allowed per period; a caller may make all of them at once. */
  readonly calls: number;
  readonly seconds: number;
  /** Whether calls pass (`open`) or fail (`closed`) while the counter table is unavailable. */
  readonly onOutage: 'open' | 'closed';
  /** Whether the limit is independent of LIMIT_FACTOR. */
  readonly isFixed?: true;
  /**
   * Whether a session's calls count for its person instead of the account. Of the other daily limits,
   * a person who is not the owner gets at most half.
   */
  readonly isPersonal?: true;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * While the counters are unavailable, limits against abuse (such as guessed codes, unwanted emails
 * or repeated gifts) reject calls; limits on ordinary use allow them.
 */
export const API_RATE_LIMITS = {
  /**
   * Failed logins: per pair of account and IP address, per IP address, and per account. Beyond the
   * last limit, a login needs a captcha instead of being rejected.
   */
  login_account_ip: { calls: 5, seconds: 15 * MINUTE_SECONDS, onOutage: 'closed' },
  login_ip: { calls: 50, seconds: HOUR_SECONDS, onOutage: 'closed' },
  /**
   * Starts of single sign-on. They count per network, because a stranger who names a domain could
   * otherwise lock its people out.
   */
  sso_ip: { calls: 600, seconds: HOUR_SECONDS, onOutage: 'closed' },
  /** Logins that an account's identity provider has confirmed. */
  sso_account: { calls: 600, seconds: HOUR_SECONDS, onOutage: 'closed' },
  login_account: { calls: 30, seconds: HOUR_SECONDS, onOutage: 'closed' },
  /** Wrong authenticator or recovery codes per account. Trying one requires the password or a session. */
  factor_user: { calls: 10, seconds: DAY_SECONDS, onOutage: 'closed' },
  /**
   * Replaces the other limit on the day after a password reset, because someone who knew the old
   * password may have used it up.
   */
  factor_reset_user: { calls: 5, seconds: DAY_SECONDS, onOutage: 'closed' },
  /** Changes of factors, each of which sends an email. */
  factor_change_user: { calls: 30, seconds: HOUR_SECONDS, onOutage: 'closed', isPersonal: true },
  /** Wrong one-time codes per IP; the attempts per registration are counted in the challenge. */
  otp_ip: { calls: 30, seconds: HOUR_SECONDS, onOutage: 'closed' },
  /** Minimum interval between codes for one registration, and between resends to one address. */
  code_pause: { calls: 1, seconds: MINUTE_SECONDS, onOutage: 'closed', isFixed: true },
  /**
   * Codes sent to an address, first per requesting network, then in total. These limits determine
   * the odds of guessing a code: docs/decisions/010-registrations-side-by-side.md.
   */
  code_address_ip: { calls: 5, seconds: DAY_SECONDS, onOutage: 'closed' },
  code_address: { calls: 60, seconds: 6 * DAY_SECONDS, onOutage: 'closed' },
  /** Codes per address that allow more than one try each; further codes allow one try. */
  code_address_tries: { calls: 10, seconds: 4 * DAY_SECONDS, onOutage: 'closed' },
  otp_resend_ip: { calls: 30, seconds: HOUR_SECONDS, onOutage: 'closed' },
  register_ip: { calls: 10, seconds: HOUR_SECONDS, onOutage: 'closed' },
  /**
   * Reset links per email address, reset links per IP address, and password resets per IP address.
   * Each reset hashes a password.
   */
  reset_account: { calls: 3, seconds: HOUR_SECONDS, onOutage: 'closed' },
  reset_ip: { calls: 20, seconds: HOUR_SECONDS, onOutage: 'closed' },
  reset_use_ip: { calls: 30, seconds: HOUR_SECONDS, onOutage: 'closed' },
  /** Profile changes; each may hash two passwords. */
  profile_user: { calls: 30, seconds: HOUR_SECONDS, onOutage: 'open', isPersonal: true },
  /**
   * Invitations, each of which is an email: per account, per account and mailbox, and per mailbox over
   * all accounts. The first one of an account to a mailbox is sent in spite of the total.
   */
  invite_account: { calls: 20, seconds: DAY_SECONDS, onOutage: 'closed', isFixed: true },
  invite_mailbox: { calls: 3, seconds: 7 * DAY_SECONDS, onOutage: 'closed', isFixed: true },
  invite_mailbox_first: { calls: 1, seconds: 7 * DAY_SECONDS, onOutage: 'closed', isFixed: true },
  invite_mailbox_total: { calls: 10, seconds: 7 * DAY_SECONDS, onOutage: 'closed', isFixed: true },
  /**
   * Calls with an invitation's link. The limit allows the colleagues of an office to join at the
   * same time.
   */
  invitation_ip: { calls: 120, seconds: HOUR_SECONDS, onOutage: 'closed' },
  captcha_ip: { calls: 60, seconds: HOUR_SECONDS, onOutage: 'open' },
  /**
   * New accounts that get welcome credits: per domain (except free providers), per mail host
   * (except known providers), and in total, with the UTC day as the subject.
   */
  gift_domain: { calls: 3, seconds: 30 * DAY_SECONDS, onOutage: 'closed' },
  gift_mail_host: { calls: 50, seconds: DAY_SECONDS, onOutage: 'closed' },
  gift_day: { calls: 2000, seconds: DAY_SECONDS, onOutage: 'closed' },
  /**
   * Credits that an administrator gives per UTC day; the day is part of the subject. The period is
   * long, so that the limit hardly recovers on the same day.
   */
  gift_admin: { calls: 100_000, seconds: 30 * DAY_SECONDS, onOutage: 'closed', isFixed: true },
  /** Removals of customers' second factors that an administrator schedules. */
  factor_reset_admin: { calls: 5, seconds: DAY_SECONDS, onOutage: 'closed', isFixed: true },
  /** Emails that notify an owner that someone tried to sign up with the same address. */
  already_registered: { calls: 2, seconds: DAY_SECONDS, onOutage: 'closed' },
  check_user: { calls: 60, seconds: MINUTE_SECONDS, onOutage: 'open' },
  /** For paid accounts: ten concurrent checks of one second each make 600 calls per minute. */
  check_paid: { calls: 600, seconds: MINUTE_SECONDS, onOutage: 'open' },
  /**
   * Checks of paid accounts that are unknown or get no result in time, in units of 20 s, the
   * maximum time of a check. They may use half the time of ten concurrent checks.
   */
  slow_check_paid: { calls: 900, seconds: HOUR_SECONDS, onOutage: 'open' },
  /** Addresses of one domain that a customer appears to guess: see `isHarvesting`. */
  guessed_domain: { calls: 600, seconds: 10 * MINUTE_SECONDS, onOutage: 'open' },
  /**
   * Addresses of a domain in a list before the domain has accepted any. Every six accepted
   * addresses add another 60, so that a company's list waits only once.
   */
  unproven_domain: { calls: 60, seconds: 20, onOutage: 'open' },
  /** Free checks with a test key that reach the engine. The service check makes twelve. */
  engine_probe: { calls: 60, seconds: HOUR_SECONDS, onOutage: 'closed' },
  /** Requests that filter the rows or columns of a result; each may use a CPU for 25 seconds. */
  select_user: { calls: 10, seconds: 10 * MINUTE_SECONDS, onOutage: 'open' },
  /** A multipart upload takes two calls, plus one for each time it is resumed. */
  upload_user: { calls: 40, seconds: HOUR_SECONDS, onOutage: 'open' },
  /** Megabytes uploaded by an account without purchases. The last file may exceed the limit. */
  upload_trial: { calls: 200, seconds: DAY_SECONDS, onOutage: 'open' },
  /** Bounce reports, each of which may have addresses verified again at our cost. */
  bounce_user: { calls: 20, seconds: DAY_SECONDS, onOutage: 'closed' },
  /** Megabytes of results that rechecks rewrite. */
  rewrite_user: { calls: 100, seconds: HOUR_SECONDS, onOutage: 'open' },
  /** Calls that create an object at Stripe, such as a checkout session. */
  stripe_user: { calls: 60, seconds: HOUR_SECONDS, onOutage: 'open' },
  /** Stripe allows our account 25 reads per second (docs.stripe.com/rate-limits). */
  stripe_read_user: { calls: 60, seconds: 10 * MINUTE_SECONDS, onOutage: 'open' },
  /** Calls to a customer's marketing service, each of which may keep a function busy for seconds. */
  service_user: { calls: 60, seconds: 10 * MINUTE_SECONDS, onOutage: 'open' },
  /** Changes of endpoints, most of which send an email to the owner, and test events. */
  endpoint_user: { calls: 60, seconds: HOUR_SECONDS, onOutage: 'open' },
  /** Cancellations of finished lists that were probably misread. */
  misread_user: { calls: 1, seconds: 30 * DAY_SECONDS, onOutage: 'closed', isFixed: true },
  export_user: { calls: 3, seconds: DAY_SECONDS, onOutage: 'closed', isPersonal: true },
  /**
   * Polled calls: five open tabs make about 70 calls per minute, or 140 while lists run in all of
   * them. These counters write nothing: each Lambda execution environment counts its own calls
   * (docs/decisions/013-polls-write-nothing.md).
   */
  poll_user: { calls: 300, seconds: MINUTE_SECONDS, onOutage: 'open', isPersonal: true },
  /**
   * Polls that search or sort all lists, or request a late page, per person; a tab makes eight per
   * minute. Also limits counts of a result's rows, per account.
   */
  search_user: { calls: 60, seconds: MINUTE_SECONDS, onOutage: 'open' },
  session_user: { calls: 120, seconds: MINUTE_SECONDS, onOutage: 'open', isPersonal: true },
  key_user: { calls: 10, seconds: 1, onOutage: 'open' },
  /** Addresses typed into a form by visitors from one network. */
  form_visitor: { calls: 60, seconds: 10 * MINUTE_SECONDS, onOutage: 'open' },
  /**
   * Domain checks of a form, in two seconds and per day. Each may use a function for three seconds.
   * A page with a hundred thousand visitors a day makes four checks per second in its busiest hour.
   */
  form_domain: { calls: 10, seconds: 2, onOutage: 'closed' },
  form_domain_day: { calls: 100_000, seconds: DAY_SECONDS, onOutage: 'closed' },
  /**
   * Domain checks of all forms of an account, in units of 3 s, the maximum time of a check: silent
   * name servers may occupy at most five of the functions that all forms share.
   */
  form_domain_time: { calls: 20, seconds: 12, onOutage: 'open' },
  /** Mailbox checks of a form. Above this limit, visitors must solve a proof of work. */
  form_pace: { calls: 60, seconds: MINUTE_SECONDS, onOutage: 'closed' },
  /**
   * Free checks on the start page: per IPv4 /24 or IPv6 /48, and in total. The total is 500 a day
   * and at most 50 at once, so that blocking the check for others requires new networks all day.
   */
  demo_network: { calls: 10, seconds: DAY_SECONDS, onOutage: 'closed' },
  demo: { calls: 50, seconds: DAY_SECONDS / 10, onOutage: 'closed' },
  /** Multipart uploads, counted before the form data is parsed. */
  form_ip: { calls: 60, seconds: MINUTE_SECONDS, onOutage: 'open' },
  /** Stripe events. Stripe retries events that we reject (docs.stripe.com/webhooks). */
  stripe_ip: { calls: 600, seconds: MINUTE_SECONDS, onOutage: 'open' },
  public_ip: { calls: 300, seconds: MINUTE_SECONDS, onOutage: 'open' },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof API_RATE_LIMITS;
