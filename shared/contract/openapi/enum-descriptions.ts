import {
  BOUNCE_REASONS,
  BOUNCE_REPORT_STATES,
  BOUNCE_SUBJECTS,
  REFUND_STATES,
} from '../../model/bounces/bounce.ts';
import { APPLY_ACTIONS } from '../../model/connections/apply-actions.ts';
import {
  APPLY_STATES,
  CONNECTION_STATES,
  IMPORT_ERRORS,
  IMPORT_STATES,
  SERVICE_FAILURES,
} from '../../model/connections/connection.ts';
import { SERVICE_TITLES, SERVICES } from '../../model/connections/service-name.ts';
import { LIST_REASONS, LIST_STATE_NAMES, LIST_STATUS } from '../../model/list-status.ts';
import { VERDICT_REASONS, VERDICT_STATUSES } from '../../model/verdict.ts';
import { WATCH_INTERVAL_DAYS, WATCH_INTERVALS, WATCH_STOP_REASONS } from '../../model/watch.ts';
import {
  DELIVERY_STATUS,
  ENDPOINT_STATUS,
  EVENT_LABELS,
  EVENT_TYPES,
} from '../../model/webhook.ts';
import { reasonsEn } from '../../texts/reasons-en.ts';
import { getText } from '../../texts/text.ts';
import { SCOPES } from '../auth.ts';
import { bounceReport } from '../bounces.ts';
import { verdict } from '../checks.ts';
import { errorCatalog, type ErrorCode } from '../errors.ts';
import { DOWNLOAD_COLUMNS, INCLUDES, ROW_SUBSETS, SEGMENTS, type Segment } from '../list-rows.ts';
import { USAGE_TYPES } from '../usage.ts';
import { describeError } from './error-descriptions.ts';

type Value = string | number;
export interface DescribedEnum {
  readonly values: readonly Value[];
  readonly descriptions: Readonly<Record<Value, string>>;
}

/** Ensures at compile time that exactly the values of an enum are described. */
const describe = <V extends Value>(
  values: readonly V[],
  descriptions: Readonly<Record<V, string>>,
): DescribedEnum => ({ values, descriptions });

const describeEach = <V extends Value>(
  values: readonly V[],
  descriptionOf: (value: V) => string,
): DescribedEnum => ({
  values,
  descriptions: Object.fromEntries(values.map((value) => [value, descriptionOf(value)])),
});

const STATES: Readonly<Record<(typeof LIST_STATE_NAMES)[keyof typeof LIST_STATE_NAMES], string>> = {
  waiting: 'Waits for the upload of its file',
  reading: 'The file is being read',
  queued: 'Waits for its turn; its credits are reserved',
  working: 'Addresses are being verified',
  paused: 'Stopped for `reason`, and continues when this no longer applies',
  cancelled: 'Ended without a result; final',
  finished: 'The result is available; final',
};
const FAILURES: Readonly<Record<(typeof SERVICE_FAILURES)[number], string>> = {
  revoked: 'The service no longer accepts the key, or the account was disconnected',
  forbidden: 'The key lacks a permission',
  limited: 'The limit of the service is reached',
  unavailable: 'The service did not respond, or failed',
  not_found: 'The audience, contact or list does not exist anymore',
  refused: 'The service refused the call, for example because it has no free field',
};
const SEGMENT_DESCRIPTIONS: Readonly<Record<Segment, string>> = {
  safe: 'Rows with the status `deliverable`',
  corrected: 'Rows with a verified, deliverable correction, which replaces their address',
  risky: 'Rows with the status `risky`',
  unknown: 'Rows with the status `unknown`',
};
const { reply } = verdict.shape;

