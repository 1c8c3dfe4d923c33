const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Common root words of passwords, in English and French. With the usual digits and symbols around
 * them, they cover several hundred thousand passwords.
 */
export const COMMON_ROOTS = words(`
password passwort passwd pass passphrase motdepasse mdp secret secrets letmein login logon
welcome bienvenue bonjour hello hallo hola salut coucou admin administrator administrateur root
user users guest test testing tester default changeme change master manager server windows
microsoft google apple facebook twitter instagram youtube amazon netflix spotify linkedin
samsung android iphone internet computer ordinateur laptop wifi mail entreprise business service
support account compte enter open sesame opensesame qwerty qwertz qwertyu qwertyui qwertyuiop
azerty azertyui azertyuiop asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl zxcv zxcvb zxcvbn
zxcvbnm wxcvbn qsdfgh qsdfghjklm poiuytrewq lkjhgfdsa mnbvcxz qazwsx qazwsxedc edcrfv wsxedc
qweasd qweasdzxc asdzxc qwe asd zxc aze abc abcd abcde abcdef abcdefg abcdefgh abcdefghi xyz aaa
aaaa bbb zzz aqw love lovely lover iloveyou ilove loveyou loveme jetaime teamo amour amor cheri
cherie coeur heart honey baby babygirl babyboy sweet sweetie sweety angel angels princess
princesse prince queen king kingdom darling kiss kisses bisou bisous forever together family
famille mother father maman papa mommy daddy mama sister brother friend friends amitie life
peace happy happiness smile sunshine sunset summer winter spring autumn soleil lune moon star
stars starlight rainbow flower flowers fleur rose roses lily daisy jasmine cherry orange banana
lemon chocolate chocolat cookie cookies candy sugar pepper ginger coffee beer wine vodka pizza
cheese burger monkey dragon tiger lion wolf eagle falcon hawk bear panda panther jaguar cobra
viper shark dolphin turtle rabbit bunny kitty kitten cat chat dog doggy chien puppy horse cheval
mustang pony buffalo bull spider butterfly papillon phoenix unicorn licorne chicken duck frog
penguin snoopy garfield tweety mickey minnie donald pluto goofy simba bambi nemo pokemon pikachu
charizard naruto goku sasuke vegeta batman superman spiderman ironman wolverine hulk thor
captain avengers joker robin starwars skywalker anakin vader yoda jedi matrix neo morpheus
trinity hobbit gandalf frodo harry potter hogwarts zelda mario luigi sonic kirby minecraft
fortnite roblox warcraft starcraft diablo counter strike overwatch halo gamer gaming playstation
nintendo xbox football soccer foot rugby hockey baseball basketball basket tennis golf cricket
volleyball handball boxing karate surfing skate skateboard chelsea arsenal liverpool manchester
united barcelona barca realmadrid madrid juventus milan inter bayern dortmund psg paris
marseille lyon monaco lille nantes bordeaux toulouse lens strasbourg rennes france french
england english london america american usa canada mexico brazil brasil spain espana italia
italy germany deutschland berlin portugal lisboa russia moscow china japan tokyo india delhi
mumbai pakistan australia sydney africa maroc algerie tunisie texas dallas cowboys yankees
lakers steelers eagles patriots packers broncos raiders redsox giants dodgers bulls celtics
newyork california florida chicago boston hawaii michael michelle jordan jennifer jessica ashley
amanda nicole daniel david andrew anthony matthew joshua joseph christopher christian christine
robert richard thomas charles charlie george william james john johnny steven stephen edward
henry patrick kevin brian jason justin brandon ryan eric adam alex alexander alexandre alexandra
alexis samantha stephanie elizabeth victoria natalie natasha vanessa melissa rebecca rachel
sarah hannah emma emily olivia sophie sophia isabella isabelle chloe camille julie juliette
marie maria martine martin nathalie sandrine valerie veronique sylvie catherine caroline
charlotte claire laura laurent nicolas pierre jean jeanne jacques philippe francois frederic
olivier sebastien sebastian guillaume maxime antoine benjamin benoit bruno vincent gabriel
raphael lucas louis louise arthur hugo leo theo nathan mathieu mathis clement quentin romain
thibault florian damien fabien jerome cedric ludovic stephane christophe dominique pascal
patricia monique annie angela angelina andrea anna carlos diego fernando jose juan luis manuel
miguel pablo pedro ricardo antonio marco lorenzo giovanni francesco giuseppe mohamed mohammed
ahmed ali omar hassan ibrahim fatima yasmine karim said bailey buster maggie molly sadie bella
lucky rocky shadow max buddy jake duke cooper tucker bandit scooter sparky peanut smokey oscar
casper tigger winnie trustno trustnoone whatever nothing something anything everything nobody
somebody private public money cash dollar euro gold golden silver diamond diamonds platinum
crystal jewel treasure rich lottery luck magic magical wizard witch vampire ghost zombie devil
demon satan heaven jesus christ jesuschrist god godisgood blessed blessing faith hope grace
church bible allah inshallah bismillah buddha karma destiny fate dream dreams dreamer freedom
liberty liberte justice power powerful energy thunder lightning storm hurricane fire flame ice
snow snowball snowflake water ocean sea river mountain forest nature earth planet galaxy
universe space cosmos rocket shuttle apollo atlantis mercury venus mars jupiter saturn neptune
eclipse ferrari porsche lamborghini mercedes audi bmw volkswagen toyota honda nissan subaru
mazda suzuki yamaha kawasaki harley davidson corvette camaro challenger charger chevrolet chevy
ford jeep hummer bugatti maserati bentley peugeot renault citroen vespa ducati racing racer
driver turbo nitro speed fast furious guitar piano drums drummer bass music musique metal
metallica slipknot nirvana greenday linkinpark acdc blink rammstein beatles elvis abba eminem
rihanna beyonce shakira madonna michaeljackson justinbieber onedirection bts blackpink tupac
biggie snoopdogg hiphop rapper dancer dance dancing disco techno hunter killer ninja samurai
warrior soldier sniper army navy marine marines airforce pilot police fireman doctor nurse
teacher student school ecole college university universite class maths science history biology
chemistry physics library book books reader writer artist painter photo picture camera video
movie cinema film games game player poker casino vegas blackjack chess summertime weekend
holiday holidays vacances vacation travel voyage tourist beach plage island paradise party
birthday anniversary christmas noel easter halloween valentine january february march april may
june july august september october november december janvier fevrier avril mai juin juillet aout
septembre octobre novembre decembre monday tuesday wednesday thursday friday saturday sunday
lundi mardi mercredi jeudi vendredi samedi dimanche black white red blue green yellow purple
pink violet brown grey gray noir blanc rouge bleu vert jaune sexy hotstuff hottie bigboy
bigdaddy badboy badgirl playboy gangster gangsta pimp thug homeboy boss bossman chief legend
champion champ winner victory victoire hero heroes super superstar rockstar popstar allstar
number one first best great awesome amazing fantastic wonderful beautiful beauty pretty cute
cutie cool coolguy crazy insane psycho loco funny silly stupid idiot loser noob fucker fuckyou
fuck fuckoff asshole bitch bastard shithead shit merde putain connard salope pussy dick boobs
porn sex sexe naked alpha beta gamma delta omega sigma zero uno two three four five six seven
eight nine ten hundred thousand million billion marlboro camel cocacola pepsi redbull heineken
guinness corona budweiser nike adidas puma reebok lacoste gucci chanel dior vuitton rolex swatch
barbie lego disney disneyland marvel hollywood broadway thebest thegreat theking theboss
themaster theman thegame imthebest iamthebest iamgod mylove mylife myself mypassword mypass
mysecret myname mydog mycat mybaby myfamily monamour moncoeur mavie cestmoi whoami nopassword
newpassword oldpassword temppassword temp temporary tempo blabla blablabla lol lolo lolita lola
lulu loulou doudou titi toto tata tutu momo coco kiki nana mimi gigi dodo bobo bibi fifi zaza
`);

