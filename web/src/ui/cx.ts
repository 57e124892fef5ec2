/** Joins class names, leaving out what is empty: `cx(s.root, active && s.active, className)`. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
