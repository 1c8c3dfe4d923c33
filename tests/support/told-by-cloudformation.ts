/**
 * A template or an output as CloudFormation tells it:
 * https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1220
 */
export const toldByCloudFormation = (text: string): string => text.replaceAll(/\P{ASCII}/gu, '?');
