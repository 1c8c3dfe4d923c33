import { singletonKey, type Key } from '../../platform/dynamo/key.ts';

export const mailKey = (mailId: string): Key => singletonKey('MAIL', mailId);

/** Partition key patterns; infra/features/rights.ts grants write access to them. */
export const partitions = () => ({
  mail: [mailKey('*').PK],
});
