import { memo, type ReactNode } from 'react'

/**
 * Keeps what it last showed while something more urgent is painted: a key that chooses a tooth paints the chart first, and the
 * sections and panels beside it follow with the deferred value.
 */
export const Held = memo(
  function Held({ children }: { children: ReactNode; hold: boolean }): ReactNode {
    return children
  },
  (_before, { hold }) => hold,
)
