/** `$0.021`, `$1.25`, `$1,234` */
export const usd = (dollars: number): string =>
  dollars >= 100
    ? `$${Math.round(dollars).toLocaleString('en')}`
    : `$${dollars.toFixed(dollars < 0.1 ? 3 : 2)}`;
export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const tenth = (value: number): string => value.toFixed(1);

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
export const mean = (values: readonly number[]): number => sum(values) / values.length;

/** `90 s`, `58 min`, `8.3 h` */
export function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} min`;
  return `${tenth(seconds / 3600)} h`;
}
