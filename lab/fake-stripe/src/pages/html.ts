const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that has been escaped for HTML, between tags and in quoted attributes. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

/** Template tag that escapes values, except values that are already `Html`. */
export function html(literals: TemplateStringsArray, ...values: readonly Part[]): Html {
  const parts = literals.map((literal, i) => literal + asHtml(values[i] ?? ''));
  return new Html(parts.join(''));
}

function asHtml(value: Part): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map((part) => part.text).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
