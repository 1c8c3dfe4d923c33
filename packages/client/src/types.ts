import type { addressListRoutes } from '../../../shared/contract/address-lists.ts';
import type { bounceRoutes } from '../../../shared/contract/bounces.ts';
import type { checkRoutes } from '../../../shared/contract/checks.ts';
import type { RowFilter as AskedRows } from '../../../shared/contract/list-rows.ts';
import type { connectionRoutes } from '../../../shared/contract/connections.ts';
import type { listRoutes } from '../../../shared/contract/lists.ts';
import type { OutputOf, RequestOf } from '../../../shared/contract/route.ts';
import type { usageRoutes } from '../../../shared/contract/usage.ts';
import type { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import type { EventDataByType } from '../../../shared/contract/events.ts';
import type { EventType as ListedEvent } from '../../../shared/model/webhook.ts';
import type { z } from 'zod/mini';

// The build inlines these types, so that the package has no dependencies.

/** Verdict of an address: its status, the reason, and the reply of the mail server. */
export type Verdict = OutputOf<(typeof checkRoutes)['checkEmail']>['result'];

/** Whether an address can receive mail. */
export type Status = Verdict['status'];

/** Reason for the status; the guide explains each one. */
export type Reason = Verdict['reason'];

/** A background check: its id, and how many seconds to wait before polling. */
export type PendingCheck = z.output<(typeof checkRoutes)['getCheck']['accepted']>['pending'];

/** A list with its progress. */
export type List = OutputOf<(typeof listRoutes)['getFile']>['data'];

/** A list as it appears in `lists.all()`. */
export type ListSummary = OutputOf<
  (typeof addressListRoutes)['listLists']
>['data']['lists'][number];

/** The watch of a list: its interval, its credit limit per check, and why it stopped. */
export type Watch = NonNullable<List['watch']>;

/** A recheck of a list, with its progress and cost. */
export type Recheck = OutputOf<(typeof listRoutes)['recheckFile']>['data'];

/** A row of a list with the verdict of its address. */
export type Row = OutputOf<(typeof listRoutes)['listRows']>['data']['rows'][number];

/** Filter for rows; all conditions must match. */
export type RowFilter = AskedRows;

/** Options for a download: rows, columns and format. */
export type DownloadOptions = Partial<
  Omit<RequestOf<(typeof listRoutes)['download']>['body'], 'file_id'>
>;

/** A report of bounces, with its rates and refunds. */
export type BounceReport = OutputOf<
  (typeof bounceRoutes)['listBounceReports']
>['data']['reports'][number];

/** A bounced address: what its bounce is about, and our verdict. */
export type BounceRow = OutputOf<
  (typeof bounceRoutes)['getBounceReport']
>['data']['bounces'][number];

/**
 * `list_id` filters reports; `subject` filters the bounces of one report by what they are about.
 */
export type BounceFilter = Partial<{
  readonly list_id: string;
  readonly subject: BounceRow['subject'];
}>;

/** Fields of a new report. */
export type NewBounceReport = RequestOf<(typeof bounceRoutes)['reportBounces']>['body'];

/** The connected accounts, and the latest imports. */
export type ConnectedAccounts = OutputOf<(typeof connectionRoutes)['listConnections']>['data'];

/** An audience, list or segment of a connected account. */
export type Audience = OutputOf<
  (typeof connectionRoutes)['listAudiences']
>['data']['audiences'][number];

/** Contacts of an audience, and the maximum price of its list. */
export type AudienceSize = OutputOf<(typeof connectionRoutes)['countAudience']>['data'];

/** An import of contacts, with its progress. */
export type ContactImport = OutputOf<(typeof connectionRoutes)['getImport']>['data'];

/** The jobs of a list, and whether unsubscribing can be undone. */
export type ApplyJobs = OutputOf<(typeof connectionRoutes)['listApplyJobs']>['data'];

/** A job that writes verdicts back, with its progress. */
export type ApplyJob = ApplyJobs['jobs'][number];

/** Actions on contacts, by the verdict about their address. */
export type ApplyActions = ApplyJob['actions'];

/** One month of the ledger: credit movements and the balance. */
export type Usage = OutputOf<(typeof usageRoutes)['usage']>['data'];

/** The current credit balance. */
export type Credits = OutputOf<(typeof usageRoutes)['credits']>['data'];

/** A webhook endpoint. */
export type Endpoint = OutputOf<(typeof webhookRoutes)['updateEndpoint']>['data'];

/** Mutable fields of an endpoint. */
export type EndpointSettings = RequestOf<(typeof webhookRoutes)['updateEndpoint']>['body'];

/** Events that endpoints can subscribe to. */
export type EventType = ListedEvent;

/** The delivery of one event to one endpoint. */
export type Delivery = OutputOf<(typeof webhookRoutes)['sendAgain']>['data'];

/** A delivery with its request and response. */
export type DeliveryDetail = OutputOf<(typeof webhookRoutes)['getDelivery']>['data'];

interface Event<Type extends string, Data> {
  readonly type: Type;
  /** Time of the event in ISO 8601. */
  readonly timestamp: string;
  /** Contents of the event, which depend on its type. */
  readonly data: Data;
}

/** Payload of a webhook. */
export type WebhookEvent =
  | { [Type in ListedEvent]: Event<Type, EventDataByType[Type]> }[ListedEvent]
  | Event<'webhook.test', object>;
