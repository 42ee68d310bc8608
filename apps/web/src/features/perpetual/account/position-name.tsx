import { useTranslation } from 'react-i18next';
import { pairText } from '../../../ui/pair.ts';
import { accountMessages } from './messages.ts';
import styles from './position-name.module.css';
import type { Mode, PositionSide } from './terms.ts';

interface PositionNameProps {
  market: string;
  position: PositionSide;
  mode: Mode;
  leverage: string;
}

/** "Long 10× Isolated": the side in its colour and its word. */
export function PositionChips({ position, mode, leverage }: Omit<PositionNameProps, 'market'>) {
  const { t } = useTranslation(accountMessages);
  return (
    <span className={styles.chips}>
      <span className={position === 'long' ? 'buy' : 'sell'}>{t(`position.${position}`)}</span>
      <span className={styles.chip}>{t('leverage.times', { value: leverage })}</span>
      <span className={styles.chip}>{t(`mode.${mode}`)}</span>
    </span>
  );
}

/** The position a dialog is about. */
export function PositionName(props: PositionNameProps) {
  return (
    <p className={styles.name}>
      {pairText(props.market)} <PositionChips {...props} />
    </p>
  );
}
