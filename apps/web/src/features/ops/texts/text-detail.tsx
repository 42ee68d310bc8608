import { clientLanguages } from '@pelican/shared/contracts/system';
import type { TextDetails } from '@pelican/shared/contracts/texts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { textQuery } from '../../../api/texts-desk.ts';
import detailStyles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { RecordSentence } from '../records/record-sentence.tsx';
import './messages.ts';
import { PutBackButton } from './put-back-button.tsx';
import { TextChip } from './text-chip.tsx';
import { TextEditor } from './text-editor.tsx';

/** A text: its original, what visitors see in its place, and who did what. */
export function TextDetail({ id }: { id: string }) {
  const { t } = useTranslation('ops');
  const query = useQuery(textQuery(id));
  return (
    <DetailState query={query} title={t('list.detailNotLoaded')}>
      {(text) => <Loaded text={text} />}
    </DetailState>
  );
}

function Loaded({ text }: { text: TextDetails }) {
  const { t } = useTranslation('ops-texts');
  const { id, key, area, language, english, original, changed } = text;
  const name = clientLanguages.find(({ code }) => code === language)?.name ?? language;
  const words = (code: string, written: string) => (
    <span key={code} lang={code}>
      {written}
    </span>
  );
  return (
    <article aria-label={key}>
      <header className={detailStyles.head}>
        <h2>{changed?.text ?? original}</h2>
        {changed && <TextChip changed={changed} />}
      </header>
      <Facts
        rows={[
          [t('language'), words(language, name)],
          ...(area === null ? [] : [[t('area'), t(`areas.${area}`, area)] as const]),
          [
            t('key'),
            <span key="key" className="mono">
              {key}
            </span>,
          ],
          ...(english === null || language === 'en' ? [] : [[t('english'), words('en', english)] as const]),
          ...(original === null ? [] : [[t('original'), words(language, original)] as const]),
          ...(changed
            ? [
                [
                  t('changedBy'),
                  <span key="by">
                    {changed.updatedBy} · <WholeMoment seconds={changed.updatedAt} />
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      {changed && !changed.fits && <p role="note">{t(original === null ? 'gone' : 'stale')}</p>}
      {original === null ? (
        changed && (
          <div className={detailStyles.actions}>
            <PutBackButton id={id} version={changed.version} original={null} />
          </div>
        )
      ) : (
        // Another version is another form: what was typed into the old one is not sent over it.
        <TextEditor key={`${id} ${changed?.version ?? 0}`} text={{ id, language, original, changed }} />
      )}
      <History text={text} />
    </article>
  );
}

function History({ text: { id, language, history } }: { text: TextDetails }) {
  const { t } = useTranslation('ops-texts');
  if (history.length === 0) return null;
  return (
    <section className={detailStyles.part} aria-label={t('history')}>
      <h3>{t('history')}</h3>
      {history.map(({ id: record, at, actor, action, before, after }) => (
        <div key={record} className={detailStyles.note}>
          <RecordSentence actor={actor} action={action} subject={`text:${id}`} />
          {before !== null && after !== null && <p lang={language}>{t('became', { before, after })}</p>}
          <p className="hint">
            <WholeMoment seconds={at} />
          </p>
        </div>
      ))}
    </section>
  );
}
