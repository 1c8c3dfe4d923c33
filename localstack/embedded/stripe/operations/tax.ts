const FRENCH_VAT = 0.2;

/** Cents of value-added tax on a price without it. Every customer of the fake lives in France. */
export const taxOn = (amount: number, automaticTax: boolean): number =>
  automaticTax ? Math.round(amount * FRENCH_VAT) : 0;
