import { useTranslation } from 'react-i18next';
import { addMessages } from '../../../platform/i18n.ts';
import { LegalText } from '../legal-text.tsx';
import english from './locales/en.json';

addMessages('legal-cookies', english);

/** /cookies */
export function Component() {
  const { t } = useTranslation('legal-cookies');
  return <LegalText name="cookies" texts={t} />;
}
