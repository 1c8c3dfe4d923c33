type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';

/** A moment of each week, in UTC. */
export type WeeklyMoment = `${Weekday} ${number}:${number}`;

/** When a schedule runs: at a steady rate, of half a week at most, or once a week. */
export type Timing =
  | { readonly everyMinutes: number; readonly on?: undefined }
  | { readonly on: WeeklyMoment; readonly everyMinutes?: undefined };

const WEEK_MINUTES = 7 * 24 * 60;

/** Minutes between two runs. */
export const minutesBetween = ({ everyMinutes = WEEK_MINUTES }: Timing): number => everyMinutes;

/** `monday 06:00` as fields of a cron expression. */
export function cronOf(moment: WeeklyMoment): {
  readonly weekDay: string;
  readonly hour: string;
  readonly minute: string;
} {
  const [day = '', hour, minute] = moment.split(/[ :]/);
  return {
    weekDay: day.slice(0, 3).toUpperCase(),
    hour: String(Number(hour)),
    minute: String(Number(minute)),
  };
}
