import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Blobs, MissingPart } from './blobs.ts';

/** Headers that are not signed, because the body does not exist yet. */
const CHECKSUMS = ['x-amz-checksum-crc32', 'x-amz-sdk-checksum-algorithm'];

/**
 * Implements `Blobs.missingParts`. Relies on the documentation of ListMultipartUploads, ListParts
 * and UploadPart. The first upload started for a key is listed first, so only one of two concurrent
 * uploads counts. A part that is sent again replaces the previous one. One list response contains
 * up to 1,000 items, more than a file has parts, and no upload key is a prefix of another. Of two
 * calls that complete an upload concurrently, one fails and finds the object when it is repeated.
 */
export async function presignMissingParts(
  client: S3Client,
  location: { readonly Bucket: string; readonly Key: string },
  { bytes, partBytes, seconds }: Parameters<Blobs['missingParts']>[1],
): Promise<MissingPart[]> {
  const { Bucket, Key: Prefix } = location;
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
  // Check after the uploads are listed, because an upload disappears when its object appears.
  const { KeyCount } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
  if (KeyCount) return [];
  const { UploadId } =
    Uploads[0] ?? (await client.send(new CreateMultipartUploadCommand(location)));
  const upload = { ...location, UploadId };
  const { Parts = [] } = await client.send(new ListPartsCommand(upload));
  const parts = Array.from({ length: Math.ceil(bytes / partBytes) }, (_, at) => {
    const size = Math.min(partBytes, bytes - at * partBytes);
    const uploaded = Parts.find(({ PartNumber, Size }) => PartNumber === at + 1 && Size === size);
    return { PartNumber: at + 1, ETag: uploaded?.ETag, size };
  });
  const missing = parts.filter(({ ETag }) => ETag === undefined);
  if (missing.length === 0) {
    const MultipartUpload = { Parts: parts };
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }));
  }
  return Promise.all(
    missing.map(async ({ PartNumber, size }) => ({
      number: PartNumber,
      url: await getSignedUrl(
        client,
        new UploadPartCommand({ ...upload, PartNumber, ContentLength: size }),
        {
          expiresIn: seconds,
          unhoistableHeaders: new Set(CHECKSUMS),
          unsignableHeaders: new Set(CHECKSUMS),
        },
      ),
    })),
  );
}
