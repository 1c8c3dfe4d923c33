import { key, type Key, singletonKey, userPartition } from '../../platform/dynamo/key.ts';

export const invitationKey = (accountId: string, id: string): Key =>
  key(userPartition(accountId), `INVITATION#${id}`);
/** @param addressHmac HMAC-SHA256 of an address whose owner wants no invitations, in hex */
export const noInvitationKey = (addressHmac: string): Key =>
  singletonKey('NOINVITATION', addressHmac);

/** Partition key patterns; infra/features/rights.ts grants write access to them. */
export const partitions = () => ({
  invitations: [userPartition('*'), noInvitationKey('*').PK],
});
