import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Loaded before a command line: keeps its modules compiled from one start to the next. Types are
 * then not stripped anew, for which Node loads a compiler of its own: a tenth of a second, and 35 MB
 * for as long as the program runs.
 */
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
