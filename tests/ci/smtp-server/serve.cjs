/*
 * Mail servers (Nodemailer's smtp-server) that behave differently, each on its own IP address.
 * Arguments: FOLDER PORT TRUTH.
 */

const { readFileSync } = require('node:fs');

const [folder, port, truth] = process.argv.slice(2);
const { SMTPServer } = require(folder);

/** The reason of the expected verdict, by address. */
const reasons = new Map(
  readFileSync(truth, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([address, , reason]) => [address, reason]),
);

const error = (responseCode, message) => Object.assign(new Error(message), { responseCode });

const REFUSALS = {
  mailbox_full: error(552, 'Mailbox is full'),
  mailbox_disabled: error(550, 'This account has been disabled'),
};

/** Rejects the recipients of a transaction beyond a maximum, with this reply. */
const atMost =
  (count, ...refusal) =>
  ({ envelope }) =>
    envelope.rcptTo.length >= count && error(...refusal);

const SERVERS = {
  plain: {},
  // The recipient limit of smtp-server itself.
  one: { maxRecipients: 1 },
  // Replies of Salmon, mox and Inbucket, and of three other servers.
  salmon: { refuse: atMost(1, 451, 'Will not accept multiple recipients in one transaction') },
  mox: { refuse: atMost(1, 452, '4.5.3 only one recipient allowed without spf pass') },
  inbucket: { refuse: atMost(3, 552, 'Limit of 3 recipients exceeded') },
  message: { refuse: atMost(1, 452, 'Only one recipient per message') },
  policy: { refuse: atMost(1, 451, '4.7.1 Please send one recipient per transaction') },
  permanent: { refuse: atMost(1, 550, 'Only one recipient per SMTP transaction is allowed') },
  // Reply of maddy.
  encrypted: { tls: error(550, '5.7.1 TLS conversation required') },
};

Object.values(SERVERS).forEach(({ maxRecipients, refuse, tls }, index) => {
  const server = new SMTPServer({
    name: 'mail.smtp-server.test',
    authOptional: true,
    logger: true,
    maxRecipients,
    onMailFrom: (address, { secure }, done) => done(!secure && tls),
    onRcptTo: ({ address }, session, done) => {
      // Each server has a second domain, which accepts every recipient.
      const reason = address.includes('@all-') ? 'accepted' : reasons.get(address);
      const refusal = reason !== 'accepted' && (REFUSALS[reason] ?? error(550, 'User unknown'));
      done((refuse && refuse(session)) || refusal);
    },
  });
  // A client that disconnects is not an error.
  server.on('error', () => {});
  server.listen(Number(port), `127.0.15.${index + 1}`);
});
