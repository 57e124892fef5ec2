import { memberCard } from '@dentin/contract/card'
import { DecideGiveBack, WithdrawGiveBack } from '../../domain/give-back-dialogs.tsx'
import { useCardSend, type CardRefund } from './hooks.ts'

interface RefundPaperDialogProps {
  what: 'decide' | 'withdraw'
  paper: CardRefund
  about: string
  onClose: () => void
}

/** What somebody says to a card's money that is asked back. */
export function RefundPaperDialog({ what, paper, about, onClose }: RefundPaperDialogProps) {
  const decide = useCardSend(memberCard.decideRefund)
  const withdraw = useCardSend(memberCard.withdrawRefund)
  if (what === 'decide')
    return (
      <DecideGiveBack
        call={memberCard.decideRefund}
        send={decide.mutateAsync as never}
        paper={paper}
        about={about}
        title="审批退卡"
        onClose={onClose}
      />
    )
  return (
    <WithdrawGiveBack
      call={memberCard.withdrawRefund}
      send={withdraw.mutateAsync as never}
      paper={paper}
      title="撤回退卡申请"
      onClose={onClose}
    />
  )
}
