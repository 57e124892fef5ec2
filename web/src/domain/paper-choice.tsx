import { recordPapers, type RecordNotation, type RecordPaper } from '@dentin/contract/core/papers'
import type { ReactNode } from 'react'
import { useClinicSettings } from '../lib/clinic-settings.ts'
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
