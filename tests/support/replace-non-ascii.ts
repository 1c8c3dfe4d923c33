/**
 * Converts a template or output to what CloudFormation returns, with `?` for each non-ASCII
 * character: https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1220
 */
export const replaceNonAscii = (text: string): string => text.replaceAll(/\P{ASCII}/gu, '?');
