/* Has everybody on a blocklist who connects to one of the addresses. */

exports.hook_connect = function (next, { local }) {
  if (local.ip === '127.0.6.3') next(DENY, 'Your IP is on our blocklist');
  else next();
};
