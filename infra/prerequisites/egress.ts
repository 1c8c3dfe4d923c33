import { type Finding, missing, type Place } from './finding.ts';

/** Port 25, and the names of our addresses: no call of AWS tells, mail servers do. */
export function egress({ config }: Place): Promise<Finding> {
  const kind = config.account?.egress.kind ?? 'off';
  return Promise.resolve(
    kind === 'off'
      ? missing(
          'The egress is off: what needs a mail server is unknown.',
          `Write another "egress" into infra/stages/${config.stage}.json.`,
        )
      : {
          state: 'unseen',
          what: `Whether mail servers reply by the egress ${kind}, and find its names.`,
          next: `npm run egress:check -- --stage ${config.stage}; afterwards the alarm checksErrorLines tells each hour.`,
        },
  );
}
