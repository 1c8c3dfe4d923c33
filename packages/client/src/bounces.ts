import {
  type Caller,
  bindRequest,
  drain,
  type Environment,
  type Options,
  paginate,
} from './call.ts';
import { TamisError } from './error.ts';
import { buildPostForm } from './send-file.ts';
import type { BounceFilter, BounceReport, BounceRow, NewBounceReport } from './types.ts';

export interface ReportOptions extends Options, Pick<NewBounceReport, 'name' | 'sent'> {
  /** Your id for this report. Repeating the call with the same id returns the same report. */
  readonly idempotencyKey?: string;
}

/** Every call rejects with a TamisError on failure. */
export interface Bounces {
  /**
   * Reports up to 10,000 bounces. With `sent`, the report has rates, and wrong verdicts are
   * refunded; `waitFor` waits for the result.
   */
  report(
    rows: NonNullable<NewBounceReport['rows']>,
    options?: ReportOptions,
  ): Promise<BounceReport>;
  /** Reports a file of up to 20 MB: an export of your mail service, or raw delivery reports. */
  reportFile(
    file: Blob | Uint8Array<ArrayBuffer> | string,
    options: ReportOptions & { readonly fileName: string },
  ): Promise<BounceReport>;
  /** A report with its rates and refunds. */
  get(id: string, options?: Options): Promise<BounceReport>;
  /** Polls until the report is finished. @throws TamisError `report_failed` with the reason */
  waitFor(id: string, options?: Options): Promise<BounceReport>;
  /** The bounced addresses of a report, loaded one page at a time. */
  rows(
    id: string,
    filter?: Options & Pick<BounceFilter, 'subject'>,
  ): AsyncGenerator<BounceRow, void, undefined>;
  /** Reports, newest first. */
  all(
    filter?: Options & Pick<BounceFilter, 'list_id'>,
  ): AsyncGenerator<BounceReport, void, undefined>;
  /** Deletes a report. Later lists no longer mark addresses as bounced because of it. */
  delete(id: string, options?: Options): Promise<void>;
}

const POLL_MS = 2000;
const pathOf = (id: string): string => `/api/bounces/${encodeURIComponent(id)}`;

export function createBounces(call: Caller, { sleep, newId }: Environment): Bounces {
  const request = bindRequest(call);
  const get = (id: string, options?: Options, patient = false): Promise<BounceReport> =>
    request('GET', pathOf(id), options, { patient });

  return {
    get: (id, options) => get(id, options),

    report: async (rows, { idempotencyKey = newId(), signal, ...about } = {}) =>
      request('POST', '/api/bounces', { signal }, { body: { ...about, rows }, idempotencyKey }),

    async reportFile(file, { idempotencyKey = newId(), signal, fileName, ...about }) {
      const blob = file instanceof Blob ? file : new Blob([file]);
      const body = { ...about, file: { name: fileName, size: blob.size } };
      type Registered = BounceReport & {
        readonly upload?: { readonly url: string; readonly fields: Record<string, string> };
      };
      const { upload, ...report } = await request<Registered>(
        'POST',
        '/api/bounces',
        { signal },
        { body, idempotencyKey },
      );
      if (upload) {
        const form = buildPostForm(upload.fields, blob, fileName);
        await call(
          { method: 'POST', path: upload.url, body: form, repeatable: true, signal },
          drain,
        );
      }
      return report;
    },

    async waitFor(id, { signal } = {}) {
      for (;;) {
        const report = await get(id, { signal }, true);
        if (report.state === 'done') return report;
        if (report.state === 'failed')
          throw new TamisError({
            status: 200,
            code: 'report_failed',
            messages: [report.error ?? ''],
          });
        await sleep(POLL_MS, signal);
      }
    },

    rows: (id, filter) => paginate(request, pathOf(id), 'bounces', filter),

    all: (filter) => paginate(request, '/api/bounces', 'reports', filter),

    delete: (id, options) => request('DELETE', pathOf(id), options),
  };
}
