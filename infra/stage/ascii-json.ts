/**
 * Escapes JSON to ASCII (RFC 8259, section 7). CloudFormation replaces other characters of a
 * template or output with `?` when it returns them (issues 1220 and 814 of its roadmap):
 * https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1220
 */
export const escapeToAscii = (json: string): string =>
  json.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
