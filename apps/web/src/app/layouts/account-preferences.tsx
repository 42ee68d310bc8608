import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { generalSettingsQuery } from '../../api/settings.ts';
import { useChangeSettings } from '../../api/use-change-settings.ts';
import { usePreferences } from '../../platform/preferences.ts';

/** Theme and time zone of the account in this browser: takes over what was chosen on another device, and saves the theme that is chosen here. */
export function AccountPreferences() {
  const { data: profile } = useQuery(generalSettingsQuery);
  const { mutate, isPending } = useChangeSettings();
  const { time_zone: zone, theme } = profile ?? {};
  const saved = useRef(theme);
  const wanted = useRef(theme);
  useEffect(() => {
    if (zone !== undefined) usePreferences.getState().set({ timeZone: zone });
  }, [zone]);
  useEffect(() => {
    saved.current = theme;
    // The first of two changes under way does not count.
    if (theme === undefined || isPending) return;
    wanted.current = theme;
    usePreferences.getState().set({ theme });
  }, [theme, isPending]);
  useEffect(() => {
    const undo = () => {
      wanted.current = saved.current;
      if (saved.current !== undefined) usePreferences.getState().set({ theme: saved.current });
    };
    return usePreferences.subscribe((now, before) => {
      if (now.theme === before.theme || now.theme === wanted.current) return;
      wanted.current = now.theme;
      mutate({ theme: now.theme }, { onError: undo });
    });
  }, [mutate]);
  return null;
}
