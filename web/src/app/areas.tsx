import { Navigate, Outlet } from 'react-router-dom';
import { useMe } from '../lib/me.ts';
import { areaOf, homeOf, type Area } from './area.ts';

/** Sends users who are at home elsewhere there. */
export function Only({ area }: { area: Area }) {
  const home = areaOf(useMe());
  return home === area ? <Outlet /> : <Navigate to={homeOf[home]} replace />;
}

/** Sends users to the page they start from. */
export const Home = () => <Navigate to={homeOf[areaOf(useMe())]} replace />;
