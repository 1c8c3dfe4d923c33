/** Whether this is the nightly run (.ci/nightly), which repeats tests more often than .ci/run. */
export const isNightly = process.env['TAMIS_TIER'] === 'night';
