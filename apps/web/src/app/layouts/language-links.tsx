import { useTranslation } from 'react-i18next';
import { LanguageLink } from './language-link.tsx';
import { offeredLanguages } from './offered-languages.ts';

/** The languages in a row. */
export function LanguageLinks({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('app-layouts');
  return (
    <nav aria-label={t('footer.languages')}>
      <ul className={className}>
        {offeredLanguages.map((language) => (
          <li key={language.code}>
            <LanguageLink language={language} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
