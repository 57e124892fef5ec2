import { useMemo, useRef } from 'react'
import { newRequestId } from './client.ts'

/**
 * The request id of a write that is repeated after a lost connection: the same content keeps its id until it was
 * answered, other content gets another.
 */
export function useRequestIds() {
  const kept = useRef(new Map<string, { content: string; id: string }>())
  return useMemo(
    () => ({
      of(what: string, content: unknown): string {
        const text = JSON.stringify(content)
        const known = kept.current.get(what)
        if (known?.content === text) return known.id
        const id = newRequestId()
        kept.current.set(what, { content: text, id })
        return id
      },
      done: (what: string): void => void kept.current.delete(what),
    }),
    [],
  )
}