/** Common passwords that mix letters and digits and contain no word. */
export const COMMON_PASSWORDS = words(`
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 1qaz2wsx 1qaz2wsx3edc zaq12wsx
zaq1xsw2 zaq1zaq1 2wsx3edc 1qazxsw2 qaz123wsx 1a2b3c4d 1a2b3c4d5e a1b2c3d4 a1b2c3d4e5 a1s2d3f4
a1z2e3r4 a1z2e3r4t5 1a2z3e4r 1a2z3e4r5t aqw123zsx qwer1234 1234qwer 12qwaszx q1q2q3q4 a1a2a3a4
z1x2c3v4 asdf1234 1234asdf zxcv1234 abcd1234 1234abcd abc12345 12345abc 123abc123 abc123abc
123qweasd 123qweasdzxc qwe123qwe 123qwe123 1qw23er4 1qwerty1 qwerty1q 1234567q q1234567 a1234567
1234567a aa123456 123456aa a12345678 12345678a 123456789a a123456789 a1b2c3d4e5f6 11111111a
00000000a a0000000 p0o9i8u7 0p9o8i7u 1z2x3c4v 5t4r3e2w1q r2d2c3po c3por2d2 trustno1 ncc1701d
ncc1701e thx1138a blink182 area5151 rush2112 matrix01 agent007 bond007007 jamesbond007
007bond007 catch22catch heaven7777 4runner4 1loveyou iloveyou2 iloveu2much ih8uih8u
2fast2furious 4everyoung 4everlove b4b4b4b4 w1w2w3w4 u2u2u2u2 m1m2m3m4 g0g0g0g0 s3cur1ty
p4ssw0rd pa55word passw0rd p@ssw0rd p@ssword1 w3lcome1 adm1n1strator l3tm31n0 changem3 ch4ngeme
qw3rty12 4dm1n123 r00tr00t t3st1234 123456ab ab123456 12345qwert qwert12345 12345asdfg 123456qwe
qwe123456 azerty12345 1azertyuiop 12azerty34 asd123456 123456asd zxc123456 123456zxc wsx123456
qaz123456 123456qaz 1123581321a 3141592654pi pi31415926 e2718281828
`);

