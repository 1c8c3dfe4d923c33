import { buildFunctions } from './build.ts';

/** `npm run build`. */
await buildFunctions();
