import { adminScreens } from './admin-screens.ts';
import { customerScreens } from './customer-screens.ts';
import type { Screen } from './screen.ts';
import { visitorScreens } from './visitor-screens.ts';

/** Everything that can be looked at, for the test and for `npm run screens`. */
export const screens: readonly Screen[] = [...visitorScreens, ...customerScreens, ...adminScreens];
