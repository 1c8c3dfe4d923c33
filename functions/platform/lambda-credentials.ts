import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Reads a function's credentials from the environment, where Lambda puts them. In bundles, this
 * replaces the SDK's default provider chain, which would be a quarter of a small function's code
 * (infra/build.ts).
 */
export const defaultProvider = fromEnv;
