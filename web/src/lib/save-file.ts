/** Lets the browser save what is behind an address, under the name it comes with or this one. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Lets the browser save a file that is in memory. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  saveFrom(url, name);
  // The click has only asked for the download: the address has to outlive this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
