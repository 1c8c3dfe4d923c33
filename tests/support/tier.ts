/** Whether this is a run of .ci/nightly, which makes more repetitions than a push. */
export const isNight = process.env['TAMIS_TIER'] === 'night';
