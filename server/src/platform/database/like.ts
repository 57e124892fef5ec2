/** `like` pattern for text that somebody typed: LIKE's own characters lose their meaning. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
