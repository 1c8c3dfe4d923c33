const MIB = 1024 * 1024;

/** Maximum size of a file uploaded with a presigned POST or in parts, in bytes. */
export const MAX_UPLOAD_BYTES = 100 * MIB;

/** Size of each part of a multipart upload, except the last part. */
export const UPLOAD_PART_BYTES = 8 * MIB;

/**
 * Maximum size of a file in a multipart form, in bytes: Lambda accepts a payload of 6 MB, and API
 * Gateway encodes binary data as base64, which is a third longer.
 */
export const MAX_MULTIPART_BYTES = 4 * MIB;

/**
 * Maximum bytes of a result in a response; larger results are downloaded by a presigned URL. A
 * Lambda response is limited to 6 MiB, and JSON escaping makes a file of one-character cells 50%
 * larger.
 */
export const MAX_INLINE_DOWNLOAD_BYTES = 4_000_000;

/** Maximum addresses of a list submitted as JSON. */
export const MAX_JSON_LIST_ADDRESSES = 50_000;
export const MAX_ADDRESSES = 1_000_000;
/** Includes blank rows. A file of the maximum size has this many rows of twenty characters. */
export const MAX_ROWS = 5_000_000;
/** Maximum characters of a line, or of a row with line breaks in its cells. */
export const MAX_LINE_LENGTH = 64 * 1024;
/**
 * Maximum number of columns in a spreadsheet:
 * https://support.microsoft.com/en-us/office/excel-specifications-and-limits-1672b34d-7043-467e-8e27-269d656771c3
 */
export const MAX_COLUMN = 16_384;
export const MAX_LIST_NAME_LENGTH = 120;
/** Maximum length on common file systems. */
export const MAX_FILE_NAME_LENGTH = 255;
export const UPLOAD_EXTENSIONS = ['.csv', '.txt'] as const;
/** Seconds that a browser may wait before it starts an upload with a presigned POST. */
export const UPLOAD_FORM_LIFETIME_SECONDS = 15 * 60;
