import { useParams } from 'react-router-dom';
import { addMessages } from '../../platform/i18n.ts';
import { AnnouncementList } from './announcement-list.tsx';
import { AnnouncementView } from './announcement-view.tsx';
import english from './locales/en.json';

addMessages('announcements', english);

/** /announcement, and /announcement/{slug}. */
export function Component() {
  const { slug } = useParams();
  return slug ? <AnnouncementView key={slug} slug={slug} /> : <AnnouncementList />;
}
