/**
 * Names on the disposable list that we do not count: registries, hosting companies and others, on
 * whose domains people have permanent mailboxes.
 */
export const NOT_DISPOSABLE: ReadonlySet<string> = new Set(
  `
  com.com craigslist.org web.id my.id us.to uk.to one.pl esy.es pe.hu za.com ddns.net dedyn.io
  21cn.com privacy.net mail-tester.com info.tm
  `
    .trim()
    .split(/\s+/),
);
