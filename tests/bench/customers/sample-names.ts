/** Names of customers who do not exist, some with every accent the search has to fold. */

const names = (text: string): readonly string[] => text.trim().split(/,\s*/u);

export const FIRST_NAMES = names(`
  Adèle, Agnès, Alice, Amélie, Anaïs, André, Anne-Marie, Aurélie, Benoît, Camille, Cécile,
  Céleste, Chloé, Daniel, Élise, Éloïse, Émile, Émilie, Étienne, Eve, François, Françoise,
  Frédéric, Gaël, Geneviève, George, Gérard, Grace, Hannah, Hélène, Inès, Jack, Jean,
  Jean-Pierre, Jérôme, Joëlle, José, Joshua, Julien, Léa, Léo, Loïc, Louis, Lucía, Maël, Marie,
  Mary, Mathéo, Michèle, Noël, Noémie, Oliver, Olivia, Raphaël, Rémi, René, Sarah, Sébastien,
  Solène, Søren, Stéphane, Théo, Thérèse, Thomas, Valérie, Victor, William, Yaël, Zoé, Zoë
`);

export const LAST_NAMES = names(`
  Allard, Baker, Bénard, Bernard, Besançon, Bœuf, Brown, Brontë, Chénier, Clark, Cœurdevey,
  Cooper, Côté, D’Amico, Davies, De la Tour, Dubois, Dupont, Durand, Évrard, Fabre, Faure,
  Fournier, García, Gauthier, Green, Guérin, Hall, Hébert, Hérault, Hughes, Jones, Kowalski,
  Lacroix, Lambert, Le Goff, Lefèvre, Léger, Lemaître, Łukasik, Marchand, Martin, Mercier,
  Moreau, Müller, Nguyễn, Núñez, O’Brien, O’Connor, Ørsted, Papin, Perrault, Petit, Quéré,
  Renoir, Roberts, Rousseau, Sœur, Saint-Exupéry, Smith, Strauß, Taylor, Thévenot, Thompson,
  Vallée, Walker, White, Wilson, Wright, Zola
`);
