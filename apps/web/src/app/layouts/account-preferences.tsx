import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { generalSettingsQuery } from '../../api/settings.ts';
import { useChangeSettings } from '../../api/use-change-settings.ts';
import { type Theme, usePreferences } from '../../platform/preferences.ts';

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
  const save = useCallback(
    (chosen: Theme) => {
      wanted.current = chosen;
      const undo = () => {
        wanted.current = saved.current;
        if (saved.current !== undefined) usePreferences.getState().set({ theme: saved.current, isThemeNew: false });
      };
      mutate({ theme: chosen }, { onError: undo });
    },
    [mutate],
  );
  useEffect(() => {
    saved.current = theme;
    // The first of two changes under way does not count.
    if (theme === undefined || isPending) return;
    const { theme: here, isThemeNew, set } = usePreferences.getState();
    // Chosen before this part, or the account, was there.
    if (isThemeNew && here !== theme && here !== wanted.current) return save(here);
    wanted.current = theme;
    set({ theme, isThemeNew: false });
  }, [theme, isPending, save]);
  useEffect(
    () =>
      usePreferences.subscribe((now, before) => {
        if (saved.current !== undefined && now.theme !== before.theme && now.theme !== wanted.current) save(now.theme);
      }),
    [save],
  );
  return null;
}
