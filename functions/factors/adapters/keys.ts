import { key, type Key, singletonKey, userPartition } from '../../platform/dynamo/key.ts';
import { factorSecretKey } from '../../platform/secrets/account-secrets.ts';

export const factorsKey = (userId: string): Key => key(userPartition(userId), 'FACTORS');
export const challengeKey = (challengeHash: string): Key =>
  singletonKey('CHALLENGE', challengeHash);

/** Partition key patterns; infra/features/rights.ts grants write access to them. */
export const partitions = () => ({
  factors: [userPartition('*'), challengeKey('*').PK, factorSecretKey('*').PK],
  challenges: [challengeKey('*').PK],
});
