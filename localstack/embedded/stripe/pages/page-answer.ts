/** What a page is answered with. */
export interface PageAnswer {
  readonly status: number;
  readonly body: string;
  readonly location?: string;
  /** Origins that a form of the page may lead to, which browsers check after a redirect too. */
  readonly leadsTo: readonly string[];
}

export const shown = (
  body: string,
  leadsTo: readonly (string | null | undefined)[] = [],
  status = 200,
): PageAnswer => ({
  status,
  body,
  leadsTo: leadsTo.flatMap((url) => (url ? [new URL(url).origin] : [])),
});

export const redirect = (location: string): PageAnswer => ({
  status: 303,
  body: '',
  location,
  leadsTo: [],
});
