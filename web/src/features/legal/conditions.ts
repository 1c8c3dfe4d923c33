/** A numbered section. What stands in double brackets is for the seller to fill in. */
interface Section {
  title: string;
  paragraphs: readonly string[];
}

export type Conditions = readonly Section[];

/** A run of a paragraph: text, or the name of something that is still blank. */
export interface Run {
  text: string;
  blank: boolean;
}

/** Splits a paragraph at its blanks. */
export const runsOf = (paragraph: string): Run[] =>
  paragraph
    .split(/\[\[(.*?)\]\]/)
    .map((text, index) => ({ text, blank: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
