const invertTypos = (
  typosByTarget: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(typosByTarget).flatMap(([target, typos]) =>
      typos.split(' ').map((typo) => [typo, target] as const),
    ),
  );

/** Mistyped domain endings. None of them exists, so they count as typos after any name. */
export const TLD_TYPOS = invertTypos({
  com:
    'con cmo ocm comm coom ccom cpm clm cim xom vom c0m c coml copm comn com.con com.cmo conm comk comj comp ' +
    'dom fom ckm cmm ccm cop cok cob cpom colm como coim comx comf',
  fr: 'fr.fr ffr frr rf ft f fe fre fr.con fr.cmo',
  net: 'net.net nte ent nett nt ner nwt met nef neet',
  de: 'de.de d ded dw ed dr',
  'co.uk': 'couk co.k co.u',
  'com.br': 'con.br com.b',
  org: 'og orgg ogr',
  ru: 'ur ry ri',
});

/** Mistyped domain endings that also exist. They count as typos only after a popular name. */
export const REAL_TLD_TYPOS = invertTypos({
  com: 'com.com co cm om',
  fr: 'com.fr fr.com',
  net: 'ne et',
  'co.uk': 'com.uk',
});

/** Existing domains that count as typos, because hardly anyone has a mailbox there. */
export const DOMAIN_TYPOS = invertTypos({
  'aol.com': 'aol.co aol.cm aol.om',
  'live.com': 'live.co live.cm live.om',
  'msn.com': 'msn.co msn.cm msn.om',
  'att.net': 'att.ne',
  'cox.net': 'cox.ne',
  'gmx.net': 'gmx.ne',
  'sbcglobal.net': 'sbcglobal.com',
  'yahoo.com': 'yahoomail.com',
  'icloud.com': 'icloud.fr',
  'wanadoo.fr': 'wanadoo.com',
  'laposte.net': 'laposte.com laposte.fr',
  'numericable.fr': 'numericable.com',
  'free.fr': 'fre.fr',
});

/** Existing domains that are one edit away from a popular one, but are not typos of it. */
export const LEGITIMATE_LOOKALIKES: ReadonlySet<string> = new Set(
  `
  cloud.com range.fr grange.fr voile.fr viola.fr liber.it libera.it alive.it plant.nl telnet.be
  photon.me proto.me never.com
  `
    .trim()
    .split(/\s+/),
);
