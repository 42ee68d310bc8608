import { useSession } from '../../../api/session.ts';
import { useCaptcha } from '../../../identity/use-captcha.ts';

/** The captcha of a form that visitors may send: none for who is signed in. */
export function useVisitorCaptcha() {
  const { isSignedIn } = useSession();
  const { state, take } = useCaptcha(!isSignedIn);
  /** The request with a solution, where one is demanded. */
  const solved = async <Request extends object>(request: Request): Promise<Request & { captcha?: string }> => {
    const captcha = await take();
    return captcha === undefined ? request : { ...request, captcha };
  };
  return { state, solved, take };
}
