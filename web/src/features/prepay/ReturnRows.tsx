import { prepay } from '@dentin/contract/prepay'
import type { ReactNode } from 'react'
import { GiveBackRows } from '../../domain/GiveBackRows.tsx'
import { usePrepaySend, type PrepayReturn } from './hooks.ts'
import { printReturn } from './links.ts'
import type { Asking } from './PrepayDialogs.tsx'

export interface ReturnRowsProps {
  papers: readonly PrepayReturn[]
  ask: (asking: Asking) => void
  /** Whose it is, where the rows are of several patients. */
  patientOf?: (paper: PrepayReturn) => ReactNode
}

/** What is given back of prepayments, those under way with what is to be done. */
export function ReturnRows({ papers, ask, patientOf }: ReturnRowsProps) {
  const send = usePrepaySend(prepay.payReturn)
  return (
    <GiveBackRows<PrepayReturn>
      label="退款单"
      papers={papers}
      numberOf={(paper) => paper.returnNo}
      aboutOf={(paper) => `${paper.purpose} ${paper.prepayNo}`}
      onDecide={(paper) => ask({ what: 'decide', paper })}
      onWithdraw={(paper) => ask({ what: 'withdraw', paper })}
      pay={{ send: send.mutate as never, busy: send.isPending }}
      print={printReturn}
      patientOf={patientOf}
    />
  )
}
