/* A mail server (Nodemailer's smtp-server) for callouts. Arguments: FOLDER ADDRESS PORT REPLIES. */

const { readFileSync } = require('node:fs');

const [folder, address, port, replies] = process.argv.slice(2);
const { SMTPServer } = require(folder);

/**
 * Mailboxes and errors: a line of REPLIES consists of a name, a code and a text; a name alone is a
 * mailbox.
 */
const known = new Map(
  readFileSync(replies, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(/ (.*)/s))
    .map(([name, reply]) => [name, reply]),
);

function onRcptTo({ address: recipient }, session, done) {
  const [name, domain] = recipient.split('@');
  const reply = known.has(name) ? known.get(name) : '550 5.1.1 User unknown';
  const [, code, text] = /^(\d{3}) (.*)$/.exec(reply ?? '') ?? [];
  if (domain === 'everyone.test' || !text) done();
  else done(Object.assign(new Error(text), { responseCode: Number(code) }));
}

const server = new SMTPServer({ authOptional: true, hideSTARTTLS: true, logger: false, onRcptTo });
// A client that disconnects is not an error.
server.on('error', () => {});
server.listen(Number(port), address);
