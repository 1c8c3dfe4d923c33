import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Reads a function's credentials from the environment, where Lambda puts them. In bundles, this
 * replaces the SDK's provider for all environments, which would be a quarter of a small function's
 * code (infra/build.ts).
 */
export const defaultProvider = fromEnv;
