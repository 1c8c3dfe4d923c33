/**
 * Entries of the disposable list that we do not follow: registries, hosting and companies under which
 * other people keep lasting mailboxes.
 */
export const NOT_DISPOSABLE: ReadonlySet<string> = new Set(
  `
  com.com craigslist.org web.id my.id us.to uk.to one.pl esy.es pe.hu za.com ddns.net dedyn.io
  21cn.com privacy.net mail-tester.com info.tm
  `
    .trim()
    .split(/\s+/),
);
