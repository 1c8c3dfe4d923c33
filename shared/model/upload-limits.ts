const MIB = 1024 * 1024;

/** Largest file a presigned upload takes, in bytes. */
export const MAX_UPLOAD_BYTES = 100 * MIB;

/** Of each part of a file that is sent in parts, but the last one. */
export const UPLOAD_PART_BYTES = 8 * MIB;

/**
 * Largest file in a multipart call, in bytes: Lambda takes 6 MB of payload and the gateway hands
 * binary over as base64, a third longer.
 */
export const MAX_MULTIPART_BYTES = 4 * MIB;

/**
 * Largest result that travels in the response itself, in bytes; above it the response is a
 * presigned link. In a Lambda's response a cell of one character grows by half, and 6 MiB is its
 * limit.
 */
export const MAX_INLINE_DOWNLOAD_BYTES = 4_000_000;

/** Addresses of a list that comes as JSON. */
export const MAX_LISTED_ADDRESSES = 50_000;
export const MAX_ADDRESSES = 1_000_000;
/** Blank ones included: as many as a file of the largest size has of twenty characters. */
export const MAX_ROWS = 5_000_000;
/** In characters; a row with line breaks in its cells is no longer either. */
export const MAX_LINE_LENGTH = 64 * 1024;
/**
 * The columns of a spreadsheet:
 * https://support.microsoft.com/en-us/office/excel-specifications-and-limits-1672b34d-7043-467e-8e27-269d656771c3
 */
export const MAX_COLUMN = 16_384;
export const MAX_LIST_NAME_LENGTH = 120;
/** Where file systems end. */
export const MAX_FILE_NAME_LENGTH = 255;
export const UPLOAD_EXTENSIONS = ['.csv', '.txt'] as const;
/** How long a browser may begin to send a file with the form that it was given. */
export const UPLOAD_FORM_SECONDS = 15 * 60;
