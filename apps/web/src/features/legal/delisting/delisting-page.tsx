import { useTranslation } from 'react-i18next';
import { addMessages } from '../../../platform/i18n.ts';
import { LegalText } from '../legal-text.tsx';
import english from './locales/en.json';

addMessages('legal-delisting', english);

/** /delisting */
export function Component() {
  const { t } = useTranslation('legal-delisting');
  return <LegalText name="delisting" texts={t} />;
}
