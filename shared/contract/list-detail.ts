import * as z from 'zod/mini';
import { APPLY_ACTIONS } from '../model/connections/apply-actions.ts';
import { SERVICES } from '../model/connections/service-name.ts';
import { LIST_REASONS, LIST_STATE_NAMES, LIST_STATUS } from '../model/list-status.ts';
import { VERDICT_REASONS } from '../model/verdict.ts';
import { WATCH_INTERVALS, WATCH_STOP_REASONS } from '../model/watch.ts';
import { score } from './checks.ts';
import { count, distinctValues, flag, text, timestamp } from './fields.ts';

const counts = {
  valid: count('Distinct addresses with the status `deliverable`'),
  invalid: count('Distinct addresses with the status `undeliverable`'),
  risky: count('Distinct addresses with the status `risky`'),
  unknown: count('Distinct addresses with the status `unknown`, which are free'),
};

export const listStatus = () =>
  z
    .enum(LIST_STATUS)
    .check(
      z.describe(
        'Progress: 1 `waiting`, 2 `reading`, 3 `queued`, 4 `working`, 5 `paused`, 6 `cancelled` (final), 7 `finished` (final)',
      ),
    );

const progress = {
  created_at: timestamp('Time of creation'),
  end_date: z.nullable(timestamp('Time of the end; null until then')),
  total_email: count('Distinct addresses; 0 until the file is read'),
  processed: count('Distinct addresses with a verdict so far'),
  ...counts,
  status: listStatus(),
  state: z.enum(Object.values(LIST_STATE_NAMES)).check(z.describe('Name of `status`')),
  reason: z.nullable(
    z.enum(LIST_REASONS).check(z.describe('Why it is paused or cancelled; null otherwise')),
  ),
};

const cost = {
  credits_charged: count('Credits charged so far, or in total at the end'),
  credits_reserved: count('Credits set aside for addresses without a verdict'),
  credits_needed: count(
    'Maximum credits for the whole list; with status 5, those missing beyond `credits_reserved`',
  ),
  eta: z.nullable(timestamp('Estimated time of the end; null if it cannot be estimated')),
};

export const listSummary = z.object({
  id: text('Id of the list'),
  file_id: text('Same as `id`'),
  file_name: text('Name of the list, such as `Customers of May`'),
  source_name: text('Name of the uploaded file, such as `customers.csv`'),
  ...progress,
  start_date: z.nullable(timestamp('Start of the verification; null until then')),
  duplicates: count('Rows whose address occurs in an earlier row; they are free'),
  expires_at: z.nullable(timestamp('Expiry of the result; null until there is a result')),
});
export type ListSummary = z.infer<typeof listSummary>;

/** Verdict counts of a domain or provider. */
export const verdictBreakdown = z.object({
  name: text('Domain, or id of a provider such as `google`'),
  ...counts,
});

/** Effects of a recheck, in distinct addresses. */
const changes = {
  changed: count('Addresses whose verdict changed'),
  gone: count('Addresses that were valid and are now invalid'),
  gained: count('Addresses that are now valid and were not before'),
  joined: z.optional(count('New addresses; only for the check of imported contacts')),
};

/**
 * A recheck verifies the unknown addresses of a list, addresses of a watched list that may have
 * changed, or suggested corrections.
 */
export const recheck = z.object({
  ...progress,
  ...cost,
  corrections: z.optional(flag('It verifies suggested corrections, not addresses of the list')),
  changes: z
    .optional(z.object(changes))
    .check(z.describe('Effects in distinct addresses; absent until it is finished')),
});
export type Recheck = z.infer<typeof recheck>;

const chosenActions = () => z.array(z.enum(APPLY_ACTIONS)).check(distinctValues());

/** Actions on contacts at their service, by the verdict about their address. */
export const applyActions = () =>
  z.object({
    undeliverable: chosenActions().check(z.describe('What to do with undeliverable contacts')),
    risky: chosenActions().check(z.describe('What to do with risky contacts')),
    unknown: chosenActions().check(z.describe('What to do with unknown contacts')),
  });

