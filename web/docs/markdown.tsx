import { Marked } from 'marked';

/** A heading of the guide: `Upload a list`, `upload-a-list`, 1. */
export interface Heading {
  readonly text: string;
  readonly id: string;
  readonly depth: number;
}

const idOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, '-');

/** The page has the first heading itself, so that those of the guide begin one level below. */
const marked = new Marked({
  renderer: {
    heading({ tokens, text, depth }) {
      const level = depth + 1;
      return `<h${level} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${level}>`;
    },
  },
});

/** The headings of a text, in order. */
export const headingsOf = (text: string): Heading[] =>
  marked
    .lexer(text)
    .flatMap((token) =>
      token.type === 'heading'
        ? [{ text: String(token.text), id: idOf(String(token.text)), depth: Number(token.depth) }]
        : [],
    );

interface Props {
  text: string;
  className?: string | undefined;
  /** On the button of each block of code. */
  copy: string;
}

/** Markdown of our own, as HTML: what it holds is trusted. */
export function Markdown({ text, className, copy }: Props) {
  const html = marked
    .parse(text, { async: false })
    .replaceAll(/<pre>[^]*?<\/pre>/g, `<div><button type="button">${copy}</button>$&</div>`);
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
