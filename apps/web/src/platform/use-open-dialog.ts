import { useLocation, useNavigate } from 'react-router-dom';

/** Opens a dialog of the layout over the page on screen by its hash (hash-dialogs.ts), so that Back closes it. */
export function useOpenDialog(): (hash: string) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (hash) => void navigate({ search, hash });
}
