import type { EdgeContext, Operation, S3Response } from './context.ts';
import { readPostForm } from './form-data.ts';
import { checkPolicy } from './post-policy.ts';
import type { FormFields } from './post-policy.ts';
import {
  XML_DECLARATION,
  accessDenied,
  elementsXml,
  invalidArgument,
  notImplemented,
} from './s3-error.ts';
import { checkKey, encodePath } from './s3-request.ts';

/**
 * The upload of one file by a form with a signed policy (a presigned POST).
 * The size is counted while the file streams, so that no more than the policy allows is stored.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-post-example.html
 */
export const postObject: Operation = async (context, { message, bucket, headers }) => {
  const form = await readPostForm(message);
  const fields = completeFields(form.fields, bucket, form.fileName);
  const key = fields.get('key') ?? '';
  const policy = await verifiedPolicy(context, fields);
  const range = checkPolicy(policy, fields, context.now());

  return context.lock(`${bucket}/${key}`, async () => {
    const sent = { headers: Object.fromEntries(fields), body: form.file, range };
    const stored = await context.upstream.write({ bucket, key, ...sent });
    await context.notify('Post', { bucket, key, ...stored });
    const location = `http://${headers['host'] ?? ''}${encodePath(bucket, key)}`;
    const { etag } = stored;
    return success(fields.get('success_action_status'), { location, bucket, key, etag });
  });
};

/** The fields as the policy sees them: the bucket is that of the URL, the key is final. */
function completeFields(form: FormFields, bucket: string, fileName: string): FormFields {
  const template = form.get('key');
  if (template === undefined || template === '')
    throw invalidArgument("Bucket POST must contain a field named 'key'.");
  if (form.has('success_action_redirect') || form.has('redirect'))
    throw notImplemented('success_action_redirect');
  const key = template.replaceAll('${filename}', () => fileName);
  checkKey(key);
  return new Map([...form, ['bucket', bucket], ['key', key]]);
}

/** @throws {S3Error} when the form is not signed, or not by us */
async function verifiedPolicy({ signatures }: EdgeContext, fields: FormFields): Promise<string> {
  const policy = fields.get('policy');
  const credential = fields.get('x-amz-credential');
  const date = fields.get('x-amz-date');
  const signature = fields.get('x-amz-signature');
  if (
    policy === undefined ||
    credential === undefined ||
    date === undefined ||
    signature === undefined
  )
    throw accessDenied();
  await signatures.verifyPolicy(policy, { credential, date, signature });
  return policy;
}

function success(
  wanted: string | undefined,
  { location, bucket, key, etag }: Record<'location' | 'bucket' | 'key' | 'etag', string>,
): S3Response {
  const headers = { location, etag };
  if (wanted !== '201') return { status: wanted === '200' ? 200 : 204, headers };
  const elements = elementsXml({ Location: location, Bucket: bucket, Key: key, ETag: etag });
  return {
    status: 201,
    headers: { ...headers, 'content-type': 'application/xml' },
    body: `${XML_DECLARATION}<PostResponse>${elements}</PostResponse>`,
  };
}
