/** Of a field whose hint stands below it, so that the inputs of a line stand in one line. */
export const hintBelow: { inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] } = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
};
