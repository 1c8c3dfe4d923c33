import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A required value of a deployment is missing or malformed. */
export class IncompleteError extends Error {
  override readonly name = 'IncompleteError';
}

/** Placeholders that somebody forgot to replace. */
const PLACEHOLDER =
  /<|>|change.?me|todo|placeholder|to be completed|à compléter|\bx{3,}\b|\.example$|^0+$|^123456789012$/i;

const text = (shape: RegExp, means: string) =>
  z
    .string(`is not ${means}`)
    .refine((value) => !PLACEHOLDER.test(value), 'is still a placeholder')
    .regex(shape, `is not ${means}`);

/** A web page; for support, an email address is accepted, too. */
const link = text(/^https:\/\/\S+$/, 'an address like https://example.org/help');
const support = text(
  /^(https:\/\/\S+|mailto:[^\s@]+@[^\s@]+)$/,
  'an address like https://example.org/help or mailto:help@example.org',
);

const TAXES = ['stripe', 'franchise-293B'] as const;

/** Values for the general conditions (web/src/features/legal). */
const seller = z.strictObject({
  company: text(/\S/, 'the name of the company'),
  legalForm: text(/\S/, 'the legal form with the capital'),
  office: text(/\S/, 'the address of the registered office'),
  registration: text(/\S/, 'the number under which the company is registered'),
  /** For invoices; a seller that charges no VAT may have none. */
  vatNumber: text(/^[A-Z]{2}[0-9A-Z]{2,13}$/, 'a VAT number like FR40303265045').optional(),
  /** Contact for questions about personal data. */
  contact: text(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an email address'),
  /** Period for complaints after delivery. */
  complaintDays: z.int('is not a number of days').min(2),
});

const EGRESSES = ['hosts', 'socks5', 'off'] as const;

const egress = z.discriminatedUnion(
  'kind',
  [
    // This many small machines with a public address each.
    z.strictObject({
      kind: z.literal('hosts'),
      count: z.int('is not a number from 1 to 16').min(1).max(16),
    }),
    // A proxy, whose URL is in Secrets Manager.
    z.strictObject({ kind: z.literal('socks5') }),
    // Verdicts that need SMTP are `unknown`.
    z.strictObject({ kind: z.literal('off') }),
  ],
  { error: `is not {"kind": …} with one of ${EGRESSES.join(', ')}` },
);
export type Egress = z.output<typeof egress>;

const schema = z.strictObject({
  /** `prod` keeps its data when its stack is deleted, `dev` does not; config.ts has the rest. */
  kind: z.enum(['prod', 'dev'], { error: 'is not prod or dev' }),
  /** Domain of the web app and the API, and sender domain of mails. */
  domain: text(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'a domain like verify.example.org')
    .max(64, 'is longer than the 64 characters of the name of a certificate')
    .optional(),
  account: text(/^\d{12}$/, 'an account number of twelve digits in quotes').optional(),
  region: text(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region like eu-west-3').optional(),
  /** Recipient of alarms and budget mails. */
  alarmEmail: text(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an email address').optional(),
  /** Off by default. */
  egress: egress.optional(),
  /** VAT treatment; functions/platform/env.ts documents each choice. */
  tax: z.enum(TAXES, { error: `is not one of ${TAXES.join(', ')}` }).optional(),
  seller: seller.optional(),
  /** Links for support and for the privacy policy, in the web app and in mails. */
  links: z
    .strictObject({ faq: link, support, privacy: link }, 'is not {"faq", "support", "privacy"}')
    .optional(),
  /** Whether npm and PyPI have the packages, so that the documentation mentions them. */
  packagesPublished: z.boolean('is not true or false').default(false),
  /** Route 53 zone of the domain; without it, a person adds the records that the outputs name. */
  hostedZoneId: text(
    /^Z[A-Z0-9]+$/,
    'the id of a hosted zone like Z0123456789ABCDEFGHIJ',
  ).optional(),
  /** A restored table to use instead of the stack's own, which is kept. */
  table: text(/^[\w.-]{3,255}$/, 'the name of a table').optional(),
  /** An AWS Backup vault in another region and account, which gets a daily copy of the table. */
  backup: text(
    /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]+$/,
    'the ARN of a backup vault',
  ).optional(),
  /**
   * Concurrent tasks of long lists, 20 by default; Lambda accepts from 2 to 1,000 for a queue:
   * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
   */
  bulkWorkers: z.int('is not a number from 2 to 1000').min(2).max(1000).optional(),
  /** Dollars a month, above which an alarm mail is sent. */
  monthlyBudget: z.number('is not a number of dollars').positive().default(200),
  /** Overrides for settings of functions. */
  settings: z.record(z.string(), z.string('is not a text in quotes')).default({}),
});
export type StageValues = z.output<typeof schema>;

/** The seller's details on a laptop, any part of them. @throws {z.ZodError} for an unknown name */
export const sellerOf = (values: unknown) => seller.partial().parse(values);

/** Without these, a production stage would be incomplete. */
const REQUIRED_IN_PROD = [
  'domain',
  'account',
  'region',
  'alarmEmail',
  'egress',
  'tax',
  'links',
] as const;
/** The stack of CloudFront is in another region, so both must be known. */
const REQUIRED_WITH_DOMAIN = ['account', 'region'] as const;

/** Values of the general conditions that are not filled in. */
function missingSellerFields({ seller: given, tax }: StageValues): string[] {
  const filled = new Set(Object.keys(given ?? {}));
  if (tax !== 'stripe') filled.add('vatNumber');
  return Object.keys(seller.shape).flatMap((name) => (filled.has(name) ? [] : [`seller.${name}`]));
}

/** Part of the names of stacks, secrets and metrics. */
const NAME = /^[a-z][a-z0-9-]{0,19}$/;

/**
 * Validates the values of a stage.
 * @param file parsed JSON of its file
 * @throws {IncompleteError} that names each value that is missing, a placeholder, or wrong
 */
export function parseStage(stage: string, file: unknown): StageValues {
  if (!NAME.test(stage) || stage === 'local')
    throw new IncompleteError(
      `"${stage}" is no name of a stage: small letters, digits and "-", up to 20; local is the laptop's.`,
    );
  const { data, error } = schema.safeParse(file);
  const problems = error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
  if (data === undefined)
    throw new IncompleteError(`The stage ${stage} is not described: ${problems?.join('; ')}.`);
  const needed = data.kind === 'prod' ? REQUIRED_IN_PROD : data.domain ? REQUIRED_WITH_DOMAIN : [];
  const missing = [
    ...needed.filter((name) => data[name] === undefined),
    ...(data.kind === 'prod' ? missingSellerFields(data) : []),
  ];
  if (missing.length > 0)
    throw new IncompleteError(
      `The stage ${stage} is not described: it lacks ${missing.join(', ')}.`,
    );
  return data;
}

/** Reserved domains (RFC 2606, section 3), and the account of infra/stages/example.json. */
const EXAMPLE_VALUE = /(^|[.@])example\.(com|net|org)$|^111122223333$|^Example SAS$/;

/**
 * Templates may be written with the example's values, but never deployed.
 * @throws {IncompleteError} that names the example values
 */
export function rejectExampleValues(stage: string, values: StageValues): void {
  const exampleValues = Object.entries({ ...values, ...values.links, ...values.seller }).filter(
    ([, value]) => EXAMPLE_VALUE.test(String(value)),
  );
  if (exampleValues.length > 0)
    throw new IncompleteError(
      `The stage ${stage} still has the example's ${exampleValues.map(([name]) => name).join(', ')}.`,
    );
}

const folder = fileURLToPath(new URL('../stages', import.meta.url));

/**
 * Reads the file of a stage.
 * @param stageArg `prod` is infra/stages/prod.json; a path ends in `.json`
 * @throws {IncompleteError} when the file is missing or not JSON
 */
export function readStage(stageArg: string): { readonly stage: string; readonly file: unknown } {
  if (stageArg === '')
    throw new IncompleteError('Name a stage: prod is the one of infra/stages/prod.json.');
  const path = stageArg.endsWith('.json') ? stageArg : `${folder}/${stageArg}.json`;
  try {
    return { stage: basename(path, '.json'), file: JSON.parse(readFileSync(path, 'utf8')) };
  } catch (error) {
    throw new IncompleteError(
      `There is no stage "${stageArg}", or its file cannot be read: make infra/stages/NAME.json ` +
        `from example.json there. (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}
