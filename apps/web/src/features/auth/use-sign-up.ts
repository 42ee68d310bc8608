import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '../../api/api-error.ts';
import { register } from '../../api/auth.ts';
import { type PhoneParts, phoneText } from '../../identity/phone-field.tsx';
import { useCaptcha } from '../../identity/use-captcha.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { message } from '../../platform/i18n.ts';
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
export type SignUpField = (typeof signUpFields)[number];

/** @param phoneCountry whose code stands before the number */
export function valuesOf(form: FormData, phoneCountry: string): SignUpValues {
  const text = (name: SignUpField) => String(form.get(name) ?? '');
  return {
    email: text('email'),
    phone: { country: phoneCountry, number: text('phone') },
    password: text('password'),
    password_confirmation: text('password_confirmation'),
    country: text('country'),
    referral: text('referral'),
    terms: form.has('terms'),
    updates: form.has('updates'),
  };
}

/** The form's values as the contract has them; an empty referral code is left out. */
function requestOf({ referral, phone, ...values }: SignUpValues) {
  const code = referral.trim();
  return { ...values, phone: phoneText(phone), ...(code === '' ? {} : { referral: code }) };
}

const loadRules = () => import('./sign-up-rules.ts');

/** What the form has against its values, by field, before they are sent. */
class RefusedValues extends Error {
  readonly fields: Record<string, string>;

  constructor(fields: Record<string, string>) {
    super();
    this.fields = fields;
  }
}

/** @throws RefusedValues; ApiError when the rules do not come */
async function checked(values: SignUpValues) {
  const rules = await loadRules().catch((cause: unknown) => {
    throw new ApiError({ status: 0, code: 'network', messages: [message('errors.network')], cause });
  });
  const wanted = requestOf(values);
  const refused = rules.problemsOf(wanted);
  if (Object.keys(refused).length > 0) throw new RefusedValues(refused);
  return rules.readSignUp(wanted);
}

/** Holds the values against the contract, sends them, and goes on to the codes. */
export function useSignUp(onFieldErrors: (errors: Record<string, string>) => void) {
  const navigate = useNavigate();
  const captcha = useCaptcha();
  const server = useServerErrors(signUpFields);
  const mutation = useMutation({
    mutationFn: async (values: SignUpValues) => {
      const request = await checked(values);
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
    onError: (error) => onFieldErrors(error instanceof RefusedValues ? error.fields : server.take(error)),
  });
  return { mutation, problem: server.problem, captcha: captcha.state };
}