export const watchSchedule = z.object({
  every: z.enum(WATCH_INTERVALS).check(z.describe('Interval between checks: 7, 30 or 90 days')),
  max_credits: count('Maximum credits per check; a check that may cost more ends the watch'),
  next_at: z.nullable(timestamp('Time of the next check; null if the watch has ended')),
  stopped: z.nullable(
    z.enum(WATCH_STOP_REASONS).check(z.describe('Why the watch has ended; null while it is on')),
  ),
  actions: z
    .optional(applyActions())
    .check(
      z.describe(
        'What each check does with contacts at the service, by verdict; absent if nothing',
      ),
    ),
});

export const listDetail = z.extend(listSummary, {
  ...cost,
  reasons: z
    .partialRecord(z.enum(VERDICT_REASONS), count('Distinct addresses with this reason'))
    .check(z.describe('Distinct addresses by reason; reasons without addresses are omitted')),
  domains: z
    .array(verdictBreakdown)
    .check(z.describe('The ten domains with the most addresses; empty until the list is finished')),
  providers: z
    .array(verdictBreakdown)
    .check(z.describe('The ten largest mail providers; empty until the list is finished')),
  scores: z
    .array(z.object({ score: score(), count: count('Distinct addresses with this score') }))
    .check(
      z.describe(
        'Distinct addresses by score, highest score first; empty until the list is finished.',
      ),
    ),
  connection: z
    .optional(
      z.object({
        id: text('Id of the connection'),
        service: z.enum(SERVICES).check(z.describe('The service')),
      }),
    )
    .check(z.describe('Where the contacts were imported from; absent for a file')),
  lost: z.optional(count('Addresses that could not be read because their rows are damaged')),
  several: z.optional(
    count('Rows whose cell has several addresses, of which only the first is verified'),
  ),
  suggested_column: z.optional(
    count('Column with the addresses, from 1; only with the reason `wrong_column`'),
  ),
  suggested_separator: z.optional(
    text('Separator of the text around the addresses; only with the reason `wrong_separator`'),
  ),
  cancel_until: z
    .optional(z.nullable(timestamp('Time until which the list can be canceled')))
    .check(
      z.describe(
        'Time until which `refund` returns the credits of the list, because almost no address exists and its file was probably misread; null after such a refund in the last 30 days; absent otherwise',
      ),
    ),
  credits_returned: z.optional(count('Credits returned with `refund`; absent otherwise')),
  suggested: count('Addresses with a suggested correction; 0 until the list is finished'),
  corrected: count('Addresses whose suggested correction was verified'),
  recheck: z
    .optional(recheck)
    .check(z.describe('The latest recheck, running or finished; absent if there was none')),
  watch: z
    .optional(watchSchedule)
    .check(z.describe('The schedule of checks; absent if the list was never watched')),
  watch_costs: z
    .optional(
      z.object({
        check: count('Maximum credits for one check'),
        week: count('Maximum credits for a year of weekly checks'),
        month: count('Maximum credits for a year of monthly checks'),
        quarter: count('Maximum credits for a year of quarterly checks'),
        typical: z
          .object({
            week: count('Usual credits for a year of weekly checks'),
            month: count('Usual credits for a year of monthly checks'),
            quarter: count('Usual credits for a year of quarterly checks'),
          })
          .check(z.describe('Credits if all answers stay the same; unknown addresses are free')),
      }),
    )
    .check(
      z.describe(
        'Maximum and usual credits that watching the list costs; absent until the list is finished',
      ),
    ),
  checks: z
    .optional(
      z.array(
        z.object({
          end_date: timestamp('Time of the end'),
          credits_charged: count('Credits charged for the recheck'),
          ...changes,
          ...counts,
        }),
      ),
    )
    .check(
      z.describe(
        'The last 52 finished rechecks except corrections, oldest first, each with the counts after it',
      ),
    ),
});
export type ListDetail = z.infer<typeof listDetail>;
