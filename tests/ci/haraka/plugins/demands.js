/* Requirements, by the server's IP address, for clients that ask about a mailbox. */

/** Id of the connection in which each recipient first occurred. */
const firstIn = new Map();

const isAt = ({ local }, end) => local.ip === `127.0.6.${end}`;

exports.hook_connect = function (next, connection) {
  if (!isAt(connection, 11)) return next();
  // Works like haraka-plugin-early_talker.
  setTimeout(() => {
    if (connection.early_talker) next(DENYDISCONNECT, 'You talk too soon');
    else next();
  }, 1_000);
};

exports.hook_capabilities = function (next, connection) {
  const hidden = isAt(connection, 13) ? ['PIPELINING', 'SMTPUTF8'] : [];
  connection.capabilities = connection.capabilities.filter((name) => !hidden.includes(name));
  next();
};

exports.hook_mail = function (next, connection) {
  const { enabled } = connection.tls;
  if (isAt(connection, 6) && !enabled) next(DENY, '5.7.0 Must issue a STARTTLS command first');
  else if (isAt(connection, 12)) next(DENY, 'This sender is not welcome');
  else next();
};

exports.hook_rcpt = function (next, connection, [{ user, host }]) {
  const { notes, uuid } = connection;
  const recipient = `${user}@${host}`;
  notes.asked = (notes.asked ?? 0) + 1;
  if (!firstIn.has(recipient)) firstIn.set(recipient, uuid);
  if (isAt(connection, 7) && !connection.tls.enabled) next(DENYSOFT, 'TLS is required');
  // The reply of haraka-plugin-greylist, and two replies of haraka-plugin-limit.
  else if (isAt(connection, 8) && firstIn.get(recipient) === uuid)
    next(DENYSOFT, '4.7.1 Delivery not authorized, message refused');
  else if (isAt(connection, 9) && notes.asked > 8) next(DENYSOFT, 'rate limit exceeded');
  else if (isAt(connection, 10) && notes.asked > 6) next(DENYSOFT, 'Too many recipient attempts');
  else next();
};
