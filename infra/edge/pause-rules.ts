import { errorCatalog } from '../../shared/contract/errors.ts';
import { getText } from '../../shared/texts/text.ts';

const { status, text } = errorCatalog.service_paused;
const page = (['en', 'fr'] as const)
  .map((language) => `<p lang="${language}">${getText(language, text)}.</p>`)
  .join('');

/**
 * Response bodies of a paused stage. WAF allows 4 KB for each. They are ASCII, because
 * CloudFormation returns no other characters.
 */
export const PAUSE_BODIES = {
  service_paused: {
    contentType: 'APPLICATION_JSON',
    content: JSON.stringify({ message: [getText('en', text)], code: 'service_paused' }),
  },
  pausePage: {
    contentType: 'TEXT_HTML',
    content: `<!doctype html><meta charset="utf-8"><title>Tamis</title>${page}`.replaceAll(
      /[^ -~]/g,
      (letter) => `&#${letter.charCodeAt(0)};`,
    ),
  },
} as const;

const refuse = (Priority: number, Name: string, RegexString: string, body: PauseBody) => ({
  Name,
  Priority,
  Action: {
    Block: {
      CustomResponse: {
        ResponseCode: status,
        CustomResponseBodyKey: body,
        ResponseHeaders: Object.entries({ 'Cache-Control': 'no-store', 'Retry-After': '300' }).map(
          ([header, Value]) => ({ Name: header, Value }),
        ),
      },
    },
  },
  Statement: {
    RegexMatchStatement: {
      RegexString,
      FieldToMatch: { UriPath: {} },
      TextTransformations: [{ Priority: 0, Type: 'NONE' }],
    },
  },
  VisibilityConfig: {
    MetricName: Name,
    CloudWatchMetricsEnabled: true,
    SampledRequestsEnabled: true,
  },
});
type PauseBody = keyof typeof PAUSE_BODIES;

/**
 * Rules that `stage:pause` adds before the template's rules. In the template, they would cost $2 a
 * month:
 * https://docs.aws.amazon.com/waf/latest/APIReference/API_Rule.html
 */
export const PAUSE_RULES = [
  refuse(0, 'pausedCalls', '^/api/', 'service_paused'),
  refuse(1, 'pausedPages', '^/', 'pausePage'),
];
