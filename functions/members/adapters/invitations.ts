import * as z from 'zod/mini';
import { MEMBER_ROLES } from '../../../shared/model/account.ts';
import { TOMBSTONE_RETENTION_YEARS, ttlYearsAfter } from '../../../shared/model/retention.ts';
import type { AccountWrites } from '../../access/adapters/account-writes.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { deleteWrite, itemExists, putWrite } from '../../platform/dynamo/expression.ts';
import { createItemReader } from '../../platform/dynamo/stored-items.ts';
import { invitationKey, noInvitationKey } from './keys.ts';

const stored = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  /** Id of the person who sent the last email. */
  by: z.string(),
  /** When the last email was sent, and when its link expires, in epoch milliseconds. */
  sentAt: z.number(),
  expiresAt: z.number(),
});
export type Invitation = Readonly<z.infer<typeof stored>>;

/** Open invitations of an account. Accepting or declining an invitation deletes it. */
export interface Invitations {
  find(accountId: string, id: string): Promise<Invitation | undefined>;
  /** Lists invitations, oldest first, including expired ones that the table still contains. */
  list(accountId: string): Promise<Invitation[]>;
  /** Does nothing if the account is gone. */
  put(
    accountId: string,
    invitation: Invitation,
    ...also: readonly TransactionStep[]
  ): Promise<void>;
  /** The write fails if the invitation is gone, so that it is accepted or declined only once. */
  deleteWrite(accountId: string, id: string): TransactionStep;
  /** Returns false if the invitation is gone. */
  delete(accountId: string, id: string, ...also: readonly TransactionStep[]): Promise<boolean>;
  block(addressHmac: string, now: number): Promise<void>;
  /** @param addressHmacs all HMACs under which the refusal may be stored */
  isBlocked(addressHmacs: readonly string[]): Promise<boolean>;
}

export function createInvitations(
  db: Db,
  accounts: Pick<AccountWrites, 'invitationWrite'>,
): Invitations {
  const { get: find, list } = createItemReader(db, stored, invitationKey);
  const invitations: Invitations = {
    find,
    list,

    async put(accountId, invitation, ...also) {
      const ttl = Math.ceil(invitation.expiresAt / 1000);
      const item = { ...invitationKey(accountId, invitation.id), ...invitation, ttl };
      const sent = accounts.invitationWrite(accountId, `${invitation.id} ${invitation.sentAt}`);
      await db.transact([putWrite(item), sent, ...also]);
    },

    deleteWrite: (accountId, id) => deleteWrite(invitationKey(accountId, id), itemExists),

    delete: async (accountId, id, ...also) =>
      !(await db.transact([invitations.deleteWrite(accountId, id), ...also])),

    async block(addressHmac, now) {
      const ttl = ttlYearsAfter(new Date(now).toISOString(), TOMBSTONE_RETENTION_YEARS);
      await db.put({ ...noInvitationKey(addressHmac), ttl });
    },

    async isBlocked(addressHmacs) {
      const keys = addressHmacs.map(noInvitationKey);
      return (await db.batchGet(keys, { consistent: true })).length > 0;
    },
  };
  return invitations;
}
