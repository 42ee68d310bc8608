import type { BannerLevel } from '@pelican/shared/contracts/content';
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from './icons.ts';

const icons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle } as const;

interface BannerProps {
  level: BannerLevel;
  /** Or a link with it. */
  title: ReactNode;
  text: string;
  lang: string;
  /** Closes it. */
  children?: ReactNode;
}

/** A note of the exchange above a page. */
export function Banner({ level, title, text, lang, children }: BannerProps) {
  const Icon = icons[level];
  return (
    <div className={styles.banner} data-level={level}>
      <Icon size={18} aria-hidden />
      <p lang={lang}>
        <strong>{title}</strong>
        {text !== '' && <span> {text}</span>}
      </p>
      {children}
    </div>
  );
}
