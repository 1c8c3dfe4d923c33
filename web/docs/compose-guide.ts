import { rate } from '../../shared/contract/openapi/limit-text.ts';
import type { Language } from '../../shared/model/account.ts';
import { EVENT_LABELS, EVENT_SCOPES, EVENT_TYPES } from '../../shared/model/webhook.ts';
import { WELCOME_CREDITS } from '../../shared/model/credits.ts';
import { wideSpaces } from '../../shared/model/wide-spaces.ts';
import { MAX_ADDRESSES, MAX_UPLOAD_BYTES } from '../../shared/model/upload-limits.ts';
import { statusOf, VERDICT_REASONS } from '../../shared/model/verdict.ts';
import { reasonsEn } from '../../shared/texts/reasons-en.ts';
import { reasonsFr } from '../../shared/texts/reasons-fr.ts';

/** The origin that samples are written with; readers see the one of the API they use. */
export const SAMPLE_ORIGIN = 'http://localhost:3000';

/** Text of the files in samples/, by their names. */
export type Samples = Readonly<Record<string, string>>;

/** The languages of samples, in the order they are shown in. */
const LANGUAGES = [
  { ending: 'sh', label: 'curl', lang: 'bash' },
  { ending: 'mjs', label: 'JavaScript', lang: 'javascript' },
  { ending: 'py', label: 'Python', lang: 'python' },
] as const;

/**
 * A sample in every language, for the API at an origin: the first at once, the others when they are
 * opened. One of Google Apps Script, or of JavaScript alone, has no other.
 * @throws {TypeError} when one is missing
 */
function blocks(samples: Samples, name: string, origin: string): string {
  const fence = (ending: string, lang: string): string => {
    const source = samples[`${name}.${ending}`];
    if (source === undefined) throw new TypeError(`There is no sample ${name}.${ending}`);
    const code = source.replaceAll(SAMPLE_ORIGIN, origin).trimEnd();
    return ['```' + lang, code, '```'].join('\n');
  };
  const only = ['gs', 'mjs'].find((ending) => `${name}.${ending}` in samples);
  if (only !== undefined && !(`${name}.sh` in samples)) return fence(only, 'js');
  return LANGUAGES.map(({ ending, label, lang }, index) =>
    index === 0
      ? fence(ending, lang)
      : `<details><summary>${label}</summary>\n\n${fence(ending, lang)}\n\n</details>`,
  ).join('\n\n');
}

const eventTable = (language: Language): string =>
  [
    language === 'fr' ? '| Événement | Quand | Autorisation |' : '| Event | When | Scope |',
    '| --- | --- | --- |',
    ...EVENT_TYPES.map(
      (type) => `| \`${type}\` | ${EVENT_LABELS[type][language]} | ${EVENT_SCOPES[type] ?? '–'} |`,
    ),
  ].join('\n');

const MEANINGS = { en: reasonsEn, fr: reasonsFr };

const reasonTable = (language: Language): string =>
  [
    language === 'fr' ? '| Statut | Raison | Sens |' : '| Status | Reason | Meaning |',
    '| --- | --- | --- |',
    ...VERDICT_REASONS.map(
      (reason) => `| ${statusOf(reason)} | \`${reason}\` | ${MEANINGS[language][reason]} |`,
    ),
  ].join('\n');

const factsIn = (language: Language): Readonly<Record<string, string>> => ({
  max_addresses: wideSpaces(MAX_ADDRESSES.toLocaleString(language)),
  max_upload: `${MAX_UPLOAD_BYTES / 1024 ** 2} ${language === 'fr' ? 'Mo' : 'MB'}`,
  welcome: String(WELCOME_CREDITS),
  signup: '/signup',
  events: eventTable(language),
  reasons: reasonTable(language),
  ...Object.fromEntries(
    (['key_user', 'check_paid', 'upload_user', 'poll_user'] as const).map((name) => [
      name,
      rate(name, language),
    ]),
  ),
});

/**
 * Fills in the guide, where `{{name}}` is a figure of the product or a sample in all languages.
 * @param packages whether the packages are published: a name that nobody has taken yet is not told,
 *   as whoever takes it would get the keys of who installs it
 */
export function composeGuide(
  guide: string,
  samples: Samples,
  origin: string,
  language: Language = 'en',
  packages = false,
): string {
  const facts: Readonly<Record<string, string>> = { ...factsIn(language), origin };
  return guide
    .replaceAll(/\{\{#packages\}\}\n+([^]*?)\{\{\/packages\}\}\n+/g, packages ? '$1' : '')
    .replaceAll(
      /\{\{([\w-]+)\}\}/g,
      (_, name: string) => facts[name] ?? blocks(samples, name, origin),
    );
}
