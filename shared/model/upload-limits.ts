const MIB = 1024 * 1024;

/** Largest file of a presigned upload, in bytes. */
export const MAX_UPLOAD_BYTES = 100 * MIB;

/** Size of each part in a multipart upload except the last one. */
export const UPLOAD_PART_BYTES = 8 * MIB;

/**
 * Largest file in a multipart form, in bytes: Lambda accepts 6 MB of payload, and the gateway
 * passes binary data as base64, a third longer.
 */
export const MAX_MULTIPART_BYTES = 4 * MIB;

/**
 * Largest result returned inline, in bytes; larger ones are returned as a presigned link. A
 * one-character cell grows by half in a Lambda response, whose limit is 6 MiB.
 */
export const MAX_INLINE_DOWNLOAD_BYTES = 4_000_000;

/** Maximum addresses of a list submitted as JSON. */
export const MAX_LISTED_ADDRESSES = 50_000;
export const MAX_ADDRESSES = 1_000_000;
/** Includes blank rows: what a file of the largest size has at twenty characters per row. */
export const MAX_ROWS = 5_000_000;
/** In characters; also applies to a row with line breaks in its cells. */
export const MAX_LINE_LENGTH = 64 * 1024;
/**
 * Columns of a spreadsheet:
 * https://support.microsoft.com/en-us/office/excel-specifications-and-limits-1672b34d-7043-467e-8e27-269d656771c3
 */
export const MAX_COLUMN = 16_384;
export const MAX_LIST_NAME_LENGTH = 120;
/** Limit of common file systems. */
export const MAX_FILE_NAME_LENGTH = 255;
export const UPLOAD_EXTENSIONS = ['.csv', '.txt'] as const;
/** How long a browser may start uploading with a presigned form. */
export const UPLOAD_FORM_SECONDS = 15 * 60;
