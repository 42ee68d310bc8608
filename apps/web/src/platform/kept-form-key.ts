/** Of the session storage: a form is kept for the next page. Apart from kept-form.ts, which the first view does without. */
export const keptFormKey = 'pelican.form';
