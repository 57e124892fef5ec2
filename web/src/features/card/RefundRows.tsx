import { memberCard } from '@dentin/contract/card'
import { formatYuanText } from '@dentin/kit/money'
import { useState, type ReactNode } from 'react'
import { GiveBackRows } from '../../domain/GiveBackRows.tsx'
import { deferred } from '../../lib/deferred.ts'
import { printRefund } from './links.ts'
import { useCardSend, type CardRefund } from './hooks.ts'

const RefundPaperDialog = deferred(async () => (await import('./RefundPaperDialogs.tsx')).RefundPaperDialog)

/** What is given back of cards, those under way with what is to be done. */
export function RefundRows({
  papers,
  patientOf,
}: {
  papers: readonly CardRefund[]
  /** Whose it is, where the rows are of several patients. */
  patientOf?: (paper: CardRefund) => ReactNode
}) {
  const send = useCardSend(memberCard.payRefund)
  const [asking, ask] = useState<{ what: 'decide' | 'withdraw'; paper: CardRefund } | null>(null)
  return (
    <>
      <GiveBackRows<CardRefund>
        label="退卡单"
        papers={papers}
        numberOf={(paper) => paper.refundNo}
        aboutOf={refundWords}
        onDecide={(paper) => ask({ what: 'decide', paper })}
        onWithdraw={(paper) => ask({ what: 'withdraw', paper })}
        pay={{ send: send.mutate as never, busy: send.isPending }}
        print={printRefund}
        patientOf={patientOf}
      />
      {asking && <RefundPaperDialog {...asking} about={refundWords(asking.paper)} onClose={() => ask(null)} />}
    </>
  )
}

/** Of which card, and the bonus that lapses with it. */
const refundWords = ({ typeName, cardNo, whole, bonusTaken }: CardRefund) =>
  [
    `${typeName} ${cardNo.slice(-4)}${whole ? ' 全退' : ''}`,
    ...(Number(bonusTaken) > 0 ? [`赠金收回 ${formatYuanText(bonusTaken)}`] : []),
  ].join('，')
