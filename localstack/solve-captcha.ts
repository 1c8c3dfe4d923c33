import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { solveCaptcha } from './captcha-solution.ts';

/** `curl …/api/captcha | npm run --silent captcha:solve` prints the `g-recaptcha-response` value. */
const { data } = z.object({ data: z.unknown() }).parse(JSON.parse(await text(process.stdin)));
console.log(await solveCaptcha(data));
