/** The id of a small finished list that is the same for everybody, and free. */
export const SAMPLE_LIST = 'sample';
