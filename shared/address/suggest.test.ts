import { describe, expect, it } from 'vitest';
import { FREE_DOMAINS } from './free-domains.ts';
import { POPULAR_DOMAINS } from './popular-domains.ts';
import { editDistance } from './edit-distance.ts';
import { parseAddress } from './parse-address.ts';
import { suggest } from './suggest.ts';

const suggestion = (domain: string): string | undefined => {
  const address = parseAddress(`Jean.Dupont@${domain}`);
  return address.valid ? suggest(address)?.replace('Jean.Dupont@', '') : undefined;
};

describe('suggest', () => {
  it.each([
    // letters
    ['gmial.com', 'gmail.com'],
    ['gmal.com', 'gmail.com'],
    ['gamil.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmai.fr', 'hotmail.fr'],
    ['homail.fr', 'hotmail.fr'],
    ['hotmaill.fr', 'hotmail.fr'],
    ['yaho.fr', 'yahoo.fr'],
    ['yahooo.com', 'yahoo.com'],
    ['outlok.fr', 'outlook.fr'],
    ['outloook.com', 'outlook.com'],
    ['iclod.com', 'icloud.com'],
    ['orang.fr', 'orange.fr'],
    ['ornage.fr', 'orange.fr'],
    ['wanadou.fr', 'wanadoo.fr'],
    ['wannado.fr', 'wanadoo.fr'],
    ['laoste.net', 'laposte.net'],
    ['lapsote.net', 'laposte.net'],
    ['freee.fr', 'free.fr'],
    ['fere.fr', 'free.fr'],
    ['sffr.fr', 'sfr.fr'],
    ['numericble.fr', 'numericable.fr'],
    ['bbbox.fr', 'bbox.fr'],
    // endings
    ['gmail.con', 'gmail.com'],
    ['gmail.cmo', 'gmail.com'],
    ['gmail.fr', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmail.com.com', 'gmail.com'],
    ['orange.fr.fr', 'orange.fr'],
    ['orange.com.fr', 'orange.fr'],
    ['orange.rf', 'orange.fr'],
    ['laposte.nte', 'laposte.net'],
    ['entreprise.fr.fr', 'entreprise.fr'],
    ['entreprise.con', 'entreprise.com'],
    ['gmial.con', 'gmail.com'],
    ['orange.con', 'orange.fr'],
    ['orange.cmo', 'orange.fr'],
    ['free.con', 'free.fr'],
    ['laposte.con', 'laposte.net'],
    ['mail.con', 'mail.com'],
    ['orange.f', 'orange.fr'],
    ['gmail.c', 'gmail.com'],
    ['hotmail.c0m', 'hotmail.com'],
    ['gmail.fr.fr', 'gmail.com'],
    ['hotmail.fr.con', 'hotmail.fr'],
    ['entreprise.fr.con', 'entreprise.fr'],
    ['wanadoo.com', 'wanadoo.fr'],
    ['laposte.com', 'laposte.net'],
    ['laposte.fr', 'laposte.net'],
    ['numericable.com', 'numericable.fr'],
    ['fre.fr', 'free.fr'],
    ['laposte.ne', 'laposte.net'],
    ['laposte.nt', 'laposte.net'],
    ['comcast.ne', 'comcast.net'],
    ['gmail.om', 'gmail.com'],
    ['gmail.cm', 'gmail.com'],
    ['gmail.it', 'gmail.com'],
    ['outlook.cm', 'outlook.com'],
    ['protonmail.co', 'protonmail.com'],
    ['laposte.co', 'laposte.net'],
    ['wanadoo.co', 'wanadoo.fr'],
    ['aol.co', 'aol.com'],
    ['yahoomail.com', 'yahoo.com'],
    ['hotmail.coml', 'hotmail.com'],
    ['orange.fre', 'orange.fr'],
    ['wanadoo.fe', 'wanadoo.fr'],
    ['t-online.d', 't-online.de'],
    ['hotmail.couk', 'hotmail.co.uk'],
    ['yahoo.co.k', 'yahoo.co.uk'],
    ['hotmail.com.uk', 'hotmail.co.uk'],
    ['uol.con.br', 'uol.com.br'],
    ['yahoo.com.b', 'yahoo.com.br'],
    ['gmaill.co', 'gmail.com'],
    ['hotmial.cm', 'hotmail.com'],
    ['outlok.om', 'outlook.com'],
    ['gmail.com1', 'gmail.com'],
    ['yahoo.com22', 'yahoo.com'],
    ['gmail.comcom', 'gmail.com'],
    ['orange.frfr', 'orange.fr'],
    ['comcast.netnet', 'comcast.net'],
    ['verizon.ner', 'verizon.net'],
    ['gmx.dee', 'gmx.de'],
    ['web.dee', 'web.de'],
    ['freenet.dee', 'freenet.de'],
    ['t-online.dde', 't-online.de'],
    ['libero.itt', 'libero.it'],
    ['aol.om', 'aol.com'],
    ['msn.om', 'msn.com'],
    ['att.ne', 'att.net'],
    ['cox.ne', 'cox.net'],
    ['gmx.ne', 'gmx.net'],
    ['sbcglobal.com', 'sbcglobal.net'],
    // letters of another script
    ['аpple.com', 'apple.com'],
    ['gmаil.com', 'gmail.com'],
    ['gmаіl.com', 'gmail.com'],
    ['уаhoo.com', 'yahoo.com'],
    ['hοtmail.com', 'hotmail.com'],
    ['оutlook.fr', 'outlook.fr'],
    ['раураӏ.com', 'paypal.com'],
    ['gmаil.con', 'gmail.com'],
    // the first letter
    ['fmail.com', 'gmail.com'],
    ['otmail.com', 'hotmail.com'],
    ['ahotmail.com', 'hotmail.com'],
    ['uotlook.com', 'outlook.com'],
  ])('%s is likely %s', (written, meant) => expect(suggestion(written)).toBe(meant));

  it.each([
    'mail.com',
    'email.com',
    'ymail.com',
    'gmx.de',
    'gmx.net',
    'gmx.fr',
    'me.com',
    'live.be',
    'free.fr',
    'love.fr',
    'line.fr',
    'tree.fr',
    'see.fr',
    'orange.com',
    'orange.es',
    'orange.be',
    'sfr.com',
    'free.com',
    'yahoo.ro',
    'hotelmail.com',
    'postmail.com',
    'example.com',
    'entreprise.com.fr',
    'shop.fr.com',
    'wp.com',
    'on.pl',
    'oranges.example',
    'hotmail.example',
    'ovh.net',
    'pm.me',
    'proton.com',
    'box.fr',
    'localhost',
    'gmailcom',
    'orangefr',
    'gmail',
    'constructor',
    'example.constructor',
    'mail.co',
    'email.co',
    'me.co',
    'orange.co',
    'free.co',
    'firma.ne',
    'firma.com.uk',
    'shop.gmail.co',
    'cloud.com',
    'grange.fr',
    'libera.it',
    'plant.nl',
    'wahoo.com',
    'xmail.com',
    'mcloud.com',
    'serra.com.br',
    'mailw.com',
    'mac.com',
    'gmx.li',
    'comcast.com',
    'verizon.com',
    'cox.com',
    'att.com',
    'yandex.com',
    'пример.com',
    'почта.рф',
    'сор.com',
    'τεστ.com',
    'bücher.com',
    'live',
  ])('leaves %s alone', (domain) => expect(suggestion(domain)).toBeUndefined());

  it.each([
    ['jane–doe', 'jane-doe'],
    ['jane‑doe', 'jane-doe'],
    ['o’neil', "o'neil"],
    ['ｊａｎｅ．ｄｏｅ', 'jane.doe'],
    ['jane..doe', 'jane.doe'],
    ['.jane.', 'jane'],
  ])('%s is likely the name %s', (written, meant) => {
    const address = parseAddress(`${written}@example.com`);
    expect(address.valid && suggest(address)).toBe(`${meant}@example.com`);
  });

  it.each(['josé', '"a..b"', '用户', 'o-neil'])('leaves the name %s alone', (written) => {
    const address = parseAddress(`${written}@example.com`);
    expect(address.valid && suggest(address)).toBeUndefined();
  });

  it('leaves every known domain alone', () => {
    expect(POPULAR_DOMAINS.filter(suggestion)).toEqual([]);
    // One on which hardly anybody has mail any more.
    expect([...FREE_DOMAINS].filter(suggestion)).toEqual(['numericable.com']);
  });
});

it.each([
  ['', '', 0],
  ['gmail', 'gmail', 0],
  ['gmial', 'gmail', 1],
  ['gmal', 'gmail', 1],
  ['gmaiil', 'gmail', 1],
  ['fnail', 'gmail', 2],
  ['ca', 'abc', 3],
])('%j and %j are %i edits apart', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});
