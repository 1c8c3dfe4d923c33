import * as z from 'zod/mini';
import { type Page, type ServiceBounce, type ServiceCall, ServiceError } from '../rules/service.ts';
import { parseBody, readResource } from './parse-body.ts';

/** Small enough that a cursor can name two exports of each campaign. */
const CAMPAIGNS_PER_PAGE = 20;
/**
 * Each call counts toward a limit of a hundred calls an hour: developers.brevo.com/docs/api-limits.
 * A page is one call, so a page a minute leaves room for repetitions and for the customer's own
 * calls.
 */
export const BOUNCE_PAUSE_MS = 60_000;

const COUNT = z.optional(z.nullable(z.number()));
const STATISTICS = z.object({ globalStats: z.object({ hardBounces: COUNT, softBounces: COUNT }) });
const CAMPAIGN = z.object({ id: z.number(), sentDate: z.string(), statistics: STATISTICS });
const CAMPAIGNS = z.object({ count: z.number(), campaigns: z.optional(z.array(CAMPAIGN)) });
const STARTED = z.object({ processId: z.number() });
const PROCESS = z.object({ status: z.string(), export_url: z.optional(z.string()) });

/** Bounces of a campaign that remain to be exported, such as `12h1767225600`. */
const EXPORT = /^(\d+)([hs])(\d+)$/;

/** Returns the address of each line of a file, whose columns Brevo does not document. */
function findAddresses(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const cells = line.split(/[;,\t]/).map((cell) => cell.replaceAll('"', '').trim());
    return cells.find((cell) => /^[^\s@]+@[^\s@]+$/.test(cell)) ?? [];
  });
}

/**
 * Reads bounces of campaigns that were sent since a time, in steps: a page of campaigns, the start
 * of an export, and its file once it is ready. Rows have no times, so the time of the campaign is used.
 * @throws {ServiceError} `limited` until an export is ready
 */
export async function readBrevoBounces(
  call: ServiceCall,
  sinceMs: number,
  cursor = '0||',
): Promise<Page<ServiceBounce>> {
  // The cursor has the offset of the next campaigns (empty after the last), the started export, and
  // the pending exports.
  const [offset = '', processId = '', pending = ''] = cursor.split('|');
  const [first = '', ...others] = pending.split(',');
  const found = EXPORT.exec(first);
  if (!found) return offset === '' ? { items: [] } : findExports(call, sinceMs, Number(offset));

  const [, campaignId = '', kind, sentAt] = found;
  const type = kind === 'h' ? 'hard' : 'soft';
  const next = offset === '' && others.length === 0 ? undefined : `${offset}||${others.join()}`;
  if (processId === '') {
    const response = await call.send({
      method: 'POST',
      path: `/v3/emailCampaigns/${campaignId}/exportRecipients`,
      body: { recipientsType: `${type}Bounces` },
      accept: [400, 404],
    });
    if (response.status >= 400) return { items: [], next };
    return { items: [], next: `${offset}|${parseBody(STARTED, response).processId}|${pending}` };
  }
  const path = `/v3/processes/${processId}`;
  const { status, export_url } = await readResource(call, PROCESS, path);
  if (status === 'failed' || status === 'cancelled') return { items: [], next };
  if (status !== 'completed' || export_url === undefined)
    throw new ServiceError('limited', 'the export is not ready', BOUNCE_PAUSE_MS);
  const text = Buffer.concat(await Array.fromAsync(call.download(export_url))).toString();
  const at = Number(sentAt) * 1000;
  return { items: findAddresses(text).map((email) => ({ email, type, at })), next };
}

async function findExports(
  call: ServiceCall,
  sinceMs: number,
  offset: number,
): Promise<Page<ServiceBounce>> {
  // developers.brevo.com/reference/get-email-campaigns
  const page = await readResource(call, CAMPAIGNS, '/v3/emailCampaigns', {
    status: 'sent',
    statistics: 'globalStats',
    startDate: new Date(sinceMs).toISOString(),
    endDate: new Date(call.now()).toISOString(),
    excludeHtmlContent: 'true',
    limit: CAMPAIGNS_PER_PAGE,
    offset,
    sort: 'asc',
  });
  const exports = (page.campaigns ?? []).flatMap(({ id, sentDate, statistics }) => {
    const { hardBounces, softBounces } = statistics.globalStats;
    const sentAt = Math.floor(Date.parse(sentDate) / 1000);
    const kinds = [hardBounces ? 'h' : '', softBounces ? 's' : ''].filter((kind) => kind !== '');
    return kinds.map((kind) => `${id}${kind}${sentAt}`);
  });
  const end = offset + CAMPAIGNS_PER_PAGE;
  const hasMore = end < page.count;
  if (!hasMore && exports.length === 0) return { items: [] };
  return { items: [], next: `${hasMore ? end : ''}||${exports.join()}` };
}
