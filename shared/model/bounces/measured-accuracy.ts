import type { VerdictStatus } from '../verdict.ts';

export interface MeasuredAccuracy {
  /** Date of the measurement, such as `2026-11-26`. */
  readonly at: string;
  /** Number of bounce reports that specify which list was mailed, and when. */
  readonly reports: number;
  /** Mailed addresses and their hard bounces, by verdict. */
  readonly statuses: Readonly<Partial<Record<VerdictStatus, { sent: number; bounced: number }>>>;
}

/** The accuracy that the public guide states; null while there are too few reports. */
export const MEASURED_ACCURACY: MeasuredAccuracy | null = null;
