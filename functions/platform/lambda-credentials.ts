import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Reads a function's credentials from the environment, where Lambda puts them. In bundles, this
 * replaces the SDK's provider for all kinds of environments, which is a quarter of the code of a
 * small function (infra/build.ts).
 */
export const defaultProvider = fromEnv;
