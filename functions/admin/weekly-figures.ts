import { WEEKLY_FIGURE_COUNT, type WeeklyFiguresRow } from '../../shared/contract/admin.ts';
import { weeksUpTo } from '../credits/rules/figures.ts';
import type { AdminDeps } from './deps.ts';

export async function getWeeklyFigures({
  clock,
  figures,
}: Pick<AdminDeps, 'clock' | 'figures'>): Promise<WeeklyFiguresRow[]> {
  const weeks = weeksUpTo(clock.now(), WEEKLY_FIGURE_COUNT);
  const figuresByWeek = await figures.read(weeks);
  const first = weeks.find((week) => figuresByWeek.has(week));
  return weeks.map((week) => {
    if (first === undefined || week < first)
      return { week, signups: null, verified: null, revenue_cents: null };
    const { signups = 0, verified = 0, revenueCents = 0 } = figuresByWeek.get(week) ?? {};
    // Show 0 instead of a negative sum, which results from undoing a check or refunding a payment
    // that predates the recorded figures.
    return {
      week,
      signups,
      verified: Math.max(0, verified),
      revenue_cents: Math.max(0, revenueCents),
    };
  });
}