/** Enums with a name. A field that accepts exactly these values refers to the named enum. */
export const DESCRIBED_ENUMS: Readonly<Record<string, DescribedEnum>> = {
  Status: describe(VERDICT_STATUSES, {
    deliverable: 'The mailbox exists',
    undeliverable: 'An email would bounce',
    risky: 'An email may bounce; see `reason`',
    unknown: 'No clear answer; free',
  }),
  Reason: describe(VERDICT_REASONS, reasonsEn),
  ListStatus: describeEach(
    Object.values(LIST_STATUS),
    (status) => STATES[LIST_STATE_NAMES[status]],
  ),
  ListState: describe(Object.values(LIST_STATE_NAMES), STATES),
  ListReason: describeEach(LIST_REASONS, (reason) => getText('en', `reason.${reason}`)),
  RowSubset: describe(ROW_SUBSETS, {
    suggested: 'Rows with a suggested correction',
    role: 'Rows with a role address, such as `info`',
    changed: 'Rows whose verdict changed in the last recheck',
    lasting: 'Rows with a reason other than `disposable`',
    bounced: 'Rows with an address in your bounce reports',
  }),
  Segment: describe(SEGMENTS, SEGMENT_DESCRIPTIONS),
  Include: describe(INCLUDES, {
    ...SEGMENT_DESCRIPTIONS,
    duplicates: 'Further rows with an address of the other values',
  }),
  Column: describe(DOWNLOAD_COLUMNS, {
    original: 'All cells of the uploaded row',
    status: 'Status of the verdict',
    reason: 'Reason for the status',
    meaning: 'Reason in words, in the language of the account',
    suggestion: 'Corrected address, if this one looks mistyped',
    address: 'The verified address, without the rest of the cell',
    role: 'Whether the address belongs to a function, such as `info`',
    free: 'Whether the domain provides free mailboxes',
    disposable: 'Whether the domain provides temporary addresses',
    tagged: 'Whether the local part has a tag',
    gateway: 'Whether a company filters the email of the domain',
    catch_all: 'Whether the domain accepts every address',
    catch_all_unknown: 'Whether the domain did not answer the test for `catch_all`',
    parked: 'Whether the domain is for sale or unused',
    no_dmarc: 'Whether the domain has no DMARC record',
    provider: 'Id of the company that operates the mail server',
    reply: 'Reply of the mail server',
    score: 'Probability that an email arrives, in percent',
    as_of: 'Start of the list; mail servers were contacted after this time',
    corrected: 'The suggested correction, once it was verified',
    corrected_status: 'Status of the correction',
    corrected_from: 'The original address, if `include` has put its correction in its place',
  }),
  ReplyStage: describe(reply.def.innerType.shape.stage.options, {
    connect: 'Connection to the mail server',
    ehlo: '`EHLO`, the greeting',
    mail: '`MAIL FROM`, the sender',
    rcpt: '`RCPT TO`, the recipient',
  }),
  WatchInterval: describeEach(WATCH_INTERVALS, (each) => `Every ${WATCH_INTERVAL_DAYS[each]} days`),
  WatchStopReason: describeEach(WATCH_STOP_REASONS, (reason) => getText('en', `watch.${reason}`)),
  EventType: describeEach(EVENT_TYPES, (type) => EVENT_LABELS[type].en),
  EndpointStatus: describe(ENDPOINT_STATUS, {
    on: 'Receives events',
    off: 'Turned off by its owner',
    failing: 'Has accepted no delivery for three days',
  }),
  DeliveryStatus: describe(DELIVERY_STATUS, {
    waiting: 'Waits for its next attempt',
    delivered: 'Accepted by the endpoint',
    failed: 'Not accepted; no more attempts follow',
  }),
  UsageType: describe(USAGE_TYPES, {
    list: 'Verification of a list',
    checks: 'Verification of single addresses',
    purchase: 'Credits of a pack or a subscription',
    welcome: 'Credits of a new account',
    gift: 'Credits given by an administrator',
    replacement: 'Credits returned for wrong verdicts',
    refund: 'Credits taken back with a refund of their payment',
    refund_failed: 'Credits returned because their refund failed',
    correction: 'Credits taken back by an administrator',
    dispute: 'Credits taken back or returned with a disputed payment',
  }),
  ErrorCode: describeEach(Object.keys(errorCatalog) as ErrorCode[], describeError),
  Scope: describe(SCOPES, {
    check: 'Verify single addresses',
    lists: 'Create, upload, rename, recheck and delete lists, and report bounces',
    read: 'Read lists, results, credits and usage',
    webhooks: 'Create, change, test and delete the endpoints of the key',
    connections: 'Import contacts from connected services, and write verdicts back',
  }),
  Service: describe(SERVICES, SERVICE_TITLES),
  ConnectionState: describe(CONNECTION_STATES, {
    active: 'The service accepts the key',
    revoked: 'The service no longer accepts the key; connect the account again',
  }),
  ImportState: describe(IMPORT_STATES, {
    reading: 'Contacts are being read',
    paused: 'Waits until the account is connected again',
    finished: 'The contacts are a list; final',
    failed: 'Ended because of `error`; final',
  }),
  ServiceFailure: describe(SERVICE_FAILURES, FAILURES),
  ImportError: describe(IMPORT_ERRORS, {
    ...FAILURES,
    no_contacts: 'The audience has no contacts to whom the account can send',
    too_many_contacts: 'The audience has more contacts than a list may have addresses',
  }),
  ApplyAction: describe(APPLY_ACTIONS, {
    mark: 'Mark the contact: a tag at Mailchimp, membership in a list elsewhere',
    field: 'Write the verdict into a field of the contact',
    unsubscribe: 'Stop mailings to the contact, which not every service can undo',
  }),
  ApplyState: describe(APPLY_STATES, {
    working: 'Contacts are being changed',
    paused: 'Waits until the account is connected again',
    finished: 'All contacts are changed',
    failed: 'Ended because of `error`; what it changed can be undone',
    undoing: 'Changes are being undone',
    undone: 'Changes are undone',
  }),
  BounceReportState: describe(BOUNCE_REPORT_STATES, {
    waiting: 'Waits for the file',
    reading: 'The bounces are being read',
    checking: 'Possible refunds are being checked',
    done: 'Finished',
    failed: 'Failed because of `error`',
  }),
  BounceReportError: describe(bounceReport.shape.error.def.innerType.options, {
    unreadable_file: 'The file is no export of bounces, or does not show which address bounced',
    no_bounces: 'The file contains no bounces',
    too_many_rows: 'The file has more than 10,000 bounces',
  }),
  BounceSubject: describe(BOUNCE_SUBJECTS, {
    recipient: 'The mailbox does not exist, is disabled, or is full',
    sender: 'The sending domain or IP address is refused',
    message: 'The content or size is refused',
    server: 'The receiving server has a problem',
    unclear: 'The text gives no cause',
  }),
  BounceReason: describe(BOUNCE_REASONS, {
    no_such_mailbox: reasonsEn.no_such_mailbox,
    mailbox_disabled: reasonsEn.mailbox_disabled,
    no_such_domain: 'Domain does not exist or accepts no mail',
    mailbox_full: reasonsEn.mailbox_full,
  }),
  RefundState: describe(REFUND_STATES, {
    refunded: 'The credit was returned',
    checking: 'The address is being verified again',
    review: 'An administrator decides',
    still_accepts: 'No refund: the mail server accepts the address',
    inconclusive: 'No refund: the mail server gave no clear answer',
    too_old: 'No refund: the verdict was more than 30 days old',
    not_deliverable: 'No refund: the verdict was not `deliverable`',
    not_charged: 'No refund: the verdict was free',
    already_refunded: 'No refund: the credit was already returned',
  }),
};
