import { tracedFigures, type TracedFigure } from '@dentin/contract/traced-figures'
import { formatYuanText } from '@dentin/kit/money'
import type { Listed } from '@dentin/contract/posting'
import { useState, type ReactNode } from 'react'
import { deferred } from '../lib/deferred.ts'
import s from './traced.module.css'

const PostingsDrawer = deferred(async () => (await import('./PostingsDrawer.tsx')).PostingsDrawer)

export interface TracedProps {
  figure: TracedFigure
  /** Of the bill, the patient, the card, the prepayment, the unit, the refund, the exception or the shift. */
  id?: string
  /** Of a shift: the way to pay. */
  payMethodId?: string
  /** The month of the clinic at work, '2026-10'. */
  month?: string
  /** Of a month's figure by way or category: which one. */
  name?: string
  /** Of the sum of a list: what it is narrowed by. */
  listed?: Listed
  /** Wire text; nothing to open when it is hidden or nothing. */
  yuan: string | null
  /** The amount as it is shown. */
  children: ReactNode
}

/** An amount that opens the postings it is the sum of. */
export function Traced({ figure, yuan, children, ...whose }: TracedProps) {
  const [opened, setOpened] = useState(false)
  if (yuan === null || Number(yuan) === 0) return children
  const what: { name: string; unit?: string } = tracedFigures[figure]
  const said = whose.name ? `${whose.name}${what.name}` : what.name
  // What is heard has in it what is seen.
  const seen = what.unit ? yuan : formatYuanText(yuan)
  return (
    <>
      <button
        type="button"
        className={s.traced}
        title={`${said}由哪些分录合成`}
        aria-label={`${said} ${seen}，看分录`}
        onClick={() => setOpened(true)}
      >
        {children}
      </button>
      {opened && <PostingsDrawer figure={figure} {...whose} onClose={() => setOpened(false)} />}
    </>
  )
}
