import { useLocation } from 'react-router-dom';
import { defaultLanguage, languages, pathInLanguage } from '../../platform/language.ts';

/** Tells search engines where this page stands in each language. React moves the links into the head. */
export function AlternateLinks() {
  const { pathname } = useLocation();
  return (
    <>
      {languages.map((language) => (
        <link
          key={language}
          rel="alternate"
          hrefLang={language}
          href={location.origin + pathInLanguage(pathname, language)}
        />
      ))}
      <link rel="alternate" hrefLang="x-default" href={location.origin + pathInLanguage(pathname, defaultLanguage)} />
    </>
  );
}
