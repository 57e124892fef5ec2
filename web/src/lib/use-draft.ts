import { useEffect, useRef } from 'react'
import { drafts, type UnsavedDraft } from './drafts.ts'

/** Registers what is unsaved on this screen while there is something; null when there is nothing. */
export function useUnsavedDraft(draft: UnsavedDraft | null): void {
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  const dirty = draft !== null
  useEffect(() => (dirty ? drafts.hold(latest as { current: UnsavedDraft }) : undefined), [dirty])
}
