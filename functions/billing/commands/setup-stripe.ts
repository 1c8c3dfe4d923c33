import { env } from '../../platform/context.ts';
import { depsOf } from '../../platform/container.ts';
import { stripeSetup } from '../context.ts';
import { setUpStripe } from '../set-up-stripe.ts';

/** `npm run stripe:setup`: sets up our Stripe account. A second run changes nothing. */
async function main(): Promise<number> {
  try {
    for (const line of await setUpStripe(depsOf({ env, stripeSetup })))
      process.stdout.write(`${line}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

if (import.meta.main) process.exitCode = await main();
