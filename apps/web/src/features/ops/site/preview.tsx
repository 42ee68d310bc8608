import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { previewQuery } from '../../../api/content-desk.ts';
import { Prose } from '../../../ui/prose.tsx';
import styles from './site.module.css';

const pauseMs = 600;

/** What is typed, as the server will show it to visitors; it follows when the typing pauses. */
export function Preview({ text, lang }: { text: string; lang: string }) {
  const { t } = useTranslation('ops-site');
  const [settled] = useDebouncedValue(text.trim(), pauseMs);
  const { data, error } = useQuery({ ...previewQuery(settled), enabled: settled !== '' });
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <h3>{t('preview')}</h3>
      {settled === '' && <p className="hint">{t('previewEmpty')}</p>}
      {settled !== '' && error && (
        <p role="alert" className="muted">
          {t('previewFailed')}: {messagesOf(error).join(' ')}
        </p>
      )}
      {settled !== '' && data && !error && <Prose html={data.html} lang={lang} />}
    </section>
  );
}
