import { useTranslation } from 'react-i18next';
import { addMessages } from '../../../platform/i18n.ts';
import { LegalText } from '../legal-text.tsx';
import english from './locales/en.json';

addMessages('legal-privacy', english);

/** /privacy-policy, and /cfx-privacy-policy/{dark} for apps. */
export function Component() {
  const { t } = useTranslation('legal-privacy');
  return <LegalText name="privacy" texts={t} />;
}
