import './messages.ts';
import type { Permission } from '@pelican/shared/contracts/operations';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../../platform/paths.ts';
import { useOperator } from '../parts/use-operator.ts';
import { wordsOf } from '../parts/words.ts';

interface Place {
  /** Below /ops, before the id. */
  path: string;
  /** After the id. */
  query?: string;
  permission?: Permission;
}

/** Screens that show what audit records name. */
const places: Record<string, Place> = {
  user: { path: 'users', permission: 'users' },
  ticket: { path: 'tickets', permission: 'support' },
  form: { path: 'forms', permission: 'support' },
  faq: { path: 'content', permission: 'support' },
  content: { path: 'site', permission: 'content' },
  text: { path: 'texts', permission: 'content' },
  saved_answer: { path: 'content', query: '?kind=answers', permission: 'support' },
  request: { path: 'approvals' },
  kyc_case: { path: 'kyc', permission: 'kyc' },
  recovery: { path: 'recoveries', permission: 'accounts' },
  loan: { path: 'loans', permission: 'money' },
  job: { path: 'jobs', permission: 'system' },
};

/** What a record names, 'user:5' or 'ops:jane', in words, and as a link where a screen shows it. */
export function ObjectLink({ name }: { name: string }) {
  const { t } = useTranslation('ops-records');
  const { may } = useOperator();
  const at = name.indexOf(':');
  const [kind, id] = at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)];
  if (kind === 'ops') return <OperatorLink name={id} />;
  if (id === '') return wordsOf(kind);
  const place = places[kind];
  const text = place && kind !== 'job' ? t(`objects.${kind}`, { id }) : t('objects.other', { name: wordsOf(kind), id });
  if (!place || (place.permission && !may(place.permission))) return text;
  return <Link to={`${paths.operators}/${place.path}/${encodeURIComponent(id)}${place.query ?? ''}`}>{text}</Link>;
}

/** Operators are looked for in the log: their acts say who they are. */
function OperatorLink({ name }: { name: string }) {
  const { t } = useTranslation('ops-records');
  const { may } = useOperator();
  if (!may('records')) return name;
  const address = `${paths.operators}/records?actor=${encodeURIComponent(`ops:${name}`)}`;
  return (
    <Link to={address} title={t('everythingOf', { name })}>
      {name}
    </Link>
  );
}
