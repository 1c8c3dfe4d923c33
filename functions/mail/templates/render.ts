import { escapeMarkup as escape } from '../../../shared/model/escape-markup.ts';
import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import type { UnrenderedMail } from './templates.ts';

export interface RenderableMail extends UnrenderedMail {
  readonly language: string;
  readonly greeting: string;
  readonly signature: string;
  readonly colon: string;
  readonly footer: string;
  readonly support?: { readonly label: string; readonly href: string };
  /** Origin of the action links, without a trailing slash. */
  readonly origin: string;
}

/** Renders plain text with LF line endings. */
export function renderText(letter: RenderableMail): string {
  const [first = '', ...rest] = letter.paragraphs;
  const { code, colon, facts, action, support } = letter;
  const blocks = [
    letter.greeting,
    first,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(facts ? [facts.map(([label, value]) => `    ${label}${colon}${value}`).join('\n')] : []),
    ...rest,
    ...(action ? [`${action.label}${colon}${letter.origin}${action.path}`] : []),
    letter.signature,
    `-- \n${letter.footer}${support ? `\n${support.label}${colon}${support.href.replace(/^mailto:/, '')}` : ''}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

// Many email programs support neither style sheets nor custom properties. All styles are therefore
// inline, except for the dark theme, which these programs do not show.
const TEXT_COLOR = '#1d2a30';
const MUTED_COLOR = '#5b6b73';
const BORDER_COLOR = '#dfe5e8';
const ACCENT_COLOR = '#0b6b5c';
const VERDICT_COLORS = [
  ['valid', '#1b6e3c'],
  ['invalid', '#a92b22'],
  ['risky', '#c98a2b'],
  ['unknown', '#8b959c'],
] as const;
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const DARK_STYLES =
  '<style>@media (prefers-color-scheme:dark){.page{background:#111614!important}' +
  '.card{background:#181f1c!important;border-color:#2c3531!important}' +
  '.ink{color:#eaeee9!important;border-color:#2c3531!important}' +
  '.muted{color:#a3aea7!important;border-color:#2c3531!important}.accent{color:#5cc7a3!important}}</style>';

/** Renders the inbox preview. The padding keeps the body out of the preview. */
const preheader = (text: string): string =>
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escape(text)}${'&#847; '.repeat(80)}</div>`;

const WORDMARK = `<p class="accent" style="margin:0 0 24px;font-size:20px;line-height:24px;font-weight:700;letter-spacing:-0.4px;color:${ACCENT_COLOR}">${PRODUCT_NAME}</p>`;

const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;color:${TEXT_COLOR}">${escape(text)}</p>`;

const codeBlock = (code: string): string =>
  `<p class="ink" style="margin:8px 0 24px;font-size:34px;line-height:44px;font-weight:600;letter-spacing:10px;color:${TEXT_COLOR}">${escape(code)}</p>`;

const factRow = ([label, value]: readonly [string, string]): string =>
  `<tr><td class="muted" style="padding:8px 24px 8px 0;border-bottom:1px solid ${BORDER_COLOR};font-size:15px;color:${MUTED_COLOR}">${escape(label)}</td>` +
  `<td class="ink" align="right" style="padding:8px 0;border-bottom:1px solid ${BORDER_COLOR};font-size:15px;font-weight:600;color:${TEXT_COLOR}">${escape(value)}</td></tr>`;

const factTable = (facts: NonNullable<UnrenderedMail['facts']>): string =>
  `<table cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 24px;border-collapse:collapse">${facts.map(factRow).join('')}</table>`;

/** Renders one cell per kind of verdict. Padding keeps even the smallest share visible. */
function barTable(bar: NonNullable<UnrenderedMail['bar']>): string {
  const shares = VERDICT_COLORS.map(([kind, color]) => [color, bar[kind] ?? 0] as const);
  const total = shares.reduce((sum, [, count]) => sum + count, 0);
  const cells = shares.map(([color, count]) =>
    count === 0
      ? ''
      : `<td width="${(100 * count) / total}%" height="12" bgcolor="${color}" style="padding:0 1px;font-size:0;line-height:0"></td>`,
  );
  return `<table aria-hidden="true" cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 8px"><tr>${cells.join('')}</tr></table>`;
}

/** Outlook ignores the padding of links, so the cell has padding that only Outlook applies. */
const button = (label: string, href: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td bgcolor="${ACCENT_COLOR}" style="border-radius:8px;mso-padding-alt:12px 22px"><a href="${escape(href)}" style="display:inline-block;padding:12px 22px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escape(label)}</a></td></tr></table>`;

const link = (label: string, href: string): string =>
  `<br><a href="${escape(href)}" class="muted" style="color:${MUTED_COLOR}">${escape(label)}</a>`;

/** Renders an HTML page without images, scripts or external resources. */
export function renderHtml(letter: RenderableMail): string {
  const [first = '', ...rest] = letter.paragraphs;
  const { code, bar, facts, action, support } = letter;
  const content = [
    WORDMARK,
    paragraph(letter.greeting),
    paragraph(first),
    code === undefined ? '' : codeBlock(code),
    bar ? barTable(bar) : '',
    facts ? factTable(facts) : '',
    ...rest.map(paragraph),
    action ? button(action.label, `${letter.origin}${action.path}`) : '',
    paragraph(letter.signature),
  ];
  return [
    `<!doctype html><html lang="${escape(letter.language)}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escape(letter.subject)}</title>${DARK_STYLES}</head>`,
    `<body class="page" style="margin:0;padding:24px 12px;background:#f4f6f7;${FONT}">`,
    preheader(first),
    // Outlook ignores the maximum width, so the wrapper has a fixed width for Outlook.
    '<!--[if mso]><table role="presentation" align="center" width="520"><tr><td><![endif]-->',
    `<div class="card" style="max-width:520px;margin:0 auto;padding:32px 28px 16px;background:#ffffff;border:1px solid ${BORDER_COLOR};border-radius:12px">`,
    ...content,
    `<p class="muted" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid ${BORDER_COLOR};font-size:13px;line-height:20px;color:${MUTED_COLOR}">${escape(letter.footer)}${support ? link(support.label, support.href) : ''}</p>`,
    '</div><!--[if mso]></td></tr></table><![endif]--></body></html>',
  ].join('');
}
