import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A value that a deployment needs is missing, or has the wrong form. */
export class IncompleteError extends Error {
  override readonly name = 'IncompleteError';
}

/** Values that stand for one that somebody forgot to fill in. */
const PLACEHOLDER =
  /<|>|change.?me|todo|placeholder|to be completed|à compléter|\bx{3,}\b|\.example$|^0+$|^123456789012$/i;

const text = (shape: RegExp, means: string) =>
  z
    .string(`is not ${means}`)
    .refine((value) => !PLACEHOLDER.test(value), 'is still a placeholder')
    .regex(shape, `is not ${means}`);

/** A page, or for the support an address of mail too. */
const link = text(/^https:\/\/\S+$/, 'an address like https://example.org/help');
const support = text(
  /^(https:\/\/\S+|mailto:[^\s@]+@[^\s@]+)$/,
  'an address like https://example.org/help or mailto:help@example.org',
);

const TAXES = ['stripe', 'franchise-293B'] as const;

/** What fills the blanks of the general conditions (web/src/features/legal). */
const seller = z.strictObject({
  company: text(/\S/, 'the name of the company'),
  legalForm: text(/\S/, 'the legal form with the capital'),
  office: text(/\S/, 'the address of the registered office'),
  registration: text(/\S/, 'the number under which the company is registered'),
  /** For invoices; who charges no VAT may have none. */
  vatNumber: text(/^[A-Z]{2}[0-9A-Z]{2,13}$/, 'a VAT number like FR40303265045').optional(),
  /** Asked for personal data. */
  contact: text(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an email address'),
  /** After the delivery, for complaints about it. */
  complaintDays: z.int('is not a number of days').min(2),
});

const EGRESSES = ['hosts', 'socks5', 'off'] as const;

/** The ways out for SMTP. */
const egress = z.discriminatedUnion(
  'kind',
  [
    // As many small machines, each with an address of its own.
    z.strictObject({
      kind: z.literal('hosts'),
      count: z.int('is not a number from 1 to 16').min(1).max(16),
    }),
    // A proxy, whose URL stands in Secrets Manager.
    z.strictObject({ kind: z.literal('socks5') }),
    // What needs SMTP is unknown.
    z.strictObject({ kind: z.literal('off') }),
  ],
  { error: `is not {"kind": …} with one of ${EGRESSES.join(', ')}` },
);
export type Egress = z.output<typeof egress>;

const schema = z.strictObject({
  /** `prod` keeps its data, `dev` is deleted with it; the numbers of config.ts follow. */
  kind: z.enum(['prod', 'dev'], { error: 'is not prod or dev' }),
  /** Where the web app and the API are served; mails come from it, too. */
  domain: text(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'a domain like verify.example.org')
    .max(64, 'is longer than the 64 characters of the name of a certificate')
    .optional(),
  account: text(/^\d{12}$/, 'an account number of twelve digits in quotes').optional(),
  region: text(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region like eu-west-3').optional(),
  /** Alarms and the budget are sent there. */
  alarmEmail: text(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an email address').optional(),
  /** Without it, off. */
  egress: egress.optional(),
  /** How VAT is dealt with; functions/platform/env.ts explains each choice. */
  tax: z.enum(TAXES, { error: `is not one of ${TAXES.join(', ')}` }).optional(),
  seller: seller.optional(),
  /** Where web app and mails lead who has a question, and what is done with personal data. */
  links: z
    .strictObject({ faq: link, support, privacy: link }, 'is not {"faq", "support", "privacy"}')
    .optional(),
  /** Whether npm and PyPI have the packages, so that the documentation names them. */
  packagesPublished: z.boolean('is not true or false').default(false),
  /** Of the domain in Route 53; without it somebody adds the records the outputs name. */
  hostedZoneId: text(
    /^Z[A-Z0-9]+$/,
    'the id of a hosted zone like Z0123456789ABCDEFGHIJ',
  ).optional(),
  /** A table that was restored, to use in the place of the stack's own, which stays. */
  table: text(/^[\w.-]{3,255}$/, 'the name of a table').optional(),
  /** A vault of AWS Backup in another region and account, which gets a copy of the table a day. */
  backup: text(
    /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]+$/,
    'the ARN of a backup vault',
  ).optional(),
  /** Dollars a month, above which somebody is told. */
  monthlyBudget: z.number('is not a number of dollars').positive().default(200),
  /** Settings of functions to lay over the stage's own. */
  settings: z.record(z.string(), z.string('is not a text in quotes')).default({}),
});
export type StageValues = z.output<typeof schema>;

/**
 * What a laptop's general conditions say of the seller, any part of it.
 * @throws {z.ZodError} for a name that the conditions do not have
 */
export const sellerOf = (values: unknown) => seller.partial().parse(values);

/** Without these, what serves customers would be half there. */
const NEEDED_BY_PROD = [
  'domain',
  'account',
  'region',
  'alarmEmail',
  'egress',
  'tax',
  'links',
] as const;
/** The stack of CloudFront is in a region of its own, and both have to be known. */
const NEEDED_BY_DOMAIN = ['account', 'region'] as const;

/** Blanks of the general conditions that nobody has filled in. */
function blanksOf({ seller: given, tax }: StageValues): string[] {
  const filled = new Set(Object.keys(given ?? {}));
  if (tax !== 'stripe') filled.add('vatNumber');
  return Object.keys(seller.shape).flatMap((name) => (filled.has(name) ? [] : [`seller.${name}`]));
}

/** It is part of the names of stacks, secrets and metrics. */
const NAME = /^[a-z][a-z0-9-]{0,19}$/;

/**
 * The values of a stage, checked.
 * @param file what the JSON of its file says
 * @throws {IncompleteError} that names each value that is missing, a placeholder, or wrong
 */
export function parseStage(stage: string, file: unknown): StageValues {
  if (!NAME.test(stage) || stage === 'local')
    throw new IncompleteError(
      `"${stage}" is no name of a stage: small letters, digits and "-", up to 20; local is the laptop's.`,
    );
  const { data, error } = schema.safeParse(file);
  const wrong = error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
  if (data === undefined)
    throw new IncompleteError(`The stage ${stage} is not described: ${wrong?.join('; ')}.`);
  const needed = data.kind === 'prod' ? NEEDED_BY_PROD : data.domain ? NEEDED_BY_DOMAIN : [];
  const missing = [
    ...needed.filter((name) => data[name] === undefined),
    ...(data.kind === 'prod' ? blanksOf(data) : []),
  ];
  if (missing.length > 0)
    throw new IncompleteError(
      `The stage ${stage} is not described: it lacks ${missing.join(', ')}.`,
    );
  return data;
}

/** Domains that nobody has (RFC 2606, section 3), and the account of infra/stages/example.json. */
const DOCUMENTATION = /(^|[.@])example\.(com|net|org)$|^111122223333$|^Example SAS$/;

/**
 * Templates may be written from the values of the example; nothing is deployed with them.
 * @throws {IncompleteError} that names those that were left
 */
export function refuseExample(stage: string, values: StageValues): void {
  const left = Object.entries({ ...values, ...values.links, ...values.seller }).filter(
    ([, value]) => DOCUMENTATION.test(String(value)),
  );
  if (left.length > 0)
    throw new IncompleteError(
      `The stage ${stage} still has the example's ${left.map(([name]) => name).join(', ')}.`,
    );
}

const folder = fileURLToPath(new URL('../stages', import.meta.url));

/**
 * The file of a stage.
 * @param named `prod` is infra/stages/prod.json; a path that ends in `.json` is itself
 * @throws {IncompleteError} when there is none, or it holds no JSON
 */
export function readStage(named: string): { readonly stage: string; readonly file: unknown } {
  if (named === '')
    throw new IncompleteError('Name a stage: prod is the one of infra/stages/prod.json.');
  const path = named.endsWith('.json') ? named : `${folder}/${named}.json`;
  try {
    return { stage: basename(path, '.json'), file: JSON.parse(readFileSync(path, 'utf8')) };
  } catch (error) {
    throw new IncompleteError(
      `There is no stage "${named}", or its file cannot be read: make infra/stages/NAME.json ` +
        `from example.json there. (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}
