import { Marked } from 'marked';

/** A section of the guide: `Upload a list`, `upload-a-list`, 1, and its content. */
export interface Section {
  readonly text: string;
  readonly id: string;
  readonly depth: number;
  content: string;
}

/** A slug such as `credits-lists` for `Crédits & lists`. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, '-');

/** The page has its own first-level heading, so headings of the guide start one level lower. */
const marked = new Marked({
  renderer: {
    heading({ tokens, text, depth }) {
      const level = depth + 1;
      return `<h${level} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${level}>`;
    },
  },
});

export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  for (const token of marked.lexer(text)) {
    const last = sections.at(-1);
    if (token.type === 'heading') {
      const heading = String(token.text);
      sections.push({
        text: heading,
        id: slugOf(heading),
        depth: Number(token.depth),
        content: '',
      });
    } else if (last) {
      last.content += token.raw;
    }
  }
  return sections;
}

interface Props {
  text: string;
  className?: string | undefined;
  copy: string;
}

/** Renders Markdown as HTML. Not sanitized, because the text is our own. */
export function Markdown({ text, className, copy }: Props) {
  const html = marked
    .parse(text, { async: false })
    .replaceAll(/<pre>[^]*?<\/pre>/g, `<div><button type="button">${copy}</button>$&</div>`);
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
