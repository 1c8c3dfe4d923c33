import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { solveCaptcha } from './captcha-solution.ts';

/** `curl …/api/captcha | npm run --silent captcha:solve` prints `g-recaptcha-response`. */
const { data } = z.object({ data: z.unknown() }).parse(JSON.parse(await text(process.stdin)));
console.log(await solveCaptcha(data));
