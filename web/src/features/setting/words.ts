/** Choices of a table of words whose keys are wire numbers. */
export const optionsOf = (table: Readonly<Record<number, string>>): { value: number; label: string }[] =>
  Object.entries(table).map(([value, label]) => ({ value: Number(value), label }))
