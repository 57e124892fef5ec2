import {
  receiptPapers,
  recordPapers,
  type ReceiptPaper,
  type RecordNotation,
  type RecordPaper,
} from '@dentin/contract/core/papers'
import { useState, type ReactNode } from 'react'
import { useClinicSettings } from '../lib/clinic-settings.ts'
import { ownKey } from '../lib/session.ts'
import { Segmented, urlOptional, useUrlState } from '../ui/index.ts'

const papers = Object.entries(recordPapers).map(([value, label]) => ({ value: value as RecordPaper, label }))
/** Without a paper in the address it is the clinic's. */
const urlState = { paper: urlOptional }

/** On which paper a document is printed, the choice of it, and how the clinic writes teeth on paper. */
export function usePaperChoice(): { paper: RecordPaper; notation: RecordNotation; choice: ReactNode } {
  const [{ paper: asked }, set] = useUrlState(urlState)
  const { recordPaper: usual = 'a4', recordNotation: notation = 'cross' } = useClinicSettings().data ?? {}
  const paper = papers.find(({ value }) => value === asked)?.value ?? usual
  return {
    paper,
    notation,
    choice: (
      <Segmented label="纸张" size="sm" value={paper} options={papers} onChange={(next) => set({ paper: next })} />
    ),
  }
}

const slips = Object.entries(receiptPapers).map(([value, label]) => ({ value: value as ReceiptPaper, label }))
/** Where this device keeps its paper: of slips, which follow the clinic's choice, and of letters, which are A4 without one. */
const kept = { slip: 'receipt.paper', letter: 'letter.paper' } as const
export type PaperUse = keyof typeof kept

/** On which paper money papers are printed at this desk: what was chosen on this device, else the usual. null: not known yet. */
export function useMoneyPaper(use: PaperUse): { paper: ReceiptPaper | null; choice: ReactNode; retry: () => void } {
  const rules = useClinicSettings()
  const [chosen, choose] = useState(() => localStorage.getItem(ownKey(kept[use])))
  const paper =
    slips.find(({ value }) => value === chosen)?.value ?? (use === 'letter' ? 'a4' : (rules.data?.receiptPaper ?? 'a5'))
  return {
    paper: rules.isPending ? null : paper,
    retry: () => void rules.refetch(),
    choice: (
      <Segmented
        label="纸张"
        options={slips}
        value={paper}
        onChange={(next) => {
          choose(next)
          localStorage.setItem(ownKey(kept[use]), next)
        }}
      />
    ),
  }
}
