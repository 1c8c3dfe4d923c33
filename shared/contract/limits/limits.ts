/** A rate limit, and its behavior if the counter is unavailable. */
export interface Limit {
  /** Calls per period, which may all come at once. */
  readonly calls: number;
  readonly seconds: number;
  /** Whether calls are allowed (`open`) or rejected (`closed`) while the table is unavailable. */
  readonly onOutage: 'open' | 'closed';
  /** Not multiplied by LIMIT_FACTOR. */
  readonly isFixed?: true;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * All rate limits. Limits on anything that can be guessed are closed during an outage; limits on
 * reads are open.
 */
export const LIMITS = {
  /** Wrong passwords, by account and IP; by IP; by account, where a captcha is an alternative. */
  login_account_ip: { calls: 5, seconds: 15 * MINUTE, onOutage: 'closed' },
  login_ip: { calls: 50, seconds: HOUR, onOutage: 'closed' },
  login_account: { calls: 30, seconds: HOUR, onOutage: 'closed' },
  /** Wrong one-time codes by IP; the challenge counts attempts per registration. */
  otp_ip: { calls: 30, seconds: HOUR, onOutage: 'closed' },
  /** Codes sent to a registration and to an address, whatever the factor: see `rules/otp.ts`. */
  code_pause: { calls: 1, seconds: MINUTE, onOutage: 'closed', isFixed: true },
  /**
   * Codes sent to an address, requested by one network; then by all of them. They determine the
   * odds of guessing one: docs/decisions/010-registrations-side-by-side.md.
   */
  code_address_ip: { calls: 5, seconds: DAY, onOutage: 'closed' },
  code_address: { calls: 60, seconds: 6 * DAY, onOutage: 'closed' },
  /** Codes sent to an address that allow more than one attempt. */
  code_address_tries: { calls: 10, seconds: 4 * DAY, onOutage: 'closed' },
  otp_resend_ip: { calls: 30, seconds: HOUR, onOutage: 'closed' },
  register_ip: { calls: 10, seconds: HOUR, onOutage: 'closed' },
  /** Reset links requested for an address, and by IP; and uses of one, which hash a password. */
  reset_account: { calls: 3, seconds: HOUR, onOutage: 'closed' },
  reset_ip: { calls: 20, seconds: HOUR, onOutage: 'closed' },
  reset_use_ip: { calls: 30, seconds: HOUR, onOutage: 'closed' },
  /** Profile changes, each of which may hash two passwords. */
  profile_user: { calls: 30, seconds: HOUR, onOutage: 'open' },
  captcha_ip: { calls: 60, seconds: HOUR, onOutage: 'open' },
  /** Welcome credits: accounts at one domain that is no free provider's, and all accounts. */
  gift_domain: { calls: 3, seconds: 30 * DAY, onOutage: 'closed' },
  gift_day: { calls: 2000, seconds: DAY, onOutage: 'closed' },
  /**
   * Credits that an administrator gives, by UTC day, which is part of the subject. The period is
   * long, so that little of it comes back on the same day.
   */
  gift_admin: { calls: 100_000, seconds: 30 * DAY, onOutage: 'closed', isFixed: true },
  /** Mails to the owner of an address that somebody tried to register again. */
  already_registered: { calls: 2, seconds: DAY, onOutage: 'closed' },
  check_user: { calls: 60, seconds: MINUTE, onOutage: 'open' },
  /** Paid accounts: the ten concurrent checks allow this many if each takes a second. */
  check_paid: { calls: 600, seconds: MINUTE, onOutage: 'open' },
  /** Trial account checks; refunded unless the result is unknown after a long wait. */
  slow_check_trial: { calls: 20, seconds: HOUR, onOutage: 'open' },
  /** Addresses of one domain that a customer appears to guess: see `isHarvesting`. */
  guessed_domain: { calls: 600, seconds: 10 * MINUTE, onOutage: 'open' },
  /** Row and column selections of results: each may use a CPU for 25 seconds. */
  select_user: { calls: 10, seconds: 10 * MINUTE, onOutage: 'open' },
  /** A multipart upload takes two, and one more each time it is resumed. */
  upload_user: { calls: 40, seconds: HOUR, onOutage: 'open' },
  /** Edits of lists, and the megabytes of results that edits and rechecks rewrite. */
  edit_user: { calls: 60, seconds: HOUR, onOutage: 'open' },
  rewrite_user: { calls: 100, seconds: HOUR, onOutage: 'open' },
  /** Calls that create something at Stripe: payment pages and portal sessions. */
  stripe_user: { calls: 60, seconds: HOUR, onOutage: 'open' },
  /** Stripe reads, of which it allows our account 25 a second (docs.stripe.com/rate-limits). */
  stripe_read_user: { calls: 60, seconds: 10 * MINUTE, onOutage: 'open' },
  /** Endpoint changes, most of which mail the owner, and test events. */
  endpoint_user: { calls: 60, seconds: HOUR, onOutage: 'open' },
  export_user: { calls: 3, seconds: DAY, onOutage: 'closed' },
  /**
   * Polled calls: five open tabs make about 70 calls a minute. They write nothing, so each function
   * environment counts its own (docs/decisions/013-polls-write-nothing.md).
   */
  poll_user: { calls: 300, seconds: MINUTE, onOutage: 'open' },
  /** Polled calls that search or sort all lists, or page far: an open tab makes eight a minute. */
  search_user: { calls: 60, seconds: MINUTE, onOutage: 'open' },
  session_user: { calls: 120, seconds: MINUTE, onOutage: 'open' },
  key_user: { calls: 10, seconds: 1, onOutage: 'open' },
  /** Addresses typed into one form from one network. */
  form_visitor: { calls: 60, seconds: 10 * MINUTE, onOutage: 'open' },
  /** Mailbox checks of a form, beyond which its visitors must solve a proof of work. */
  form_pace: { calls: 60, seconds: MINUTE, onOutage: 'closed' },
  /** Form uploads, counted before the form is parsed. */
  form_ip: { calls: 60, seconds: MINUTE, onOutage: 'open' },
  /** Stripe events; Stripe retries those it could not deliver (docs.stripe.com/webhooks). */
  stripe_ip: { calls: 600, seconds: MINUTE, onOutage: 'open' },
  public_ip: { calls: 300, seconds: MINUTE, onOutage: 'open' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
