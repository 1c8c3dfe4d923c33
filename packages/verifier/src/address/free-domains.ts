/** Domains of webmail and internet access providers, without their business customers' domains. */
export const FREE_DOMAINS: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com
  outlook.com outlook.fr outlook.de outlook.es outlook.it outlook.be outlook.at outlook.pt outlook.ie
  outlook.dk outlook.cz outlook.hu outlook.co.th outlook.jp outlook.kr outlook.com.br outlook.com.ar
  outlook.com.au outlook.com.tr outlook.com.gr outlook.co.id outlook.in outlook.sa outlook.cl outlook.ph
  hotmail.com hotmail.fr hotmail.de hotmail.es hotmail.it hotmail.be hotmail.nl hotmail.se hotmail.no
  hotmail.dk hotmail.fi hotmail.ch hotmail.gr hotmail.ca hotmail.co.uk hotmail.co.jp hotmail.com.br
  hotmail.com.ar hotmail.com.tr hotmail.co.th hotmail.co.nz hotmail.com.au hotmail.cl hotmail.hu
  live.com live.fr live.de live.it live.nl live.be live.co.uk live.ca live.se live.no live.dk live.ie
  live.at live.jp live.cn live.ru live.pt live.com.mx live.com.ar live.com.au live.com.pt live.cl live.in
  live.fi live.co.za msn.com passport.com windowslive.com
  yahoo.com yahoo.fr yahoo.de yahoo.es yahoo.it yahoo.se yahoo.no yahoo.dk yahoo.fi yahoo.nl yahoo.be
  yahoo.pl yahoo.ro yahoo.gr yahoo.ie yahoo.at yahoo.ca yahoo.in yahoo.cn yahoo.co.uk yahoo.co.jp
  yahoo.co.in yahoo.co.id yahoo.co.nz yahoo.co.th yahoo.co.kr yahoo.com.br yahoo.com.ar yahoo.com.mx
  yahoo.com.au yahoo.com.cn yahoo.com.hk yahoo.com.sg yahoo.com.tw yahoo.com.ph yahoo.com.tr
  yahoo.com.vn yahoo.com.my yahoo.cl yahoo.cz yahoo.hu yahoo.jp ymail.com ymail.ne.jp rocketmail.com
  myyahoo.com aol.com aol.fr aol.de aol.it aol.co.uk aim.com love.com games.com verizon.net
  icloud.com me.com mac.com
  proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tutamail.com tuta.io tuta.com
  keemail.me hey.com fastmail.com fastmail.fm fastmail.net sent.com mailfence.com hushmail.com
  hushmail.me posteo.de posteo.net mailbox.org disroot.org riseup.net runbox.com startmail.com ctemplar.com
  zoho.com zohomail.com zohomail.eu zohomail.in mail.com email.com usa.com post.com consultant.com
  europe.com asia.com engineer.com inbox.com myself.com iname.com writeme.com dr.com cheerful.com
  gmx.com gmx.net gmx.de gmx.at gmx.ch gmx.fr gmx.es gmx.us gmx.co.uk gmx.eu web.de
  orange.fr wanadoo.fr voila.fr free.fr libertysurf.fr aliceadsl.fr sfr.fr neuf.fr 9online.fr
  club-internet.fr cegetel.net noos.fr numericable.fr numericable.com bbox.fr laposte.net caramail.com
  caramail.fr netcourrier.com mailo.com mailo.fr net-c.com net-c.fr tele2.fr infonie.fr nordnet.fr
  t-online.de freenet.de arcor.de vodafone.de kabelmail.de online.de onlinehome.de email.de unitybox.de
  unity-mail.de aon.at chello.at chello.nl bluewin.ch hispeed.ch sunrise.ch vtxmail.ch
  libero.it virgilio.it iol.it inwind.it blu.it giallo.it alice.it tim.it tin.it tiscali.it email.it
  fastwebnet.it vodafone.it poste.it teletu.it supereva.it katamail.com
  telefonica.net movistar.es terra.es ono.com jazztel.es ya.com orange.es wanadoo.es
  sapo.pt iol.pt clix.pt netcabo.pt
  uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com oi.com.br r7.com zipmail.com.br
  terra.com hispavista.com latinmail.com
  telenet.be skynet.be proximus.be scarlet.be voo.be belgacom.net
  ziggo.nl kpnmail.nl kpnplanet.nl planet.nl hetnet.nl home.nl xs4all.nl casema.nl quicknet.nl upcmail.nl
  zonnet.nl online.nl versatel.nl
  wp.pl o2.pl onet.pl op.pl onet.eu poczta.onet.pl vp.pl interia.pl interia.eu poczta.fm gazeta.pl tlen.pl
  go2.pl autograf.pl spoko.pl buziaczek.pl
  seznam.cz email.cz centrum.cz post.cz atlas.cz volny.cz azet.sk centrum.sk zoznam.sk
  freemail.hu citromail.hu abv.bg mail.bg dir.bg inbox.lv apollo.lv hot.ee mail.ee
  mail.ru inbox.ru list.ru bk.ru internet.ru yandex.ru yandex.com yandex.ua yandex.by yandex.kz ya.ru
  rambler.ru lenta.ru autorambler.ru ro.ru pochta.ru ukr.net i.ua meta.ua bigmir.net tut.by
  btinternet.com btopenworld.com virginmedia.com virgin.net blueyonder.co.uk ntlworld.com sky.com
  talktalk.net tiscali.co.uk o2.co.uk plusnet.com eircom.net
  comcast.net att.net sbcglobal.net bellsouth.net pacbell.net ameritech.net cox.net charter.net
  spectrum.net rr.com roadrunner.com twc.com earthlink.net mindspring.com juno.com netzero.net
  frontier.com frontiernet.net optonline.net optimum.net windstream.net centurylink.net suddenlink.net
  rogers.com shaw.ca telus.net bell.net sympatico.ca videotron.ca cogeco.ca
  bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au ozemail.com.au xtra.co.nz
  qq.com foxmail.com 163.com 126.com yeah.net vip.qq.com vip.163.com sina.com sina.cn sohu.com tom.com
  21cn.com 139.com 189.cn wo.cn aliyun.com naver.com daum.net hanmail.net nate.com kakao.com
  docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp nifty.com biglobe.ne.jp excite.co.jp
  rediffmail.com sify.com indiatimes.com in.com walla.co.il walla.com netvision.net.il
  mynet.com maktoob.com emirates.net.ae telkomsa.net mweb.co.za webmail.co.za
  online.no telia.com spray.se bredband.net comhem.se tele2.se tdcadsl.dk mail.dk jubii.dk luukku.com
  suomi24.fi elisanet.fi kolumbus.fi otenet.gr forthnet.gr in.gr
  `
    .trim()
    .split(/\s+/),
);
