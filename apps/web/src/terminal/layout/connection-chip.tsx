import { useTranslation } from 'react-i18next';
import { connectionWords } from '../../connection/connection-words.ts';
import { useConnection } from '../../live/index.ts';
import { StatusChip } from '../../ui/status-chip.tsx';

/** State of the connection in an icon and a word; nothing while all is well, on request. */
export function ConnectionChip({ quiet = false }: { quiet?: boolean }) {
  const { t } = useTranslation('terminal');
  const connection = useConnection();
  const isWell = connection.health === 'live' || connection.health === 'connecting';
  const { tone, key, values } = connectionWords(connection);
  return (
    <span role="status">{!(quiet && isWell) && <StatusChip tone={tone} label={t(`health.${key}`, values)} />}</span>
  );
}
