import { readdirSync, readFileSync } from 'node:fs';
import { formatRate } from '../../shared/contract/openapi/describe-rate-limits.ts';
import type { Language } from '../../shared/model/account.ts';
import { EVENT_LABELS, EVENT_SCOPES, EVENT_TYPES } from '../../shared/model/webhook.ts';
import { WELCOME_CREDITS } from '../../shared/model/credits.ts';
import { replaceNarrowSpaces } from '../../shared/model/wide-spaces.ts';
import { MAX_ADDRESSES, MAX_UPLOAD_BYTES } from '../../shared/model/upload-limits.ts';
import { statusForReason, VERDICT_REASONS } from '../../shared/model/verdict.ts';
import { reasonsEn } from '../../shared/texts/reasons-en.ts';
import { reasonsFr } from '../../shared/texts/reasons-fr.ts';
import { SAMPLE_ORIGIN } from './guide-packages.ts';
import { labels } from './texts.ts';
import {
  MEASURED_ACCURACY,
  type MeasuredAccuracy,
} from '../../shared/model/bounces/measured-accuracy.ts';
import { wilsonInterval } from '../../shared/model/bounces/wilson.ts';
import { createFormatters } from '../src/lib/format.ts';

/** Returns a sentence with the rate of hard bounces, or that there are too few reports. */
export function formatAccuracy(
  language: Language,
  measured: MeasuredAccuracy | null = MEASURED_ACCURACY,
): string {
  const { number, rate, day } = createFormatters(language);
  const { sent = 0, bounced = 0 } = measured?.statuses.deliverable ?? {};
  if (!measured || sent === 0) return labels[language].notMeasured;
  const [low, high] = wilsonInterval(bounced, sent);
  const figures: Readonly<Record<string, string>> = {
    sent: number(sent),
    bounced: number(bounced),
    rate: rate(bounced / sent),
    low: rate(low),
    high: rate(high),
    reports: number(measured.reports),
    date: day(measured.at),
  };
  return labels[language].accuracy.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => figures[name] ?? '',
  );
}

const here = (path: string): URL => new URL(path, import.meta.url);
const read = (path: string): string => readFileSync(here(path), 'utf8');

const samples: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(here('samples')).map((name) => [name, read(`samples/${name}`)]),
);

/** Programming languages of the samples, in display order. */
const LANGUAGES = [
  { extension: 'sh', label: 'curl', lang: 'bash' },
  { extension: 'mjs', label: 'JavaScript', lang: 'javascript' },
  { extension: 'py', label: 'Python', lang: 'python' },
  { extension: 'go', label: 'Go', lang: 'go' },
  { extension: 'gs', label: 'Google Apps Script', lang: 'js' },
] as const;

const RESPONSES = [
  { extension: 'response.json', lang: 'json' },
  { extension: 'response.csv', lang: 'csv' },
  { extension: 'response.txt', lang: 'text' },
] as const;

/**
 * Renders a sample in all its programming languages, the first one visible and the others
 * collapsed, followed by its responses.
 * @throws {TypeError} if there is no such sample
 */
function renderSamples(name: string, language: Language): string {
  const fence = (extension: string, lang: string): string =>
    ['```' + lang, samples[`${name}.${extension}`]?.trimEnd(), '```'].join('\n');
  const isGiven = ({ extension }: { extension: string }) => `${name}.${extension}` in samples;
  const given = LANGUAGES.filter(isGiven);
  if (given.length === 0) throw new TypeError(`There is no sample ${name}`);
  const programs = given.map(({ extension, label, lang }, index) =>
    index === 0
      ? fence(extension, lang)
      : `<details><summary>${label}</summary>\n\n${fence(extension, lang)}\n\n</details>`,
  );
  const responses = RESPONSES.filter(isGiven).map(
    ({ extension, lang }) => `${labels[language].response}:\n\n${fence(extension, lang)}`,
  );
  return [...programs, ...responses].join('\n\n');
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
      (reason) => `| ${statusForReason(reason)} | \`${reason}\` | ${MEANINGS[language][reason]} |`,
    ),
  ].join('\n');

const placeholderValues = (language: Language): Readonly<Record<string, string>> => ({
  max_addresses: replaceNarrowSpaces(MAX_ADDRESSES.toLocaleString(language)),
  max_upload: `${MAX_UPLOAD_BYTES / 1024 ** 2} ${language === 'fr' ? 'Mo' : 'MB'}`,
  welcome: String(WELCOME_CREDITS),
  origin: SAMPLE_ORIGIN,
  signup: '/signup',
  events: eventTable(language),
  reasons: reasonTable(language),
  accuracy: formatAccuracy(language),
  ...Object.fromEntries(
    (['key_user', 'check_paid', 'upload_user', 'poll_user', 'bounce_user'] as const).map((name) => [
      name,
      formatRate(name, language),
    ]),
  ),
});

/** Replaces each `{{name}}` with a value, such as a limit, or with the sample of this name. */
export function composeGuide(guide: string, language: Language): string {
  const values = placeholderValues(language);
  return guide.replaceAll(
    /\{\{([\w-]+)\}\}/g,
    (_, name: string) => values[name] ?? renderSamples(name, language),
  );
}

export const loadGuide = (language: Language): string =>
  composeGuide(read(language === 'fr' ? 'guide.fr.md' : 'guide.md'), language);
