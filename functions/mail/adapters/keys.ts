import { singletonKey, type Key } from '../../platform/dynamo/key.ts';

export const mailKey = (mailId: string): Key => singletonKey('MAIL', mailId);

/** As in access/adapters/keys.ts. */
export const partitions = () => ({
  mail: [mailKey('*').PK],
});
