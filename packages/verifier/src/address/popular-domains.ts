/** Frequently mistyped domains. If a typo is equally close to two, the earlier one is preferred. */
export const POPULAR_DOMAINS: readonly string[] = `
  gmail.com hotmail.com yahoo.com outlook.com icloud.com orange.fr hotmail.fr wanadoo.fr yahoo.fr free.fr
  sfr.fr laposte.net live.fr outlook.fr bbox.fr numericable.fr neuf.fr aol.com live.com msn.com me.com
  aliceadsl.fr club-internet.fr protonmail.com proton.me googlemail.com
  gmx.de web.de t-online.de gmx.net freenet.de yahoo.de hotmail.de outlook.de live.de
  hotmail.co.uk yahoo.co.uk btinternet.com live.co.uk sky.com virginmedia.com
  libero.it hotmail.it yahoo.it virgilio.it alice.it tiscali.it live.it
  hotmail.es yahoo.es outlook.es telefonica.net
  uol.com.br bol.com.br terra.com.br yahoo.com.br hotmail.com.br sapo.pt
  ziggo.nl kpnmail.nl planet.nl hotmail.nl telenet.be skynet.be hotmail.be bluewin.ch
  wp.pl o2.pl onet.pl interia.pl seznam.cz mail.ru yandex.ru qq.com 163.com naver.com
  comcast.net att.net verizon.net sbcglobal.net bellsouth.net cox.net
  `
  .trim()
  .split(/\s+/);
