import type { Banner as BannerOfSite } from '@pelican/shared/contracts/content';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { bannersQuery, contentLanguageOf } from '../../api/content.ts';
import { readStored, writeStored } from '../../platform/storage.ts';
import { Banner } from '../../ui/banner.tsx';
import { IconX } from '../../ui/icons.ts';
import { areaOf } from './banner-area.ts';
import styles from './site-banners.module.css';

const storageKey = 'pelican.closed-banners';
/** More would leave little of a small screen. */
const shownMax = 2;
/** The oldest closed ones are forgotten: they are over by then. */
const closedMax = 50;

const nameOf = ({ id, version }: BannerOfSite) => `${id}.${version}`;

/** Banners that this reader has closed, in this browser. */
function useClosed() {
  const [closed, setClosed] = useState(() => (readStored(storageKey) ?? '').split(' ').filter(Boolean));
  return {
    isClosed: (banner: BannerOfSite) => closed.includes(nameOf(banner)),
    close(banner: BannerOfSite): void {
      const next = [...closed, nameOf(banner)].slice(-closedMax);
      setClosed(next);
      writeStored(storageKey, next.join(' '));
    },
  };
}

/** Banners that operators have published for this part of the site. */
export function SiteBanners() {
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  const { data } = useQuery(bannersQuery(contentLanguageOf(i18n.language)));
  const { isClosed, close } = useClosed();
  const area = areaOf(pathname);
  const shown = (data?.result ?? [])
    .filter(({ areas }) => area !== null && (areas.length === 0 || areas.includes(area)))
    .filter((banner) => !isClosed(banner))
    .slice(0, shownMax);
  return (
    <div role="status">
      {shown.map((banner) => (
        <Banner
          key={nameOf(banner)}
          level={banner.level}
          lang={banner.lang}
          title={banner.link === null ? banner.title : <Link to={banner.link}>{banner.title}</Link>}
          text={banner.text}
        >
          <button
            type="button"
            className={styles.close}
            aria-label={`${t('notices.close')}: ${banner.title}`}
            onClick={() => close(banner)}
          >
            <IconX size={18} aria-hidden />
          </button>
        </Banner>
      ))}
    </div>
  );
}
