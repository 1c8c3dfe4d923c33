interface Props {
  text: string;
  /** What is searched for. */
  q: string | undefined;
}

export const placeIn = (text: string, q = ''): number =>
  q === '' ? -1 : text.toLowerCase().indexOf(q.toLowerCase());

/** A text with what is searched for in it, case aside. */
export function Marked({ text, q = '' }: Props) {
  const at = placeIn(text, q);
  if (at < 0) return text;
  const end = at + q.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
