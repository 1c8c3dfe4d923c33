/** First and last names share no spelling, so a local part can be parsed in only one way. */

const words = (text: string): readonly string[] => text.split(/\s+/u).filter(Boolean);

export const removeAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{Mn}/gu, '');

export const FIRST_NAMES = words(`
  adèle adrien agathe agnès alban albane alexia alice aline amandine ambre amélie anaïs andré anita anne antoine
  ariane armand arthur astrid aude audrey aurélie aurore axel baptiste basile bastien béatrice benoît bérénice
  brigitte bruno camille capucine carine carla caroline cécile cédric céline chantal charlotte chloé christelle
  cindy claire clara clémence clément clotilde coralie corentin cyril damien daphné delphine denise diane dimitri
  dorothée édith édouard éléonore élise élodie éloïse élsa emeline emma éric estelle étienne eugénie fabien fanny
  félix fiona flavie florian françoise frédéric gaëlle gaspard gérald ghislain gisèle grégory guillaume gwenaëlle
  hélène héloïse hervé hugo ingrid inès irène isabelle jacqueline jade jérôme joël johanna jonas josé joséphine
  jules julie karim karine laëtitia laure lauriane léa léna léo léonie lilas lionel lise loïc lola lou lucie
  ludovic maël magali maïa manon marc margaux margot marion mathéo mathilde maxence mélanie mélissa michèle milan
  muriel myriam nadège naomi nathan nicole nina noé noémie nolwenn océane odile olympe pascale pauline perrine
  philippine quentin rachel raphaëlle régine rémi rose roxane sabine salomé sandrine sara sébastien séverine solène
  sonia sophie stéphane suzanne sylvain tanguy tatiana théo théodore thérèse tiphaine titouan tristan valentine
  valérie vanessa véronique victoire violette virginie wanda xavier yaël yann yasmine yohann yvonne zacharie zélie zoé
`);

export const LAST_NAMES = words(`
  allard ancel arnould aubert aubin aubry bailly barbier baron barré bataille baudin bazin beaufort bellanger
  benard berger bernier berthelot bertrand besnard besson bigot blanchard blondel bodin boisson bonnet bossuet
  boucher boulanger bourdon bourgeois boutin bouvier boyer brault breton briand brossard brun brunel buisson
  cadet caillaud carlier caron carpentier carré castel chabot chambon champion chapuis charpentier charrier
  chartier chauvin chevalier chevallier clerc cochet colas collet collin combes cordier cornu coste cottin
  couderc coulon courtois cousin couturier crépin cuvelier daniau daumas dauphin debray declercq delage delahaye
  delaunay delcourt delmas delorme demange denoyer deschamps descamps devaux doucet drouet dubois dubreuil duchêne
  dufour duhamel dumas dumont dupin dupré dupuis durand duret duval escoffier estève evrard fabre faivre favre
  ferrand ferry fleury fontaine forestier fouquet fournier foussard frémont gaillard gallet garnier gaudin
  gauthier gautier genin geoffroy gérardin germon gilbertot gillet girard giraud godard gosselin goujon granger
  gros guérin guibert guichard guillet guillon guyot hamelin hébert henriot herbin hoareau huet humbert imbert
  jacquet jamet janvier jarry jolivet joly jourdain jouve julliard klein labbé lacombe lacroix lafon lagarde
  lambertin langlois larcher laroche lasserre launay laurentin lavigne leblanc leclerc lecomte leconte lefèvre
  legrand lejeune lemaire lemoine lenoir lepage leroux leroy lesage letellier levasseur lévêque lhuillier lopez
  loiseau lorrain louvet lucasson machin maillard maillet mallet marchal marchand maréchal marin
  martel martinez masson mathieu maurel maury mercier merle meunier meyer michaud millet monnier moreau morel
  morin mouton muller navarro neveu nicolin noël normand ollivier page paris pasquier payet pelletier
  peltier perret perrier perrin perrot petit picard pichon pineau poirier pommier pons potier poulain prévost
  pruvost raynaud regnier renard renaud rey ribeiro rivière robin roche rocher rolland rossignol
  rousseau roussel rousset roux roy royer ruiz sabatier salmon sanchez sauvage savary schmitt schneider seguin
  simonet tanner tessier texier thibault thiery tisserand torres tournier toussaint trichet turpin
  vaillant valette vallée vasseur verdier vernier vial vidal vigneron villard vincentin vincenot voisin vuillemin
  weber wagner zeller zimmer
`);

/** Role addresses, by their ordinal among the mailboxes of a domain. */
export const ROLES: ReadonlyMap<number, string> = new Map([
  [3, 'contact'],
  [8, 'info'],
  [14, 'commercial'],
  [21, 'support'],
  [29, 'postmaster'],
  [38, 'recrutement'],
  [48, 'direction'],
]);

export const DOMAIN_WORDS = [
  'atelier',
  ...words(`
  poste moulin jardin verger fournil librairie garage menuiserie imprimerie cabinet clinique lycee mairie studio
  agence transport maison hotel auberge domaine cave ferme pepiniere boutique galerie theatre musique optique
  pharmacie notaire conseil formation batiment toiture plomberie chantier fonderie filature tannerie brasserie
  cooperative mutuelle association club voile alpin littoral vallee colline riviere bastide horizon
  `),
] as const;

export const NON_ASCII_DOMAIN_WORDS = [
  'forêt',
  ...words('crèmerie château café épicerie hôtellerie señal łódka bäckerei ópera φανάρι почта'),
] as const;
