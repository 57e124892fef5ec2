/** Options of a choice out of a table of words whose keys are wire numbers. */
export const numberOptions = (table: Readonly<Record<number, string>>): { value: number; label: string }[] =>
  Object.entries(table).map(([value, label]) => ({ value: Number(value), label }))

/** The same with the keys as texts: words of a contract, or numbers for a filter that stands in the address. */
export const textOptions = (table: Readonly<Record<string | number, string>>): { value: string; label: string }[] =>
  Object.entries(table).map(([value, label]) => ({ value, label }))
