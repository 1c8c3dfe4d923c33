import { contract } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { announceUpload } from '../../app/announce-upload.ts';
import { receiveMultipart } from '../../app/receive-multipart.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.upload, async ({ caller, body, form }, context) => {
  const userId = caller.user.id;
  if (form) {
    const { name: fileName, bytes } = form.file;
    return {
      data: await receiveMultipart(context, { userId, name: form.fields.name, fileName, bytes }),
    };
  }
  if (!body) throw new AppError('malformed');
  const { name, file_name: fileName, size } = body;
  return { data: await announceUpload(context, { userId, name, fileName, size }) };
});
