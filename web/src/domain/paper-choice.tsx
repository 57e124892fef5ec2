import {
  receiptPapers,
  recordPapers,
  type ReceiptPaper,
  type RecordNotation,
  type RecordPaper,
} from '@dentin/contract/core/papers'
import { printPapers, type PrintPaper } from '@dentin/contract/core/print-papers'
import { useState, type ReactNode } from 'react'
import { useClinicSettings } from '../lib/clinic-settings.ts'
import { ownKey } from '../lib/session.ts'
import { Segmented, urlOptional, useUrlState } from '../ui/index.ts'
import type { PaperTemplate } from './paper-template.ts'

const papers = Object.entries(recordPapers).map(([value, label]) => ({ value: value as RecordPaper, label }))
/** Without a paper in the address it is the clinic's. */
const urlState = { paper: urlOptional }

interface PaperChoice {
  paper: RecordPaper
  notation: RecordNotation
  /** Whether the clinic prints records with what hangs on them. */
  pictures: boolean
  choice: ReactNode
}

/** On which paper a document is printed, the choice of it, and how the clinic writes teeth on paper. */
export function usePaperChoice(): PaperChoice {
  const [{ paper: asked }, set] = useUrlState(urlState)
  const {
    recordPaper: usual = 'a4',
    recordNotation: notation = 'cross',
    recordPictures: pictures = false,
  } = useClinicSettings().data ?? {}
  const paper = papers.find(({ value }) => value === asked)?.value ?? usual
  return {
    paper,
    notation,
    pictures,
    choice: (
      <Segmented label="纸张" size="sm" value={paper} options={papers} onChange={(next) => set({ paper: next })} />
    ),
  }
}

/** The papers on which money papers are printed, to choose from. */
export const moneyPapers = Object.entries(receiptPapers).map(([value, label]) => ({
  value: value as ReceiptPaper,
  label,
}))
/** Where this device keeps its paper: of slips, which follow the clinic's choice, and of letters, which are A4 without one. */
const kept = { slip: 'receipt.paper', letter: 'letter.paper' } as const

/**
 * On which paper a paper of money is printed at this desk: what the template names, else what was chosen on this device, else the
 * usual. What is chosen against a template is remembered as long as that version of it holds. null: not known yet.
 */
export function useMoneyPaper(
  kind: PrintPaper,
  { source, no, content }: PaperTemplate,
): { paper: ReceiptPaper | null; choice: ReactNode; retry: () => void } {
  const rules = useClinicSettings()
  const { use } = printPapers[kind]
  const named = content?.paper ?? null
  const version = `${source} ${no ?? 0} `
  const [key, before] = named ? [`paper.${kind}`, version] : [kept[use], '']
  const [chosen, choose] = useState(() => localStorage.getItem(ownKey(key)))
  const own = chosen?.startsWith(before) ? chosen.slice(before.length) : null
  const paper =
    moneyPapers.find(({ value }) => value === own)?.value ??
    named ??
    (use === 'letter' ? 'a4' : (rules.data?.receiptPaper ?? 'a5'))
  return {
    paper: rules.isPending ? null : paper,
    retry: () => void rules.refetch(),
    choice: (
      <Segmented
        label="纸张"
        options={moneyPapers}
        value={paper}
        onChange={(next) => {
          choose(before + next)
          localStorage.setItem(ownKey(key), before + next)
        }}
      />
    ),
  }
}
