/** `night` for the nightly run, and `all` for `.ci/run all`; otherwise undefined. */
const tier = process.env['TAMIS_TIER'];

/** Whether this is the nightly run (.ci/nightly), which repeats tests more often than .ci/run. */
export const isNightly = tier === 'night';

/** Whether tests run even if the change since main does not affect them. */
export const runsAll = isNightly || tier === 'all';
