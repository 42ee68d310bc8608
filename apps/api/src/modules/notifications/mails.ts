/** The texts of our mails. */
import { escapeHtml } from '../../platform/http/index.ts';
import type { MailMessage } from './messages.ts';

/** Sent at sign-up: the link proves that the address is the person's own. */
export function confirmationMail(recipient: string, link: string): MailMessage {
  return {
    recipient,
    subject: 'Confirm your e-mail address',
    text: `Welcome to Pelican.\n\nConfirm your e-mail address: ${link}\n\nIf you did not sign up, ignore this mail.\n`,
    html: `<p>Welcome to Pelican.</p><p><a href="${escapeHtml(link)}">Confirm your e-mail address</a></p><p>If you did not sign up, ignore this mail.</p>`,
  };
}
