/** Second factors; recovery codes exist while a user has at least one of them. */
export const FACTORS = ['totp', 'passkey'] as const;
export type FactorKind = (typeof FACTORS)[number];

export const MAX_PASSKEYS = 5;

export const CHALLENGE_LIFETIME_MS = 5 * 60_000;
/** Tolerated difference between our clock and that of an identity provider. */
export const PROVIDER_CLOCK_TOLERANCE_MS = 60_000;
