import { contract } from '../../../shared/contract/index.ts';
import { downloadResult } from '../../app/download-result.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.download, async ({ caller, body }, context) => {
  const result = await downloadResult(context, caller.user.id, body.file_id, body.type);
  if (result.kind === 'file') return result;
  return { data: { url: result.url, expires_at: result.expires_at } };
});
