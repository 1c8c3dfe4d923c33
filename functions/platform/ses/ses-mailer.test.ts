import {
  MessageRejected,
  SendEmailCommand,
  SESClient,
  SESServiceException,
} from '@aws-sdk/client-ses';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../create-log.ts';
import { createSesMailer } from './ses-mailer.ts';

const ses = mockClient(SESClient);
afterAll(() => ses.restore());
beforeEach(() => {
  ses.reset();
});

const lines: string[] = [];
const log = createLog(
  'debug',
  () => 0,
  (line) => lines.push(line),
);
const mailer = (from = 'no-reply@tamis.example') =>
  createSesMailer(new SESClient({ region: 'eu-west-3', maxAttempts: 1 }), from, log);
const mail = { to: 'ada@mail.example', subject: 'Été', text: 'text', html: '<p>html</p>' };

const serviceError = (name: string, status = 400) =>
  new SESServiceException({
    name,
    $fault: 'client',
    message: `${name} for ada@mail.example`,
    $metadata: { httpStatusCode: status },
  });
const socketError = (code: string) => Object.assign(new Error(code), { code });

it('sends text and HTML in UTF-8, with the product as sender name', async () => {
  ses.on(SendEmailCommand).resolves({ MessageId: '1' });
  expect(await mailer().send(mail)).toBe('sent');
  expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input).toEqual({
    Source: 'Tamis <no-reply@tamis.example>',
    Destination: { ToAddresses: ['ada@mail.example'] },
    Message: {
      Subject: { Data: 'Été', Charset: 'UTF-8' },
      Body: {
        Text: { Data: 'text', Charset: 'UTF-8' },
        Html: { Data: '<p>html</p>', Charset: 'UTF-8' },
      },
    },
  });
  await mailer('Other <x@tamis.example>').send(mail);
  expect(ses.commandCalls(SendEmailCommand)[1]?.args[0].input.Source).toBe(
    'Other <x@tamis.example>',
  );
});

it('sends to the A-labels of a domain, since SES accepts only ASCII', async () => {
  ses.on(SendEmailCommand).resolves({ MessageId: '1' });
  for (const to of ['u@bücher.example', 'Ada+1@Mail.example', 'no address'])
    await mailer().send({ ...mail, to });
  const sent = ses.commandCalls(SendEmailCommand).map(({ args: [{ input }] }) => input);
  expect(sent.flatMap(({ Destination }) => Destination?.ToAddresses)).toEqual([
    'u@xn--bcher-kva.example',
    'Ada+1@mail.example',
    'no address',
  ]);
});

it.each([
  ['rejected', new MessageRejected({ message: 'Address blacklisted', $metadata: {} })],
  ['rejected', serviceError('InvalidParameterValue')],
  [
    'postponed',
    new MessageRejected({
      message:
        'Email address is not verified. The following identities failed the check in region EU-WEST-3: ada@mail.example',
      $metadata: {},
    }),
  ],
  ['postponed', serviceError('AccessDenied', 403)],
  ['postponed', serviceError('MailFromDomainNotVerifiedException')],
  ['postponed', serviceError('InternalFailure', 500)],
  ['postponed', socketError('ECONNREFUSED')],
  ['deliveryUnknown', socketError('ECONNRESET')],
  ['deliveryUnknown', new Error('socket hang up')],
])('returns %s for %s, and logs no address', async (outcome, error) => {
  ses.on(SendEmailCommand).rejects(error);
  expect(await mailer().send(mail)).toBe(outcome);
  expect(lines.at(-1)).toContain(`"delivery":"${outcome}"`);
  // A rejected recipient is only a warning, because an operator cannot fix it.
  expect(lines.at(-1)).toContain(`"level":"${outcome === 'rejected' ? 'warn' : 'error'}"`);
  expect(lines.join('')).not.toContain('ada@mail.example');
});

it('postpones an email that SES throttles without logging an error', async () => {
  ses.on(SendEmailCommand).rejects(serviceError('Throttling'));
  lines.length = 0;
  expect(await mailer().send(mail)).toBe('postponed');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'info', event: 'mail_throttled' },
  ]);
});
