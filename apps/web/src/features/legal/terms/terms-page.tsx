import { useTranslation } from 'react-i18next';
import { addMessages } from '../../../platform/i18n.ts';
import { LegalText } from '../legal-text.tsx';
import english from './locales/en.json';

addMessages('legal-terms', english);

/** /terms, and /cfx-terms/{dark} for apps. */
export function Component() {
  const { t } = useTranslation('legal-terms');
  return <LegalText name="terms" texts={t} />;
}
