import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';

/**
 * The links stand in brackets in the message; they open beside the form, so that nothing typed is lost. One element, since
 * the label is a flex box, which would make a column of each part.
 */
export function TermsLabel() {
  const { t } = useTranslation('auth');
  const [before, terms, between, privacy, after] = t('terms').split(/[[\]]/);
  return (
    <span>
      {before}
      <Link to={paths.terms} target="_blank">
        {terms}
      </Link>
      {between}
      <Link to={paths.privacy} target="_blank">
        {privacy}
      </Link>
      {after}
    </span>
  );
}
