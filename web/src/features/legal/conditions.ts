/** A numbered section. Text in double brackets is a blank that the seller has to fill in. */
interface Section {
  title: string;
  paragraphs: readonly string[];
}

export type Conditions = readonly Section[];

/** A part of a paragraph: text, or the name of a blank. */
export interface Run {
  text: string;
  blank: boolean;
}

/** Splits a paragraph at its blanks. */
export const runsOf = (paragraph: string): Run[] =>
  paragraph
    .split(/\[\[([^[\]]*)\]\]/)
    .map((text, index) => ({ text, blank: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
