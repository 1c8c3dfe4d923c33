/** Whether .ci/nightly runs, which repeats with more what every push has. */
export const isNight = process.env['TAMIS_TIER'] === 'night';
