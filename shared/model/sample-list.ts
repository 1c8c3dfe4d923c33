/** Id of a small finished list that every account can read for free. */
export const SAMPLE_LIST_ID = 'sample';
