/** An exception also covers names below it, unless they are listed themselves. */
export const DISPOSABLE_EXCEPTIONS: ReadonlySet<string> = new Set(
  [
    // Registries and free-subdomain services, whose users run their own mail servers. Includes
    // every public suffix on the disposable-domain lists.
    `
    com.com web.id my.id us.to uk.to one.pl esy.es pe.hu info.tm edu.pl edu.kg
    id.vn nom.za nyc.mn netlib.re eu.org us.kg us.ci eu.cc cc.cd ccwu.cc qzz.io dpdns.org de5.net
    indevs.in f5.si ggff.net abrdns.com cloud-ip.cc asso.st fr.nf infos.st ze.cx my.to kro.kr n-e.kr
    o-r.kr p-e.kr r-e.kr run.place work.gd
    `,
    // Dynamic DNS: no-ip.com, dynu.com, cloudns.net, afraid.org, dynv6.com and others.
    `
    ddns.net dedyn.io duckdns.org 3utilities.com bounceme.net ddnsking.com gotdns.ch hopto.org
    myvnc.com onthewifi.com redirectme.net servebeer.com servegame.com servemp3.com sytes.net
    webhop.me zapto.org accesscam.org camdvr.org casacam.net ddnsfree.com dynu.net freeddns.org
    giize.com gleeze.com kozow.com loseyourip.com mywire.org ooguy.com theworkpc.com
    webredirect.org cloudns.asia cloudns.biz cloudns.cc cloudns.cl cloudns.cx cloudns.nz cloudns.ph
    dns-cloud.net dnsabr.com mooo.com chickenkiller.com ignorelist.com strangled.net
    twilightparadox.com undo.it dns.army dns.navy v6.army v6.navy v6.rocks linkpc.net publicvm.com
    heliohost.org
    `,
    // Permanent aliases, which forward to another mailbox until their owner turns them off.
    '33mail.com e4ward.com opayq.com sneakemail.com snkmail.com snkml.com',
    // Permanent mailboxes.
    '21cn.com atomicmail.io iwi.net safe-mail.net secmail.pro sibmail.com spamarrest.com vfemail.net',
    // Domains of one family or company, according to their owners.
    'e2estudios.com kennedy808.com mailhub.pro tmxnet.com',
    // Companies. The maintainers of one list removed most of these after its last release.
    `
    angi.com belt.io caliburn.us craigslist.org facebookmail.com gynzy.at gynzy.es gynzy.gr gynzy.info gynzy.lt
    gynzy.mobi gynzy.pl gynzy.ro gynzy.sk mail-tester.com manybrain.com privacy.net shitware.nl
    zamana.com
    `,
  ]
    .join(' ')
    .trim()
    .split(/\s+/),
);
