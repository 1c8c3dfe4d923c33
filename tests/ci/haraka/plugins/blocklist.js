/* Rejects every client that connects to this IP address, as if the client was on a blocklist. */

exports.hook_connect = function (next, { local }) {
  if (local.ip === '127.0.6.3') next(DENY, 'Your IP is on our blocklist');
  else next();
};
