/** Euro cents as people read them everywhere, `€1,000.00`: programs compare it, so it has one form. */
export const euros = (cents: number): string =>
  (cents / 100).toLocaleString('en', { style: 'currency', currency: 'EUR' });
