import { useTranslation } from 'react-i18next';
import { addMessages } from '../../../platform/i18n.ts';
import { LegalText } from '../legal-text.tsx';
import english from './locales/en.json';

addMessages('legal-aml', english);

/** /aml-policy */
export function Component() {
  const { t } = useTranslation('legal-aml');
  return <LegalText name="aml" texts={t} />;
}
