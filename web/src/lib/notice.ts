const NOTICE = 'dentin.notice'

/** Leaves a word for the page after the next load. */
export function leaveNotice(text: string): void {
  sessionStorage.setItem(NOTICE, text)
}

/** The word that was left, once. */
export function takeNotice(): string | null {
  const text = sessionStorage.getItem(NOTICE)
  sessionStorage.removeItem(NOTICE)
  return text
}
