/* Rejects every client that connects to one of the IP addresses, as if it was on a blocklist. */

exports.hook_connect = function (next, { local }) {
  if (local.ip === '127.0.6.3') next(DENY, 'Your IP is on our blocklist');
  else next();
};
