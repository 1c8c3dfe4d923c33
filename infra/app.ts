import { buildFunctions } from './build.ts';
import { defineApp } from './define-app.ts';

/** What `cdk` runs. */
await buildFunctions();
defineApp().synth();
