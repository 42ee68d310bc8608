import { partsOf, placeholdersOf, textPlaceOf } from '@pelican/shared/contracts/texts';
import { useTranslation } from 'react-i18next';
import './messages.ts';
import { sampleOf } from './samples.ts';
import styles from './texts.module.css';

interface TextPreviewProps {
  id: string;
  language: string;
  text: string;
}

/** A link in brackets, or what is between links. */
const linkOrText = /\[[^[\]]*\]|[^[]+|\[/g;

/** What is typed, with examples for its placeholders and its links underlined. */
export function TextPreview({ id, language, text }: TextPreviewProps) {
  const { t } = useTranslation('ops-texts');
  const key = textPlaceOf(id)?.key ?? '';
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <h3>{t('preview')}</h3>
      <p lang={language}>
        {[...text.matchAll(linkOrText)].map(({ 0: part, index }) =>
          part.length > 1 && part.startsWith('[') ? (
            <u key={index}>
              <Filled textKey={key} language={language} text={part.slice(1, -1)} />
            </u>
          ) : (
            <Filled key={index} textKey={key} language={language} text={part} />
          ),
        )}
      </p>
      {placeholdersOf(text).length > 0 && <p className="hint">{t('previewHint')}</p>}
    </section>
  );
}

function Filled({ textKey, language, text }: { textKey: string; language: string; text: string }) {
  return partsOf(text).map((part, at) =>
    part.isPlaceholder ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing but its order
      <span key={at} className={styles.sample}>
        {sampleOf(part.text, textKey, language)}
      </span>
    ) : (
      part.text
    ),
  );
}
