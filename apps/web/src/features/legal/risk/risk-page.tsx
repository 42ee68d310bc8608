import { useTranslation } from 'react-i18next';
import { addMessages } from '../../../platform/i18n.ts';
import { LegalText } from '../legal-text.tsx';
import english from './locales/en.json';

addMessages('legal-risk', english);

/** /risk */
export function Component() {
  const { t } = useTranslation('legal-risk');
  return <LegalText name="risk" texts={t} />;
}
