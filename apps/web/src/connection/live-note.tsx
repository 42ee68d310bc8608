import { useTranslation } from 'react-i18next';
import { type FeedHealth, useConnection } from '../live/index.ts';
import { addMessages } from '../platform/i18n.ts';
import { StatusChip } from '../ui/status-chip.tsx';
import { connectionWords } from './connection-words.ts';
import styles from './live-note.module.css';
import english from './locales/en.json';

addMessages('connection', english);

/** Prices go on moving, though later: a silence of a moment is nothing to say outside of a terminal. */
const withLivePrices = new Set<FeedHealth>(['connecting', 'live', 'delayed']);

/** Says that prices are not live, in a corner of the window: nothing of the page moves for it. */
export function LiveNote() {
  const { t } = useTranslation('connection');
  const connection = useConnection();
  const { tone, key, values } = connectionWords(connection);
  return (
    <div role="status" className={styles.note}>
      {!withLivePrices.has(connection.health) && <StatusChip tone={tone} label={t(`notLive.${key}`, values)} />}
    </div>
  );
}
