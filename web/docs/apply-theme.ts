/**
 * Shows the theme that was chosen in the app, and returns whether it is dark. Does not reuse the
 * code of the app, which needs React.
 */
export function applySavedTheme(): boolean {
  const theme = localStorage.getItem('theme') ?? 'system';
  document.documentElement.dataset['theme'] = theme;
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
