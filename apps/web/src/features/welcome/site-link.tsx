import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface SiteLinkProps {
  /** A path of this site, or an address elsewhere. */
  to: string;
  lang?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A link that operators wrote. One to another site opens in a new tab and sends no referrer. */
export function SiteLink({ to, ...props }: SiteLinkProps) {
  if (to.startsWith('/')) return <Link to={to} {...props} />;
  return <a href={to} target="_blank" rel="noopener noreferrer nofollow" {...props} />;
}
