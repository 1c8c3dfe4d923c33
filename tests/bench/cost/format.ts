/** Formats dollars as `$0.021`, `$1.25` or `$1,234`. */
export const formatUsd = (dollars: number): string =>
  dollars >= 100
    ? `$${Math.round(dollars).toLocaleString('en')}`
    : `$${dollars.toFixed(dollars < 0.1 ? 3 : 2)}`;
export const formatInteger = (value: number): string => Math.round(value).toLocaleString('en');

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
