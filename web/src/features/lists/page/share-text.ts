import { useFormat } from '../../../lib/use-format.ts';

/** Writes a percentage of what may be there all the same: 0 % means none. */
export function useShareText(): (percent: number, count: number) => string {
  const format = useFormat();
  return (percent, count) =>
    percent === 0 && count > 0 ? `<\u00a0${format.percent(0.01)}` : format.percent(percent / 100);
}
