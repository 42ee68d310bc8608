import { longestInPlaceOf, placeholdersOf } from '@pelican/shared/contracts/texts';
import { useTranslation } from 'react-i18next';
import './messages.ts';

interface TextHintsProps {
  original: string;
  /** Of what is typed. */
  length: number;
}

/** What a text must keep of its original, and the room that it has. */
export function TextHints({ original, length }: TextHintsProps) {
  const { t } = useTranslation('ops-texts');
  const placeholders = placeholdersOf(original);
  return (
    <>
      {placeholders.length > 0 && `${t('placeholders', { placeholders: placeholders.join(' ') })} `}
      {original.includes('[') && `${t('links')} `}
      {t('length', { length, max: longestInPlaceOf(original) })}
    </>
  );
}
