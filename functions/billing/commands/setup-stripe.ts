import { env } from '../../platform/context.ts';
import { makeParts } from '../../platform/parts.ts';
import { stripeSetup } from '../context.ts';
import { setUpStripe } from '../set-up-stripe.ts';

/** `npm run stripe:setup`: makes at Stripe what the product sells by; run again it changes nothing. */
async function main(): Promise<number> {
  try {
    for (const line of await setUpStripe(makeParts({ env, stripeSetup })))
      process.stdout.write(`${line}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

if (import.meta.main) process.exitCode = await main();
