import type { Accounts, ApiKeys, User } from '../ports.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Ids } from '../../platform/clock.ts';
import { hashApiKey, isApiKey, makeApiKey, seal, unseal } from './api-key.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { apiKeyKey, userKey } from './keys.ts';

const ROUNDS = 3;

/** API keys on the single table: the look-up item by hash, the sealed copy on the profile. */
export function createApiKeys(
  db: Db,
  accounts: Accounts,
  secrets: Secrets,
  ids: Ids,
  log: Log,
): ApiKeys {
  const table = db.table;

  /** Both answer whether the account still was as it was read. */
  async function grant(user: User): Promise<boolean> {
    const key = makeApiKey(Buffer.from(ids.token(32), 'base64url'));
    const hash = hashApiKey(key);
    const nonce = Buffer.from(ids.token(12), 'base64url');
    const sealed = seal(await secrets.key('api-key'), nonce, user.id, key);
    const cancelled = await db.transact([
      {
        Update: {
          TableName: table,
          Key: { ...userKey(user.id) },
          UpdateExpression: 'SET paid = :yes, apiKeyHash = :hash, apiKeySealed = :sealed',
          ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(apiKeyHash)',
          ExpressionAttributeValues: { ':yes': true, ':hash': hash, ':sealed': sealed },
        },
      },
      { Put: { TableName: table, Item: { ...apiKeyKey(hash), userId: user.id } } },
    ]);
    return cancelled === undefined;
  }

  async function revoke(user: User, hash: string): Promise<boolean> {
    const cancelled = await db.transact([
      {
        Update: {
          TableName: table,
          Key: { ...userKey(user.id) },
          UpdateExpression: 'SET paid = :no REMOVE apiKeyHash, apiKeySealed',
          ConditionExpression: 'apiKeyHash = :hash',
          ExpressionAttributeValues: { ':no': false, ':hash': hash },
        },
      },
      { Delete: { TableName: table, Key: { ...apiKeyKey(hash) } } },
    ]);
    return cancelled === undefined;
  }

  return {
    async findUser(key) {
      if (!isApiKey(key)) return undefined;
      const item = await db.get(apiKeyKey(hashApiKey(key)));
      return item && String(item['userId']);
    },

    async reveal({ id, apiKeySealed }) {
      if (apiKeySealed === undefined) return null;
      const key = await secrets.key('api-key');
      try {
        return unseal(key, id, apiKeySealed);
      } catch (error) {
        log.error('api_key_unreadable', error, { userId: id });
        return null;
      }
    },

    async setPaid(userId, paid) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const user = await accounts.get(userId);
        const hash = user?.apiKeyHash;
        if (!user || paid === (hash !== undefined)) return;
        if (hash === undefined ? await grant(user) : await revoke(user, hash)) return;
      }
      throw new Error(`the API key of ${userId} keeps changing`);
    },
  };
}
