/** Whether this is .ci/nightly, which runs more repetitions than a push. */
export const isNight = process.env['TAMIS_TIER'] === 'night';
