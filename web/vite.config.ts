import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const api = `http://localhost:${process.env['PORT'] ?? '3000'}`;

export default defineConfig(({ command }) => {
  // A test run sets NODE_ENV to test; its build is the one of production all the same.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    root: here('.'),
    plugins: [react()],
    build: {
      outDir: here('../dist/web'),
      emptyOutDir: true,
      // The size check reads it to know which files a page loads.
      manifest: true,
      // One small stylesheet: no flash between pages, and the rules keep their order.
      cssCodeSplit: false,
      // Fonts and workers stay files, so that the content security policy needs no `data:` source.
      assetsInlineLimit: 0,
    },
    worker: { format: 'es' },
    server: { proxy: { '/api': api, '/inbox': api } },
  };
});
