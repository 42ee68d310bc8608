import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { generalSettingsQuery } from '../../api/settings.ts';
import { paths } from '../../platform/paths.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { loadChunk } from '../load-chunk.ts';
import { useRouteHandle } from './route-handle.ts';

const PhoneQuestion = lazyPart(() =>
  loadChunk(() => import('../../features/settings/profile/phone-question.tsx').then((module) => module.PhoneQuestion)),
);

/** Nobody is asked for a telephone while showing who they are. */
const quietPaths = [paths.kyc, paths.kycIndia, paths.kycGlobal];

/** Asks for a telephone when the settings say so, on every page but forms, the verification and trading screens. */
export function PhoneRequest() {
  const { data: settings } = useQuery(generalSettingsQuery);
  const { pathname } = useLocation();
  const { terminal, form } = useRouteHandle();
  const isQuiet = terminal || form || quietPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  return settings?.phoneUpdated && !isQuiet ? <PhoneQuestion /> : null;
}
