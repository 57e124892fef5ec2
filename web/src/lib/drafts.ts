/** Something typed and not yet saved: a record, a form. Registered by the screen that holds it, for as long as it does. */
export interface UnsavedDraft {
  /** What it is, for the question: 周雨桐 的病历. */
  name: string
  /** Saves it; a rejection means that it was not saved and nothing may be left. */
  save: () => Promise<void>
  /** Forgets what was typed. */
  discard: () => void
}

const held = new Set<{ current: UnsavedDraft }>()

/** The drafts that are open in this tab. Asked before the clinic is switched. */
export const drafts = {
  /** Registers a draft; the answer takes it off again. */
  hold(draft: { current: UnsavedDraft }): () => void {
    held.add(draft)
    return () => held.delete(draft)
  },
  all: (): UnsavedDraft[] => [...held].map((each) => each.current),
}
