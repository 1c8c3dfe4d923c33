import { Marked } from 'marked';
import { escapeMarkup } from '../../shared/model/escape-markup.ts';

/** A heading of the guide; `depth` is its level, from 1. */
export interface Section {
  readonly text: string;
  readonly depth: number;
}

/** Returns a slug such as `verify-a-list` for `Verify a list`. */
const slugOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');

export const sectionsOf = (text: string): Section[] =>
  new Marked()
    .lexer(text)
    .flatMap((token) =>
      token.type === 'heading' ? [{ text: String(token.text), depth: Number(token.depth) }] : [],
    );

export const headingIdsOf = (text: string): string[] =>
  sectionsOf(text).map((each) => slugOf(each.text));

interface Props {
  text: string;
  className?: string | undefined;
  ids?: readonly string[];
  /** Label of the button that copies a code block. */
  copy?: string;
  /** Label of that button after a click. */
  copied?: string;
}

/** Renders Markdown as HTML. Not sanitized, because the text is our own. */
export function Markdown({
  text,
  className,
  ids = headingIdsOf(text),
  copy = '',
  copied = '',
}: Props) {
  const nextIds = ids.values();
  // The page has its own first-level heading, so headings of the text start one level lower.
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const level = depth + 1;
        const id = nextIds.next().value ?? '';
        return `<h${level} id="${id}">${this.parser.parseInline(tokens)}</h${level}>`;
      },
      // Identifiers may break in narrow tables. Origins stay whole, because page.ts replaces them.
      codespan: ({ text: code }) =>
        `<code>${escapeMarkup(code).replaceAll(/[_.@]|(?<!\/)\/(?!\/)/g, '$&<wbr>')}</code>`,
    },
  });
  const button = `<button type="button" hidden data-copied="${copied}">${copy}</button>`;
  const html = marked
    .parse(text, { async: false })
    .replaceAll(/<pre>[^]*?<\/pre>/g, `<div>${button}$&</div>`);
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
