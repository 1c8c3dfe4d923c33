/** How often something may happen, and what holds while the counter cannot be reached. */
export interface Limit {
  /** Calls allowed in a period, all at once if need be. */
  readonly calls: number;
  readonly seconds: number;
  /** `open` lets calls through while the table is out of reach, `closed` refuses them. */
  readonly onOutage: 'open' | 'closed';
  /** LIMIT_FACTOR does not multiply it. */
  readonly isFixed?: true;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Every rate limit there is. A limit on what can be guessed is closed during an outage; a limit on
 * what is only read is open.
 */
export const LIMITS = {
  /** Wrong passwords, by account and IP; by IP; by account, after which a captcha helps. */
  login_account_ip: { calls: 5, seconds: 15 * MINUTE, onOutage: 'closed' },
  login_ip: { calls: 50, seconds: HOUR, onOutage: 'closed' },
  login_account: { calls: 30, seconds: HOUR, onOutage: 'closed' },
  /** Wrong one-time codes by IP; tries by registration are counted on the challenge. */
  otp_ip: { calls: 30, seconds: HOUR, onOutage: 'closed' },
  /** Codes sent to a registration, and to an address, whatever the factor: see `rules/otp.ts`. */
  code_pause: { calls: 1, seconds: MINUTE, onOutage: 'closed', isFixed: true },
  /**
   * Codes sent to an address, asked for from one network; then from all of them. The odds of
   * guessing one follow from these: docs/decisions/010-registrations-side-by-side.md.
   */
  code_address_ip: { calls: 5, seconds: DAY, onOutage: 'closed' },
  code_address: { calls: 60, seconds: 6 * DAY, onOutage: 'closed' },
  /** Codes sent to an address that may be tried more than once. */
  code_address_tries: { calls: 10, seconds: 4 * DAY, onOutage: 'closed' },
  otp_resend_ip: { calls: 30, seconds: HOUR, onOutage: 'closed' },
  register_ip: { calls: 10, seconds: HOUR, onOutage: 'closed' },
  /** Reset links asked for an address, and by IP; and attempts to use one, each with a hash. */
  reset_account: { calls: 3, seconds: HOUR, onOutage: 'closed' },
  reset_ip: { calls: 20, seconds: HOUR, onOutage: 'closed' },
  reset_use_ip: { calls: 30, seconds: HOUR, onOutage: 'closed' },
  /** Changes of a profile, of which each may hash two passwords. */
  profile_user: { calls: 30, seconds: HOUR, onOutage: 'open' },
  captcha_ip: { calls: 60, seconds: HOUR, onOutage: 'open' },
  /** Mails to the owner of an address that somebody tried to register again. */
  already_registered: { calls: 2, seconds: DAY, onOutage: 'closed' },
  check_user: { calls: 60, seconds: MINUTE, onOutage: 'open' },
  /** Once it has paid: what its ten checks in flight allow where an answer takes a second. */
  check_paid: { calls: 600, seconds: MINUTE, onOutage: 'open' },
  /** Checks of a trial account, of which those come back that were not an unknown after a long wait. */
  slow_check_trial: { calls: 20, seconds: HOUR, onOutage: 'open' },
  /** Rows and columns chosen from results: each may hold a processor for 25 seconds. */
  select_user: { calls: 10, seconds: 10 * MINUTE, onOutage: 'open' },
  /** A file in parts is two of them, and one more each time that it goes on. */
  upload_user: { calls: 40, seconds: HOUR, onOutage: 'open' },
  /** Calls that make something at Stripe: pages to pay on, and those of the portal. */
  stripe_user: { calls: 60, seconds: HOUR, onOutage: 'open' },
  /** Calls that only read there, of which it takes 25 a second of us all (docs.stripe.com/rate-limits). */
  stripe_read_user: { calls: 60, seconds: 10 * MINUTE, onOutage: 'open' },
  /** Changes of endpoints, of which most are told their owner by mail, and events that try them. */
  endpoint_user: { calls: 60, seconds: HOUR, onOutage: 'open' },
  export_user: { calls: 3, seconds: DAY, onOutage: 'closed' },
  /**
   * The polled calls: five open tabs make some 70 calls a minute. They write nothing, so each
   * environment of a function counts its own (docs/decisions/013-polls-write-nothing.md).
   */
  poll_user: { calls: 300, seconds: MINUTE, onOutage: 'open' },
  /** Those of them that search or sort all lists, or go far back: an open tab makes eight a minute. */
  search_user: { calls: 60, seconds: MINUTE, onOutage: 'open' },
  session_user: { calls: 120, seconds: MINUTE, onOutage: 'open' },
  key_user: { calls: 10, seconds: 1, onOutage: 'open' },
  /** Addresses that one network types into one form. */
  form_visitor: { calls: 60, seconds: 10 * MINUTE, onOutage: 'open' },
  /** Mailboxes that a form asks for, beyond which its visitors prove some work. */
  form_pace: { calls: 60, seconds: MINUTE, onOutage: 'closed' },
  /** Uploads as a form, counted before the form is read. */
  form_ip: { calls: 60, seconds: MINUTE, onOutage: 'open' },
  /** Events of Stripe, which sends one it could not deliver again (docs.stripe.com/webhooks). */
  stripe_ip: { calls: 600, seconds: MINUTE, onOutage: 'open' },
  public_ip: { calls: 300, seconds: MINUTE, onOutage: 'open' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
