export interface PagePlace {
  /** Number of the first row shown, counted from 1; null on an empty page. */
  readonly from: number | null;
  readonly current_page: number;
  /** 1 when there is nothing. */
  readonly last_page: number;
  readonly total: number;
}

/** One page of rows; a page out of range is empty. */
export function pageOf<T>(
  rows: readonly T[],
  page: number,
  size: number,
): PagePlace & { readonly data: readonly T[] } {
  const start = (page - 1) * size;
  const data = rows.slice(start, start + size);
  return {
    data,
    from: data.length > 0 ? start + 1 : null,
    current_page: page,
    last_page: Math.max(1, Math.ceil(rows.length / size)),
    total: rows.length,
  };
}
