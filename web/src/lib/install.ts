/** The event with which Chromium offers to install the app; not in the DOM's types. */
interface InstallOffer extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()
function hold(next: InstallOffer | null): void {
  offer = next
  for (const listener of listeners) listener()
}

/** The browser's offer to put the app on the desktop. It comes once, early, and may never come. */
export const install = {
  offered: (): boolean => offer !== null,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Asks the person; the browser shows its own question. */
  async ask(): Promise<void> {
    const held = offer
    if (!held) return
    await held.prompt()
    const { outcome } = await held.userChoice
    // Declined: the same offer cannot be made twice, the browser may come with a new one.
    if (outcome === 'accepted' || offer === held) hold(null)
  },
  /** Begins to listen; before the first page is drawn. */
  listen(): void {
    window.addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault()
      hold(event as InstallOffer)
    })
    window.addEventListener('appinstalled', () => hold(null))
  },
}
