import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A problem with a stage that the operator has to fix, as the message explains. */
export class StageError extends Error {
  override readonly name = 'StageError';
}

const PLACEHOLDER =
  /<|>|change.?me|todo|placeholder|to be completed|à compléter|\bx{3,}\b|\.example$|^0+$|^123456789012$/i;

const text = (shape: RegExp, means: string) =>
  z
    .string(`is not ${means}`)
    .refine((value) => !PLACEHOLDER.test(value), 'is still a placeholder')
    .regex(shape, `is not ${means}`);

/** A URL of a web page; the support link may also be an email address. */
const link = text(/^https:\/\/\S+$/, 'an address like https://example.org/help');
const support = text(
  /^(https:\/\/\S+|mailto:[^\s@]+@[^\s@]+)$/,
  'an address like https://example.org/help or mailto:help@example.org',
);

const TAXES = ['stripe', 'franchise-293B'] as const;

/** The seller's details for the general conditions (web/src/features/legal). */
const seller = z.strictObject({
  company: text(/\S/, 'the name of the company'),
  legalForm: text(/\S/, 'the legal form with the capital'),
  office: text(/\S/, 'the address of the registered office'),
  registration: text(/\S/, 'the number under which the company is registered'),
  /** VAT number for invoices. A seller that charges no VAT may have none. */
  vatNumber: text(/^[A-Z]{2}[0-9A-Z]{2,13}$/, 'a VAT number like FR40303265045').optional(),
  /** Contact for questions about personal data. */
  contact: text(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an email address'),
  /** Days after delivery during which a customer may complain. */
  complaintDays: z.int('is not a number of days').min(2),
});

const EGRESSES = ['hosts', 'socks5', 'off'] as const;

const egress = z.discriminatedUnion(
  'kind',
  [
    // Egress through this many small machines, each with a public address.
    z.strictObject({
      kind: z.literal('hosts'),
      count: z.int('is not a number from 1 to 16').min(1).max(16),
    }),
    // Egress through a proxy, whose URL is in Secrets Manager.
    z.strictObject({ kind: z.literal('socks5') }),
    // No egress: verdicts that need SMTP are `unknown`.
    z.strictObject({ kind: z.literal('off') }),
  ],
  { error: `is not {"kind": …} with one of ${EGRESSES.join(', ')}` },
);
export type EgressSettings = z.output<typeof egress>;

const schema = z.strictObject({
  /** `prod` keeps its data when its stack is deleted; config.ts lists all differences. */
  kind: z.enum(['prod', 'dev'], { error: 'is not prod or dev' }),
  /** Domain of the web app and the API, and sender domain of emails. */
  domain: text(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'a domain like verify.example.org')
    .max(64, 'is longer than the 64 characters that a certificate allows')
    .optional(),
  account: text(/^\d{12}$/, 'an account number of twelve digits in quotes').optional(),
  region: text(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region like eu-west-3').optional(),
  /** Recipient of alarms and budget emails. */
  alarmEmail: text(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an email address').optional(),
  /** Recipient of alarms that notify immediately, in addition to `alarmEmail`. */
  alarmEndpoint: text(
    /^(https:\/\/\S+|\+[1-9]\d{7,14})$/,
    'an https: URL or a phone number like +33612345678',
  ).optional(),
  /** How the engine connects to mail servers. Off by default. */
  egress: egress.optional(),
  /** VAT treatment; functions/platform/env.ts documents each choice. */
  tax: z.enum(TAXES, { error: `is not one of ${TAXES.join(', ')}` }).optional(),
  seller: seller.optional(),
  /** Links to the FAQ, support and the privacy policy in the web app. Emails link to support. */
  links: z
    .strictObject({ faq: link, support, privacy: link }, 'is not {"faq", "support", "privacy"}')
    .optional(),
  /** Whether the packages are on npm and PyPI. The documentation then mentions them. */
  packagesPublished: z.boolean('is not true or false').default(false),
  /** Route 53 zone. Without it, an operator adds the records that the stack outputs. */
  hostedZoneId: text(
    /^Z[A-Z0-9]+$/,
    'the id of a hosted zone like Z0123456789ABCDEFGHIJ',
  ).optional(),
  /** A restored table to use instead of the stack's own table, which is kept. */
  table: text(/^[\w.-]{3,255}$/, 'the name of a table').optional(),
  /** ARN of a vault in another region and account, for daily copies of the table. */
  backup: text(
    /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]+$/,
    'the ARN of a backup vault',
  ).optional(),
  /**
   * Maximum number of concurrent tasks of long lists, 20 by default. Lambda accepts 2 to 1,000 per
   * queue:
   * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
   */
  bulkWorkers: z.int('is not a number from 2 to 1000').min(2).max(1000).optional(),
  /** Monthly cost in US dollars above which an email is sent. */
  monthlyBudget: z.number('is not a number of dollars').positive().default(200),
  /** Overrides of function settings. */
  settings: z.record(z.string(), z.string('is not a text in quotes')).default({}),
});
export type StageValues = z.output<typeof schema>;

/**
 * Parses the seller's details, which are all optional for a local stage.
 * @throws {z.ZodError} for an unknown or invalid field
 */
export const parseLocalSeller = (values: unknown) => seller.partial().parse(values);

/** Values without which a production stage would be incomplete. */
const REQUIRED_IN_PROD = [
  'domain',
  'account',
  'region',
  'alarmEmail',
  'egress',
  'tax',
  'links',
] as const;
/** CloudFront's stack is in another region, so the account and the main region must be known. */
const REQUIRED_WITH_DOMAIN = ['account', 'region'] as const;

function missingSellerFields({ seller: given, tax }: StageValues): string[] {
  const filled = new Set(Object.keys(given ?? {}));
  if (tax !== 'stripe') filled.add('vatNumber');
  return Object.keys(seller.shape).flatMap((name) => (filled.has(name) ? [] : [`seller.${name}`]));
}

/** Valid stage names, which become part of the names of stacks, secrets and metrics. */
const STAGE_NAME = /^[a-z][a-z0-9-]{0,19}$/;

/**
 * Validates the values of a stage.
 * @param file parsed JSON of its file
 * @throws {StageError} that lists each value that is missing, a placeholder, or invalid
 */
export function parseStageFile(stage: string, file: unknown): StageValues {
  if (!STAGE_NAME.test(stage) || stage === 'local')
    throw new StageError(
      `"${stage}" is not a valid stage name: use up to 20 lowercase letters, digits and "-"; local is reserved.`,
    );
  const { data, error } = schema.safeParse(file);
  const problems = error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
  if (data === undefined)
    throw new StageError(`The stage ${stage} has an invalid file: ${problems?.join('; ')}.`);
  const needed = data.kind === 'prod' ? REQUIRED_IN_PROD : data.domain ? REQUIRED_WITH_DOMAIN : [];
  const missing = [
    ...needed.filter((name) => data[name] === undefined),
    ...(data.kind === 'prod' ? missingSellerFields(data) : []),
  ];
  if (missing.length > 0)
    throw new StageError(`The stage ${stage} is incomplete: it lacks ${missing.join(', ')}.`);
  return data;
}

/** Reserved domains (RFC 2606, section 3), and values of infra/stages/example.json. */
const EXAMPLE_VALUE = /(^|[.@])example\.(com|net|org)$|^111122223333$|^Example SAS$/;

/** Rejects example values, which only synthesis allows. @throws {StageError} with a list */
export function rejectExampleValues(stage: string, values: StageValues): void {
  const exampleValues = Object.entries({ ...values, ...values.links, ...values.seller }).filter(
    ([, value]) => EXAMPLE_VALUE.test(String(value)),
  );
  if (exampleValues.length > 0)
    throw new StageError(
      `The stage ${stage} still has example values: ${exampleValues.map(([name]) => name).join(', ')}.`,
    );
}

const folder = fileURLToPath(new URL('../stages', import.meta.url));

/**
 * Reads the file of a stage.
 * @param stageArg `prod` for infra/stages/prod.json, or a path that ends in `.json`
 * @throws {StageError} when the file is missing or not JSON
 */
export function readStageFile(stageArg: string): {
  readonly stage: string;
  readonly file: unknown;
} {
  if (stageArg === '')
    throw new StageError('Specify a stage, such as prod for infra/stages/prod.json.');
  const path = stageArg.endsWith('.json') ? stageArg : `${folder}/${stageArg}.json`;
  try {
    return { stage: basename(path, '.json'), file: JSON.parse(readFileSync(path, 'utf8')) };
  } catch (error) {
    throw new StageError(
      `There is no stage "${stageArg}", or its file cannot be read: create infra/stages/NAME.json ` +
        `from example.json. (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}
