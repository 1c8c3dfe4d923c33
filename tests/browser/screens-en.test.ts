import { describeScreens } from './screens.ts';

// A file for each language, so that they run beside each other.
describeScreens('en');
