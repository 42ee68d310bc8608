import { registerRequest } from '@pelican/shared/contracts/sign-up';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { register } from '../../api/auth.ts';
import { type PhoneParts, phoneText } from '../../identity/phone-field.tsx';
import { useCaptcha } from '../../identity/use-captcha.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { paths } from '../../platform/paths.ts';
import { keepSignUp } from './pending-sign-up.ts';

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

/** Sends the sign-up and goes on to its codes. */
export function useSignUp(onFieldErrors: (errors: Record<string, string>) => void) {
  const navigate = useNavigate();
  const captcha = useCaptcha();
  const server = useServerErrors(signUpFields);
  const mutation = useMutation({
    mutationFn: async (values: SignUpValues) => {
      const request = registerRequest.parse(requestOf(values));
      const solution = await captcha.take();
      const { verification, phone } = await register({ ...request, ...(solution ? { captcha: solution } : {}) });
      const { email, password, country } = request;
      return {
        email,
        password,
        country,
        verification,
        phone,
        ...(request.phone === undefined ? {} : { typedPhone: request.phone }),
      };
    },
    onMutate: server.clear,
    onSuccess: (signUp) => {
      keepSignUp(signUp);
      void navigate(paths.verification);
    },
    onError: (error) => onFieldErrors(server.take(error)),
  });
  return { mutation, problem: server.problem, captcha: captcha.state };
}
