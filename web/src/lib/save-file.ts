/** Makes the browser download an address, under this name unless the server gives one. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Makes the browser save a file that is in memory. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  saveFrom(url, name);
  // The download starts after the click has returned, and it still needs the address then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
