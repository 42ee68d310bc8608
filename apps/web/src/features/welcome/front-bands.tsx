import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  announcementsQuery,
  contentLanguageOf,
  digestQuery,
  newsQuery,
  partnersQuery,
  tweetsQuery,
} from '../../api/content.ts';
import { useSession } from '../../api/session.ts';
import { announcementsPath, paths } from '../../platform/paths.ts';
import { ActionLink, Band, Facts, Steps } from '../../ui/marketing/marketing.tsx';
import styles from './bands.module.css';
import { Announcements, Digest, NewsList, Partners, Tweets } from './bands.tsx';
import { Coming } from './coming.tsx';
import { NextSteps } from './next-steps.tsx';
import { useNextSteps } from './use-next-steps.ts';

const announcementsMax = 3;
const newsMax = 6;

interface FrontBand {
  name: string;
  isPending: boolean;
  /** Undefined: there is nothing to say, or it could not be loaded. */
  content: ReactNode;
  more?: ReactNode;
}

/**
 * What is below the markets. A band appears once all above it have theirs, so that none moves another; one without content is left out.
 */
export function FrontBands() {
  const { t } = useTranslation('welcome');
  const bands = useBands();
  const firstPending = bands.findIndex(({ isPending }) => isPending);
  const settled = firstPending === -1 ? bands : bands.slice(0, firstPending);
  return (
    <>
      {settled
        .filter(({ content }) => content !== undefined)
        .map(({ name, content, more }, index) => (
          <Band key={name} title={t(`band.${name}`)} more={more} raised={index % 2 === 0}>
            {content}
          </Band>
        ))}
      {settled.length < bands.length && <Coming />}
    </>
  );
}

function useBands(): FrontBand[] {
  const { t, i18n } = useTranslation('welcome');
  const lang = contentLanguageOf(i18n.language);
  const { isSignedIn } = useSession();
  const { isPending: areStepsPending, steps } = useNextSteps(isSignedIn);
  const wanted = useMemo(() => ({ category: undefined, lang, offset: 0, limit: announcementsMax }), [lang]);
  const announcements = useQuery(announcementsQuery(wanted));
  const news = useQuery(newsQuery(lang));
  const digest = useQuery(digestQuery(lang));
  const tweets = useQuery(tweetsQuery(lang));
  const partners = useQuery(partnersQuery(lang));
  const hasDigest = digest.data && digest.data.result.length + digest.data.events.length > 0;
  return [
    {
      name: 'steps',
      isPending: areStepsPending,
      content: steps.length > 0 ? <NextSteps steps={steps} /> : undefined,
    },
    {
      name: 'announcements',
      isPending: announcements.isPending,
      content: announcements.data?.result.length ? <Announcements result={announcements.data.result} /> : undefined,
      more: <Link to={announcementsPath}>{t('allAnnouncements')}</Link>,
    },
    {
      name: 'news',
      isPending: news.isPending,
      content: news.data?.result.length ? <NewsList result={news.data.result.slice(0, newsMax)} /> : undefined,
    },
    { name: 'digest', isPending: digest.isPending, content: hasDigest ? <Digest {...digest.data} /> : undefined },
    { name: 'why', isPending: false, content: isSignedIn ? undefined : <Why /> },
    {
      name: 'tweets',
      isPending: tweets.isPending,
      content: tweets.data?.result.length ? <Tweets result={tweets.data.result} /> : undefined,
    },
    {
      name: 'partners',
      isPending: partners.isPending,
      content: partners.data?.result.length ? <Partners result={partners.data.result} /> : undefined,
    },
    { name: 'begin', isPending: false, content: isSignedIn ? undefined : <Begin /> },
  ];
}

function Why() {
  const { t } = useTranslation('welcome');
  const facts = ['book', 'charges', 'safe'] as const;
  return <Facts items={facts.map((fact) => ({ title: t(`fact.${fact}.title`), text: t(`fact.${fact}.text`) }))} />;
}

/** What a visitor does next. */
function Begin() {
  const { t } = useTranslation('welcome');
  const steps = ['verify', 'protect', 'fund', 'trade'] as const;
  return (
    <>
      <Steps items={steps.map((step) => ({ title: t(`step.${step}.title`), text: t(`step.${step}.text`) }))} />
      <div className={styles.begin}>
        <ActionLink to={paths.signUp} primary>
          {t('signUp')}
        </ActionLink>
      </div>
    </>
  );
}
