/** Additional columns of a result whose suggested corrections were verified. */
export const CORRECTION_COLUMNS = ['corrected', 'corrected_status'] as const;
