import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * The credentials of a function, which Lambda hands over in its environment. In a bundle this takes
 * the place of the SDK's provider for every surrounding, which is a quarter of the code of a small
 * function (infra/build.ts).
 */
export const defaultProvider = fromEnv;
