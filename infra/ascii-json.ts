/**
 * The same JSON in ASCII alone, every other UTF-16 unit as `\uXXXX` (RFC 8259, section 7). When
 * CloudFormation tells a template or an output, it has `?` in the place of other characters:
 * https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1220 and, for
 * outputs, issue 814
 */
export const asciiJson = (json: string): string =>
  json.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
