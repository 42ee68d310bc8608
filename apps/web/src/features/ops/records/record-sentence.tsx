import './messages.ts';
import { useTranslation } from 'react-i18next';
import { ObjectLink } from './object-link.tsx';

interface RecordSentenceProps {
  actor: string;
  action: string;
  subject: string;
}

/** Stands where the link is put in. */
const gap = '\u0000';

/** Who did what to whom, with links to people and objects. */
export function RecordSentence({ actor, action, subject }: RecordSentenceProps) {
  const { t, i18n } = useTranslation('ops-records');
  const isKnown = i18n.exists(`actions.${action}`, { ns: 'ops-records' });
  const phrase = isKnown ? t(`actions.${action}`, { subject: gap }) : t('unknown', { action, subject: gap });
  const [before, after] = phrase.split(gap);
  return (
    <p>
      <ObjectLink name={actor} /> {before}
      {after !== undefined && <ObjectLink name={subject} />}
      {after}
      {after === undefined && subject.includes(':') && subject !== actor && (
        <>
          {' ('}
          <ObjectLink name={subject} />)
        </>
      )}
    </p>
  );
}
