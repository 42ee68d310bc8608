import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface SiteLinkProps {
  /** A path of this site, or an address elsewhere. */
  to: string;
  lang?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A link that operators wrote. One that leads elsewhere opens apart, and tells the other site nothing. */
export function SiteLink({ to, ...props }: SiteLinkProps) {
  if (to.startsWith('/')) return <Link to={to} {...props} />;
  return <a href={to} target="_blank" rel="noopener noreferrer nofollow" {...props} />;
}
