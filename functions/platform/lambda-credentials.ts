import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Lambda passes a function's credentials in its environment. In bundles this replaces the SDK's
 * provider for all environments, a quarter of the code of a small function (infra/build.ts).
 */
export const defaultProvider = fromEnv;
