import { registerRequest } from '@pelican/shared/contracts/sign-up';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { login, register } from '../../api/auth.ts';
import { type PhoneParts, phoneText } from '../../identity/phone-field.tsx';
import { useCaptcha } from '../../identity/use-captcha.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { notify } from '../../ui/notify.ts';

export interface SignUpValues {
  email: string;
  phone: PhoneParts;
  password: string;
  password_confirmation: string;
  country: string;
  referral: string;
  terms: boolean;
  updates: boolean;
}

/** In the order of the form, so that the first wrong one gets the focus. */
export const signUpFields = [
  'email',
  'country',
  'phone',
  'password',
  'password_confirmation',
  'referral',
  'terms',
  'updates',
] as const;

/** The form's values as the contract has them; an empty referral code is left out. */
export function requestOf({ referral, phone, ...values }: SignUpValues) {
  const code = referral.trim();
  return { ...values, phone: phoneText(phone), ...(code === '' ? {} : { referral: code }) };
}

/** Signs up and in. */
export function useSignUp(onFieldErrors: (errors: Record<string, string>) => void) {
  const { t } = useTranslation('auth');
  const captcha = useCaptcha();
  const server = useServerErrors(signUpFields);
  const mutation = useMutation({
    mutationFn: async (values: SignUpValues) => {
      const request = registerRequest.parse(requestOf(values));
      const solution = await captcha.take();
      await register({ ...request, ...(solution ? { captcha: solution } : {}) });
      await login({ email: request.email, password: request.password });
      return request.email;
    },
    onMutate: server.clear,
    onSuccess: (email) => notify.success(t('signUp.checkMail', { email }), { title: t('signUp.done') }),
    onError: (error) => onFieldErrors(server.take(error)),
  });
  return { mutation, problem: server.problem, captcha: captcha.state };
}
