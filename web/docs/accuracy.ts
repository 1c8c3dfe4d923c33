import type { Language } from '../../shared/model/account.ts';
import {
  MEASURED_ACCURACY,
  type MeasuredAccuracy,
} from '../../shared/model/bounces/measured-accuracy.ts';
import { wilsonInterval } from '../../shared/model/bounces/wilson.ts';
import { createFormatters } from '../src/lib/format.ts';
import { labels } from './texts.ts';

/**
 * Returns a sentence with the measured rate of hard bounces, or a sentence that there are too few
 * reports.
 */
export function formatAccuracy(
  language: Language,
  measured: MeasuredAccuracy | null = MEASURED_ACCURACY,
): string {
  const { number, rate, day } = createFormatters(language);
  const { sent = 0, bounced = 0 } = measured?.statuses.deliverable ?? {};
  if (!measured || sent === 0) return labels[language].notMeasured;
  const [low, high] = wilsonInterval(bounced, sent);
  const figures: Readonly<Record<string, string>> = {
    sent: number(sent),
    bounced: number(bounced),
    rate: rate(bounced / sent),
    low: rate(low),
    high: rate(high),
    reports: number(measured.reports),
    date: day(measured.at),
  };
  return labels[language].accuracy.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => figures[name] ?? '',
  );
}
