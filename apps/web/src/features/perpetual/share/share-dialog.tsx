import { Button, Checkbox } from '@mantine/core';
import type { OpenPosition } from '@pelican/shared/contracts/perpetual';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generalSettingsQuery } from '../../../api/settings.ts';
import { serverNow } from '../../../platform/clock.ts';
import { perpetualPath } from '../../../platform/paths.ts';
import { useColorScheme } from '../../../platform/preferences.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatPercent, formatUpTo, signOf } from '../../../ui/format.ts';
import { formatDateTime } from '../../../ui/format-time.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { pairText } from '../../../ui/pair.ts';
import { accountMessages } from '../account/messages.ts';
import { useFigures } from '../account/use-figures.ts';
import { type CardContent, cardColors, cardHeight, cardWidth, drawCard } from './card.ts';
import styles from './share.module.css';

const scale = 2;

interface ShareDialogProps {
  position: OpenPosition;
  onClose: () => void;
}

/** A picture of the position's profit to download, and the link to its market. The figures stand still while it is open. */
export function ShareDialog({ position, onClose }: ShareDialogProps) {
  const { t } = useTranslation(accountMessages);
  const { data: profile } = useQuery(generalSettingsQuery);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [figures] = useState(useFigures(position));
  const [timeSeconds] = useState(() => serverNow() / 1000);
  const [withName, setWithName] = useState(false);
  const nickname = profile?.nickname ?? '';
  const pair = pairText(position.market);
  const percent = formatPercent(figures.percent);
  const content: CardContent = {
    pair,
    about: `${t(`position.${position.position}`)} ${t('leverage.times', { value: position.leverage })} ${t(`mode.${position.mode}`)}`,
    percent,
    tone: signOf(figures.percent),
    rows: [
      { label: t('column.entry'), value: formatUpTo(position.open_price, 4) },
      { label: t('column.mark'), value: formatUpTo(figures.mark, 4) },
    ],
    nickname: withName ? nickname : '',
    brand: t('share.brand'),
    time: formatDateTime(timeSeconds),
  };

  function download(): void {
    canvas.current?.toBlob((blob) => {
      if (!blob) return;
      const address = URL.createObjectURL(blob);
      const link = document.createElement('a');
      link.href = address;
      link.download = `${position.market}-${position.position}.png`;
      link.click();
      URL.revokeObjectURL(address);
    }, 'image/png');
  }

  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <div className={styles.share}>
        <Card canvas={canvas} content={content} label={t('share.alt', { pair, about: content.about, percent })} />
        {nickname !== '' && (
          <Checkbox
            label={t('share.withName', { nickname })}
            checked={withName}
            onChange={(event) => setWithName(event.currentTarget.checked)}
          />
        )}
        <div className={styles.buttons}>
          <span className={styles.link}>
            {t('share.link')}
            <CopyButton text={`${location.origin}${perpetualPath(position.market)}`} label={t('share.copyLink')} />
          </span>
          <Button leftSection={<IconDownload size={16} aria-hidden />} onClick={download} data-autofocus>
            {t('share.download')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface CardProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  content: CardContent;
  label: string;
}

/** The canvas, drawn when it is there and anew whenever something on it differs. */
function Card({ canvas, content, label }: CardProps) {
  const scheme = useColorScheme();
  const drawn = JSON.stringify(content);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is a new object at each render, so its text decides when to draw; the scheme changes the colours that are read from the document
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    drawCard(context, content, cardColors(getComputedStyle(document.documentElement)));
  }, [drawn, scheme]);
  return (
    <canvas
      ref={canvas}
      width={cardWidth * scale}
      height={cardHeight * scale}
      className={styles.card}
      role="img"
      aria-label={label}
    />
  );
}
