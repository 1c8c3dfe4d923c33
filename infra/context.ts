import { z } from 'zod';

/** The ways out for SMTP: through a NAT gateway with one address, through a proxy, or none. */
export const EGRESSES = ['nat', 'socks5', 'off'] as const;
export type EgressKind = (typeof EGRESSES)[number];

/** The open values of a deployment, as `cdk -c name=value` gives them. */
export interface Context {
  /** Where the web app and the API are served; mails come from it, too. */
  readonly domain?: string | undefined;
  readonly account?: string | undefined;
  readonly region?: string | undefined;
  /** Alarms and the budget are sent there. */
  readonly alarmEmail?: string | undefined;
  readonly egress?: EgressKind | undefined;
  /** Of the domain in Route 53; without it somebody adds the records the outputs name. */
  readonly hostedZoneId?: string | undefined;
  /** A table that was restored, to use in the place of the stack's own, which stays. */
  readonly table?: string | undefined;
  /** Settings of functions to lay over the stage's own. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

/** A value that a deployment needs is missing, or has the wrong form. */
export class IncompleteError extends Error {
  override readonly name = 'IncompleteError';
}

/** Values that stand for one that somebody forgot to fill in. */
const PLACEHOLDER = /<|>|change.?me|todo|placeholder|\bx{3,}\b|\.example$|^0+$|^123456789012$/i;

const given = (shape: RegExp, means: string) =>
  z.optional(
    z
      .string()
      .refine((value) => !PLACEHOLDER.test(value), 'is still a placeholder')
      .regex(shape, `is not ${means}`),
  );

const schema = z.object({
  domain: given(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'a domain like verify.example.org'),
  account: given(/^\d{12}$/, 'an account number of twelve digits'),
  region: given(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region like eu-west-3'),
  alarmEmail: given(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an email address'),
  egress: z.optional(z.enum(EGRESSES, { error: `is not one of ${EGRESSES.join(', ')}` })),
  hostedZoneId: given(/^Z[A-Z0-9]+$/, 'the id of a hosted zone like Z0123456789ABCDEFGHIJ'),
  table: given(/^[\w.-]{3,255}$/, 'the name of a table'),
  settings: z.optional(z.record(z.string(), z.coerce.string())),
});

const NAMES = Object.keys(schema.shape);

/**
 * Reads the context of a deployment.
 * @param valueOf looks a value of the context up by its name
 * @throws {IncompleteError} that names each value that is a placeholder or has the wrong form
 */
export function readContext(valueOf: (name: string) => unknown): Context {
  const entries = NAMES.map((name) => [name, decoded(name, valueOf(name))]);
  const parsed = schema.safeParse(Object.fromEntries(entries));
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `-c ${String(path[0])}: ${message}`);
  throw new IncompleteError(
    `The deployment cannot be described. ${[...new Set(wrong)].join('; ')}.`,
  );
}

/** The command line knows texts alone; an account number may have become a number. */
function decoded(name: string, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (name === 'settings') return typeof value === 'string' ? JSON.parse(value) : value;
  return String(value);
}
