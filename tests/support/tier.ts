/** Whether this is the nightly run (.ci/nightly), which repeats tests more often than others. */
export const isNight = process.env['TAMIS_TIER'] === 'night';
