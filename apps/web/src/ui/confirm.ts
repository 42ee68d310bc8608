/**
 * `await confirm({...})`: asks before something with consequences happens. One question at a time; others wait. A
 * question that is open already is not asked again: the dialog may still be loading when a button is clicked twice.
 */

import type { ReactNode } from 'react';
import { createStore } from 'zustand';

export interface Question {
  /** The question itself. */
  title: string;
  /** What changes, with its figures. */
  body: ReactNode;
  /** The verb that does it: "Buy", "Cancel all orders". */
  confirmLabel: string;
  /** The verb that does not. Default: "Cancel". */
  cancelLabel?: string;
  tone?: 'primary' | 'buy' | 'sell' | 'danger';
  /** The text that must be typed before the answer can be yes. */
  typeToConfirm?: string;
}

export interface OpenQuestion extends Question {
  id: number;
  answer: (yes: boolean) => void;
}

export const questions = createStore<readonly OpenQuestion[]>()(() => []);
let nextId = 1;

function isOpen({ title, confirmLabel }: Question): boolean {
  return questions.getState().some((open) => open.title === title && open.confirmLabel === confirmLabel);
}

/** @returns true only when the user chose the verb that does it; false at once when the same question is open */
export function confirm(question: Question): Promise<boolean> {
  if (isOpen(question)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const id = nextId++;
    const answer = (yes: boolean) => {
      questions.setState(
        questions.getState().filter((open) => open.id !== id),
        true,
      );
      resolve(yes);
    };
    questions.setState([...questions.getState(), { ...question, id, answer }], true);
  });
}