/** Maximum characters besides the common word in a password that counts as common. */
const MAX_EXTRA_CHARS = 6;
/**
 * Minimum length of names that a password must not be based on. Shorter names, such as "al", occur
 * in too many words.
 */
const MIN_NAME_LENGTH = 4;

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const replaceLookalikes = (text: string): string =>
  text.replaceAll(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);

const trimNonLetters = (text: string): string =>
  text.replaceAll(/^[^\p{L}]+|(?<![^\p{L}])[^\p{L}]+$/gu, '');

/** For example, `abcabc` becomes `abc`. */
const collapseRepetition = (text: string): string => /^(.+?)\1+$/u.exec(text)?.[1] ?? text;

/**
 * Returns candidates for the word that a password is based on: the password without the non-letters
 * at its ends (also with look-alikes replaced by letters before or after trimming), and only its
 * letters.
 */
function basesOf(password: string): string[] {
  const core = trimNonLetters(password);
  return [
    core,
    replaceLookalikes(core),
    trimNonLetters(replaceLookalikes(password)),
    password.replaceAll(/[^\p{L}]/gu, ''),
  ];
}

function isTrivialDigits(digits: string): boolean {
  const unit = collapseRepetition(digits);
  return (
    unit.length <= 2 ||
    '01234567890123456789'.includes(unit) ||
    '98765432109876543210'.includes(unit) ||
    /^(?:19|20)\d\d$/.test(unit)
  );
}

/**
 * Whether a password is among the first guesses: a well-known password, a common word or context
 * word (product or person) with a few characters around it, or simple digits with at most two
 * letters. Ignores case and look-alikes (`P4ssw0rd`).
 * @param context names that the password must not be based on
 */
export function isCommonPassword(password: string, context: readonly string[]): boolean {
  const lower = password.toLowerCase();
  if (COMMON_PASSWORDS.has(lower)) return true;

  const names = new Set(
    context
      .flatMap((each) => [each, ...each.split(/[^\p{L}]+/u)])
      .map((each) => trimNonLetters(each.toLowerCase()))
      .filter((each) => each.length >= MIN_NAME_LENGTH),
  );
  for (const base of basesOf(lower)) {
    if (lower.length - base.length > MAX_EXTRA_CHARS) continue;
    const root = collapseRepetition(base);
    if ([base, root].some((word) => COMMON_ROOTS.has(word) || names.has(word))) return true;
  }

  const letters = lower.replaceAll(/[^\p{L}]/gu, '');
  const digits = lower.replaceAll(/\D/g, '');
  return (
    letters.length <= 2 &&
    letters.length + digits.length === lower.length &&
    isTrivialDigits(digits)
  );
}
