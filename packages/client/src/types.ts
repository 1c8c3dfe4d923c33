import type { addressListRoutes } from '../../../shared/contract/address-lists.ts';
import type { checkRoutes } from '../../../shared/contract/checks.ts';
import type { RowFilter as AskedRows } from '../../../shared/contract/list-rows.ts';
import type { listRoutes } from '../../../shared/contract/lists.ts';
import type { OutputOf, RequestOf } from '../../../shared/contract/route.ts';
import type { usageRoutes } from '../../../shared/contract/usage.ts';
import type { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import type { EventData } from '../../../shared/contract/events.ts';
import type { EventType as ListedEvent } from '../../../shared/model/webhook.ts';
import type { z } from 'zod/mini';

// The build writes each of these out in full, so that the package depends on nothing.

/** What is known of an address: its status, the reason, and what the mail server said. */
export type Verdict = OutputOf<(typeof checkRoutes)['checkEmail']>['result'];

/** Whether an address can receive mail. */
export type Status = Verdict['status'];

/** Why: one of the reasons that the guide explains. */
export type Reason = Verdict['reason'];

/** A check that the service goes on with: its id, and in how many seconds to ask for it. */
export type PendingCheck = z.output<(typeof checkRoutes)['getCheck']['accepted']>['pending'];

/** A list with its progress. */
export type List = OutputOf<(typeof listRoutes)['getFile']>['data'];

/** A list as it stands among all. */
export type ListSummary = OutputOf<
  (typeof addressListRoutes)['listLists']
>['data']['lists'][number];

/** How a watched list is checked again. */
export type Watch = NonNullable<List['watch']>;

/** A recheck of the addresses of a list that could not be verified. */
export type Recheck = OutputOf<(typeof listRoutes)['recheckFile']>['data'];

/** A row of a list with what is known of its address. */
export type Row = OutputOf<(typeof listRoutes)['listRows']>['data']['rows'][number];

/** Which rows: those for which all of it holds. */
export type RowFilter = AskedRows;

/** Which rows a file has, its columns and its format. */
export type DownloadOptions = Partial<
  Omit<RequestOf<(typeof listRoutes)['download']>['body'], 'file_id'>
>;

/** A month of the ledger: what moved the credits, and the balance. */
export type Usage = OutputOf<(typeof usageRoutes)['usage']>['data'];

/** The credits of this moment. */
export type Credits = OutputOf<(typeof usageRoutes)['credits']>['data'];

/** Where events are sent. */
export type Endpoint = OutputOf<(typeof webhookRoutes)['updateEndpoint']>['data'];

/** What may be changed of an endpoint. */
export type EndpointSettings = RequestOf<(typeof webhookRoutes)['updateEndpoint']>['body'];

/** What endpoints may be told of. */
export type EventType = ListedEvent;

/** One event for one endpoint. */
export type Delivery = OutputOf<(typeof webhookRoutes)['sendAgain']>['data'];

/** A delivery with what was sent, and what was answered. */
export type DeliveryDetail = OutputOf<(typeof webhookRoutes)['getDelivery']>['data'];

interface Event<Type extends string, Data> {
  readonly type: Type;
  /** When it happened, in ISO 8601. */
  readonly timestamp: string;
  readonly data: Data;
}

/** What an endpoint is told. */
export type WebhookEvent =
  | { [Type in ListedEvent]: Event<Type, EventData[Type]> }[ListedEvent]
  | Event<'webhook.test', object>;
