import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { takeNotice } from '../../platform/carried-notice.ts';
import { notify } from '../../ui/notify.ts';

/** Shows the notice that the navigation carries, and takes it from the history: neither a reload nor Back shows it again. */
export function CarriedNotice() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const carried = takeNotice(state);
    if (!carried) return;
    const { kind, text, title } = carried.notice;
    notify[kind](text, title === undefined ? {} : { title });
    void navigate(pathname + search + hash, { replace: true, state: carried.rest, preventScrollReset: true });
  }, [state, navigate, pathname, search, hash]);
  return null;
}
