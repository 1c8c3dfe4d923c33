import { activityScreens } from './activity-screens.ts';
import { adminScreens } from './admin-screens.ts';
import { bounceScreens } from './bounce-screens.ts';
import { checkScreens } from './check-screens.ts';
import { connectionScreens } from './connection-screens.ts';
import { customerScreens } from './customer-screens.ts';
import { formScreens } from './form-screens.ts';
import { historyScreens } from './history-screens.ts';
import { listScreens } from './list-screens.ts';
import { memberScreens } from './member-screens.ts';
import type { Screen } from './screen.ts';
import { securityScreens } from './security-screens.ts';
import { uploadScreens } from './upload-screens.ts';
import { visitorScreens } from './visitor-screens.ts';
import { webhookScreens } from './webhook-screens.ts';

export const screens: readonly Screen[] = [
  ...visitorScreens,
  ...uploadScreens,
  ...checkScreens,
  ...historyScreens,
  ...listScreens,
  ...bounceScreens,
  ...customerScreens,
  ...webhookScreens,
  ...formScreens,
  ...connectionScreens,
  ...securityScreens,
  ...memberScreens,
  ...activityScreens,
  ...adminScreens,
];
