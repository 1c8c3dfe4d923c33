import { DAY_MS } from '../../../shared/model/duration.ts';

export const RESULT_RETENTION_MS = 365 * DAY_MS;
/** How long a list waits for credits before it is canceled. */
export const MAX_PAUSED_MS = 30 * DAY_MS;
/** Time after its completion during which a list that was probably misread can be canceled. */
export const CANCELLATION_WINDOW_MS = 2 * DAY_MS;
/** How long an expected upload may take to arrive. */
export const UPLOAD_EXPIRY_MS = DAY_MS;
/** Lifetime of a presigned download URL. Browsers open the URL immediately. */
export const DOWNLOAD_LINK_SECONDS = 5 * 60;
/**
 * Longer than any worker may run, so no worker writes objects of a finished list after this time.
 */
export const LATE_WRITE_GRACE_MS = 20 * 60 * 1000;
