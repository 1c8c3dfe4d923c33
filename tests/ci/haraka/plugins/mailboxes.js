/**
 * Replies to a recipient according to the server's IP address and the expectations in the file that
 * config.sh writes.
 */

const { readFileSync } = require('node:fs');

const REPLIES = {
  accepted: [OK],
  catch_all: [OK],
  ip_blocked: [OK],
  no_such_mailbox: [DENY, 'No such user here'],
  mailbox_full: [DENY, 'Mailbox is over quota'],
  mailbox_disabled: [DENY, 'This account has been disabled'],
  server_error: [DENYSOFT, 'Temporary lookup failure'],
};

exports.register = function () {
  const lines = readFileSync(process.env.TRUTH, 'utf8').trim().split('\n');
  this.truth = new Map(lines.map((line) => [line.split(' ')[0], line.split(' ')[2]]));
};

exports.hook_rcpt = function (next, connection, [{ user, host }]) {
  const { ip } = connection.local;
  if (host === 'foreign.test') return next();
  if (ip === '127.0.6.4') connection.notes.tarpit = 0.2;
  const known = this.truth.get(`${user}@${host}`);
  const [code, text] = REPLIES[ip === '127.0.6.2' ? 'catch_all' : known] ?? REPLIES.no_such_mailbox;
  next(code, text);
};
