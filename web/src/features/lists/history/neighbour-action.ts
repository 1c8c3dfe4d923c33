/** The last button of the next row or, from the last row, of the one before. */
export function neighbourAction(button: HTMLElement | null): HTMLElement | undefined {
  const row = button?.closest('tr');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  return [...(neighbour?.querySelectorAll('button') ?? [])].at(-1);
}
