import { FIGURE_WEEKS, type WeekRow } from '../../shared/contract/admin.ts';
import { weeksUpTo } from '../credits/rules/figures.ts';
import type { AdminDeps } from './deps.ts';

/** What the product did in each of the last weeks, oldest first. */
export async function weeklyFigures({
  clock,
  figures,
}: Pick<AdminDeps, 'clock' | 'figures'>): Promise<WeekRow[]> {
  const weeks = weeksUpTo(clock.now(), FIGURE_WEEKS);
  const counted = await figures.read(weeks);
  const first = weeks.find((week) => counted.has(week));
  return weeks.map((week) => {
    if (first === undefined || week < first)
      return { week, signups: null, verified: null, revenue_cents: null };
    const { signups = 0, verified = 0, revenueCents = 0 } = counted.get(week) ?? {};
    // What comes back of a check or a payment of before anything was counted is none of it.
    return {
      week,
      signups,
      verified: Math.max(0, verified),
      revenue_cents: Math.max(0, revenueCents),
    };
  });
}
