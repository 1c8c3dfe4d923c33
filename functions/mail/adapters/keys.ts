import { aloneKey, type Key } from '../../platform/dynamo/key.ts';

export const mailKey = (mailId: string): Key => aloneKey('MAIL', mailId);

/** As in access/adapters/keys.ts. */
export const partitions = () => ({
  mail: [mailKey('*').PK],
});
