import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { askForScheme } from './preferences.ts';

/** These ask for the dark theme, anything else for the light one. */
const darkWords = new Set(['1', 'true', 'dark']);

/** On pages whose address ends with /{dark}, for apps: the theme that it asks for, while the page is on screen. */
export function useSchemeOfAddress(): void {
  const { dark } = useParams();
  useEffect(() => {
    if (dark === undefined) return;
    askForScheme(darkWords.has(dark) ? 'dark' : 'light');
    return () => askForScheme(null);
  }, [dark]);
}
